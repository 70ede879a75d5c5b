/* common/krylov/policy.h - precision policies: the format of every quantity of GMRES.
 *
 * A policy is data. The solvers read the formats from it and contain no formats
 * themselves.
 *
 *   inner      Krylov vectors q, z, w, and SpMV within a cycle of GMRES
 *   basis      stored columns q_1 .. q_{m+1} of the Krylov basis
 *   matrix[f]  the matrix by which a vector of format f is multiplied in (1.3)
 *   precond_matrix[f]   the same for the matrices of the preconditioner
 *   levels     the vectors of the levels, if the preconditioner is multigrid; --mg gives each
 *              level its own (multigrid.h). Others compute in `inner`
 *   rule       integer basis: one scale for the part of a column on each rank, or
 *              one for each 256 entries
 *
 * A vector in f64 is multiplied by the matrix in f64, or in i8. The outer format, that
 * of the residual b - A x, its matrix, the right-hand side and the solution, is always
 * f64. docs/09 lists the policies (--policy). Their table in policy.c is the only one: the
 * compiler warns of a row without one of the formats.
 */
#ifndef MEMWALL_POLICY_H
#define MEMWALL_POLICY_H
#include "format.h"
#include "json.h"
#include "matrix.h"
#include "option.h"

struct policy {
    char name[64];
    enum format inner, basis, matrix[FORMATS], precond_matrix[FORMATS], levels;
    enum scale_rule rule;
};

/* Sets *policy to the policy of this name. Returns 0 if there is none; *policy is
 * then unchanged. */
int policy_find(const char *name, struct policy *policy);

/* The options of GMRES. Formats are texts: `policy` is the name of a policy; the other texts
 * replace parts of it, and "" leaves a part unchanged.
 *   inner, basis   a format
 *   matrix         the format of matrix[f] and precond_matrix[f] for all f; for
 *                  f = f64 only i8 */
struct gmres_options {
    char policy[TEXT_LENGTH], inner[TEXT_LENGTH], basis[TEXT_LENGTH],
        matrix[TEXT_LENGTH];
    int basis_scale; /* enum scale_rule */
    int restart;     /* iterations of a cycle */
};

/* Replaces these parts of *p and adds the flags to p->name. Returns NULL, or the
 * first text that is not allowed. i32 and i16 are allowed for basis only, i8 for
 * matrix only. */
const char *policy_override(struct policy *p, const struct gmres_options *o);

/* Returns 1 if the text `value` of a flag was given, and appends "part=value" to p->name. */
int policy_given(struct policy *p, const char *part, const char *value);

/* Writes members of an open object of a JSON file. */
void policy_json(struct json *j, const struct policy *p);

/* Adds the pairs of formats of GMRES for which the program has no kernels; z is the format of
 * z = M^-1 q. Pairs for copies of a vector from one format to another are not examined. */
void policy_pairs(const struct policy *p, enum format z,
                  struct missing_pairs *list);

/* The formats in which GMRES needs the values of A. */
format_set policy_needs(const struct policy *p);

/* ---- The options of GMRES ---- */

extern const struct option gmres_table[];
#define GMRES_HEADING "GMRES (FORMAT: f64, f32, f16; i8: matrix; i32, i16: basis)"

/* The policy that the options describe. One that is not allowed ends the run. */
struct policy gmres_options_policy(const struct gmres_options *o);
#endif
