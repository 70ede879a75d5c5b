/* common/policy.h - which format each thing has: precision is data.
 *
 *   outer   residual, right-hand side, solution: always f64
 *   inner   the new Krylov vector, SpMV, the update before it is added to x
 *   basis   storage of q_0 ... q_m
 *   mg[l]   multigrid level l: matrix and vectors
 */
#ifndef MEMWALL_POLICY_H
#define MEMWALL_POLICY_H
#include "format.h"
#include "level.h"

struct policy {
    char name[64];
    enum format inner, basis, mg[MAX_LEVELS];
};

/* The named policy: double (all f64), mixed (all f32 inside the refinement: the HPG-MxP
 * paper's). Returns 0 when there is none of that name. */
int policy_find(const char *name, struct policy *policy);
const char *policy_names(void); /* "double, mixed" */

/* Applies --inner=, --basis=, --mg=f32,f32,f64 (the last one named holds for all
 * coarser levels). NULL or "" leaves a part alone. Returns NULL, or the word that is not
 * a format. */
const char *policy_override(struct policy *p, const char *inner, const char *basis,
                            const char *mg);

/* Adds to need[l] the formats in which the policy wants the matrix of level l. */
void policy_needs(const struct policy *p, int levels, format_set need[]);
#endif
