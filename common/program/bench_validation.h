/* common/program/bench_validation.h - the validation of the verb bench.
 *
 * One solve in double precision, n_d iterations, and one with the policy, n_ir
 * iterations, to the same tolerance: 1e-9 (standard), or the residual that double
 * precision reaches (--validation_type=fullscale). Their ratio n_d / n_ir is a
 * factor of the rating (1.10). The standard validation runs on at most 8 ranks, which
 * then have a hierarchy of their own.
 */
#ifndef MEMWALL_BENCH_VALIDATION_H
#define MEMWALL_BENCH_VALIDATION_H
#include "report.h"

/* The policy of the benchmark's reference: all formats are f64. */
struct policy bench_double_policy(void);

/* Runs the validation and records it in r->validation on all ranks. policies: double
 * and the policy of the run. h: the hierarchy of all ranks. Ends the program with one
 * message if there is no memory for a second hierarchy. Collective over comm. */
void validation_run(const struct options *o, struct report *r, struct hierarchy *h,
                    const struct policy policies[2], MPI_Comm comm);

/* Adds to r the reasons why the validation makes the result invalid: a solve did not
 * reach the tolerance, or the residual that the solver reports is not that of its
 * solution. The solve in double precision of a fullscale validation may reach the
 * limit of iterations, because it defines the tolerance. */
void validation_judge(struct report *r);

/* The validation with the policy (1) or in double precision (0) if it solved the same
 * system as the timed phases, else NULL. */
const struct validated *validation_on_these_ranks(const struct report *r,
                                                  int policy);
#endif
