/* common/solver/policy.h - precision policies: the format of every quantity.
 *
 * A policy is data. The solvers read the formats from it and contain no formats
 * themselves.
 *
 *   inner      Krylov vectors q, z, w, and SpMV within a cycle of GMRES
 *   basis      stored columns q_1 .. q_{m+1} of the Krylov basis
 *   mg[l]      vectors of multigrid level l; level 0 is the finest
 *   matrix[f]  the matrix by which a vector of format f is multiplied in (1.3)
 *   mg_matrix[f]   the same in the preconditioner: in multigrid, or the factors of ILU
 *   flexible   the stored vectors z_k = M^-1 q_k of flexible GMRES. NO_FORMAT: they
 *              are not stored, and (1.4) applies M^-1 a second time
 *   rule       integer basis: one scale for the part of a column on each rank, or
 *              one for each 256 entries
 *
 * A vector in f64 is multiplied by the matrix in f64, or in i8. The outer format, that
 * of the residual b - A x, its matrix, the right-hand side and the solution, is always
 * f64. docs/09 lists the policies of GMRES (--policy). docs/papers/half-multigrid.md
 * lists those of the verb poisson (--variant); they have the names of Oo and Vogel (arXiv
 * 2007.07539) and differ from the policy "double" in mg[] only.
 */
#ifndef MEMWALL_POLICY_H
#define MEMWALL_POLICY_H
#include "format.h"
#include "level.h"

/* The value of an enum format that is no format. */
#define NO_FORMAT FORMATS

struct policy {
    char name[64];
    enum format inner, basis, mg[MAX_LEVELS], matrix[FORMATS], mg_matrix[FORMATS],
        flexible;
    enum scale_rule rule;
};

/* Sets *policy to the policy of this name. Returns 0 if there is none; *policy is
 * then unchanged. */
int policy_find(const char *name, struct policy *policy);
/* "double, mixed, ..." or "D_MG, S_MG, ..." */
const char *policy_names(int variants);
const char *
policy_name(int k); /* of the k-th policy from 0; NULL if there are fewer */

/* Sets *policy to the multigrid variant of this name for a hierarchy of `levels`
 * levels. Returns 0 if there is none; *policy is then unchanged. */
int policy_find_variant(const char *name, int levels, struct policy *policy);

/* The flags that replace single members of a policy; NULL or "" leaves a member
 * unchanged.
 *   inner, basis, flexible   a format; flexible also "off"
 *   mg                       formats, separated by commas, finest level first; the
 *                            last one is used for all coarser levels
 *   matrix                   the format of matrix[f] and mg_matrix[f] for all f; for f
 *                            = f64 only i8 */
struct policy_parts {
    const char *inner, *basis, *mg, *matrix, *flexible;
};

/* Replaces these members of *p and adds the flags to p->name. Returns NULL, or the
 * first text that is not allowed. i32 and i16 are allowed for basis and flexible only, i8
 * for matrix only. */
const char *policy_override(struct policy *p, const struct policy_parts *parts);

/* What the rules of the benchmark regard as an extension, in words; NULL if
 * nothing. */
const char *policy_extension(const struct policy *p);

/* The formats in which GMRES stores q_k for the preconditioner and z = M^-1 q_k:
 *
 *   M           inner   mg[0]     flexible      q       z
 *   multigrid   f32     16 bits   no integers   mg[0]   mg[0]
 *   multigrid   f32     16 bits   i32 or i16    mg[0]   inner
 *   otherwise                                   inner   inner
 *
 * A vector in mg[0] is an operand of the V-cycle and needs no copy in f32. */
enum format policy_format_q(const struct policy *p, int multigrid);
enum format policy_format_z(const struct policy *p, int multigrid);

/* The pairs of formats, for example "f32_f64 f16_f32", that a solve with this policy needs and
 * for which the program has no kernels; "" if there are none. levels: the number of levels of the
 * V-cycle, 0 without multigrid; correct: the levels are those of the verb poisson, which stores
 * their matrices in mg[l] and adds corrections in mg[0] to a solution in f64. Pairs for copies of a
 * vector from one format to another are not examined. */
const char *policy_not_compiled(const struct policy *p, int levels, int correct);

/* Adds to need[l], l = 0 .. levels-1, the formats in which the matrix of level l
 * must be stored for this policy. */
void policy_needs(const struct policy *p, int levels, format_set need[]);
#endif
