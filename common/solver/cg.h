/* common/solver/cg.h - conjugate gradients on the coarsest level, in that level's format.
 *
 * Sums are f64 whatever the format: in f16 the squares of small residuals would vanish
 * and those of large ones overflow. In few bits the recursion may break down, stand still
 * or run away, so the best iterate is kept and the method ends when nothing improves.
 */
#ifndef MEMWALL_CG_H
#define MEMWALL_CG_H
#include "level.h"

enum base_rule {
    BASE_RELATIVE, /* ||r|| <= tolerance ||r_0|| */
    BASE_PAPER     /* ||r|| <= tolerance, as Oo and Vogel have it (1e-4) */
};

enum cg_end { CG_CONVERGED, CG_BREAKDOWN, CG_STAGNATED, CG_LIMIT, CG_ENDS };

struct cg {
    struct vector r, p, q, best;
    enum base_rule rule;
    double tolerance;
    int limit;
    long solves, iterations, ends[CG_ENDS]; /* so far; how often each ending */
};

struct cg cg_create(const struct level *A, enum format f, enum base_rule rule,
                    double tolerance, int limit);
void cg_free(struct cg *C);

/* z = A^-1 r, from z = 0. All vectors in the format given. Where r is not finite, z is r,
 * so that it is noticed. */
void cg_solve(struct cg *C, const struct level *A, const struct vector *r,
              struct vector *z);

const char *cg_end_name(enum cg_end end);
#endif
