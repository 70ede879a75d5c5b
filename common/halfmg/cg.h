/* common/halfmg/cg.h - the conjugate gradient method for the coarsest level.
 *
 *   z = 0,  p = r
 *   alpha = r'r / p'A p,  z = z + alpha p,  r = r - alpha A p
 *   beta = (new r'r) / (old r'r),  p = r + beta p
 *
 * Source: Hestenes, Stiefel, J. Research Nat. Bur. Standards 49, 1952. All dot
 * products are accumulated in f64: in f16 the squares of small entries underflow
 * and the squares of large entries overflow. With low-precision vectors CG can break
 * down, stagnate or diverge. The best iterate is therefore stored, and CG stops
 * when the residual no longer decreases. If r'r leaves the range of f64, CG breaks
 * down.
 */
#ifndef MEMWALL_CG_H
#define MEMWALL_CG_H
#include "matrix.h"
#include "outcome.h"

/* When CG has converged. r_0 is the right-hand side, because the initial guess is
 * zero. */
enum base_rule {
    BASE_RELATIVE, /* ||r|| <= tolerance ||r_0|| */
    BASE_PAPER     /* ||r|| <= tolerance, with tolerance 1e-4 as in Oo and Vogel */
};

struct cg {
    struct vector r, p, q; /* [n], [n + halo], [n]; q = A p */
    struct vector best;    /* [n] the iterate with the smallest residual norm */
    enum base_rule rule;
    double tolerance;
    int limit; /* largest number of iterations of a solve */

    /* Statistics over all solves so far. */
    long solves, iterations;
    long reasons[REASONS]; /* how many solves stopped for each reason */
};

/* Creates a solver for matrices of the shape of A, with vectors in format f. Lack
 * of memory ends the job. The caller frees it with cg_free. */
struct cg cg_create(const struct matrix *A, enum format f, enum base_rule rule,
                    double tolerance, int limit);
void cg_free(struct cg *C);

/* z = A^-1 b, approximately, with zero initial guess; z is output only. b: [n], z:
 * [n + halo], both in the format of the solver. If b'b is NaN or Inf, so is z, and the
 * caller detects it. Collective over the ranks of A. */
void cg_solve(struct cg *C, const struct matrix *A, const struct vector *b,
              struct vector *z);
#endif
