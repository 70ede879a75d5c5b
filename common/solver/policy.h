/* common/solver/policy.h - which format each thing has: precision is data.
 *
 *   outer   residual, right-hand side, solution: always f64
 *   inner   the new Krylov vector, SpMV, the update before it is added to x
 *   basis   storage of q_0 ... q_m
 *   mg[l]   vectors of multigrid level l
 *   matrix[f]  the matrix, where it multiplies vectors of format f; f64 for f64
 *   update  storage of M^-1 q_k for flexible GMRES; FORMATS: not stored, x += M^-1 (Q t)
 *   rule    one scale for a column of an integer basis, or one for each block of it
 */
#ifndef MEMWALL_POLICY_H
#define MEMWALL_POLICY_H
#include "format.h"
#include "level.h"

struct policy {
    char name[64];
    enum format inner, basis, mg[MAX_LEVELS], matrix[FORMATS], update;
    enum scale_rule rule;
};

/* The named policy. Returns 0 when there is none of that name. */
int policy_find(const char *name, struct policy *policy);
const char *policy_names(void); /* "double, mixed, ..." */
int policy_count(void);
const char *policy_name(int k); /* of the k-th, NULL beyond the last */

/* Applies --inner=, --basis=, --mg=f32,f32,f64 (the last one named holds for all
 * coarser levels), --matrix= (under f32 and narrower vectors), --flexible= (a format, or
 * off). NULL or "" leaves a part alone. Returns NULL, or the text that is not allowed
 * there: integers are for basis and flexible alone. */
struct policy_parts {
    const char *inner, *basis, *mg, *matrix, *flexible;
};
const char *policy_override(struct policy *p, const struct policy_parts *parts);

/* What the benchmark's rules call an extension; NULL when there is nothing. */
const char *policy_extension(const struct policy *p);

/* Adds to need[l] the formats in which the policy wants the matrix of level l. */
void policy_needs(const struct policy *p, int levels, format_set need[]);
#endif
