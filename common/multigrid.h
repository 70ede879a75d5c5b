/* common/multigrid.h - the preconditioner: one V-cycle from z = 0. */
#ifndef MEMWALL_MULTIGRID_H
#define MEMWALL_MULTIGRID_H
#include "level.h"
#include "policy.h"

struct multigrid {
    const struct hierarchy *h;
    struct vector r[MAX_LEVELS], z[MAX_LEVELS]; /* r[0], z[0]: only when converting */
    struct vector cast[MAX_LEVELS]; /* R(r - A z) before conversion to level l+1 */
};

/* Vectors in the formats policy->mg; `outside` is the format of the vectors that
 * precondition will be given. */
struct multigrid multigrid_create(const struct hierarchy *h, const struct policy *policy,
                                  enum format outside);
void multigrid_free(struct multigrid *M);
size_t multigrid_cost(const struct grid *g, int levels, const struct policy *policy,
                      enum format outside);

/* z = M^-1 r on level 0; r and z in any format. */
void precondition(struct multigrid *M, const struct vector *r, struct vector *z);
#endif
