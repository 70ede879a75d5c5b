/* common/program/bench_validation.c - two solves to the same tolerance, not timed.
 *
 * Differences from the public codes: a solve that stagnates ends the validation
 * instead of using up its limit of iterations.
 */
#include "bench_validation.h"
#include "bench_check.h"
#include "gmres.h"
#include "memory.h"
#include "progress.h"
#include "verbs.h"
#include <math.h>

enum { VALIDATION_RANKS = 8, VALIDATION_LIMIT = 10000 };
static const double STANDARD_TOLERANCE = 1e-9;

struct policy bench_double_policy(void)
{
    struct policy p = {0};
    policy_find("double", &p);
    return p;
}

/* Solves A x = b once with a zero initial guess, and records the solve in *v. Stops
 * when the residual stagnates. */
static struct outcome solve_once(const struct hierarchy *h, const struct policy *p,
                                 const struct options *o, double tolerance,
                                 struct validated *v)
{
    struct gmres S =
        gmres_create(&h->level[0].A, precond_multigrid(h, p), p, o->restart);
    struct vector x =
        vector_create(F64, h->level[0].A.n, h->level[0].A.halo_n, "solution");
    const int most = gmres_most(VALIDATION_LIMIT, o->restart);
    v->history = NEW(double, (size_t)most + 1, "residual history");
    S.history = v->history;
    S.progress = progress_cycle;
    progress_goal(tolerance, VALIDATION_LIMIT);
    S.stagnation_limit = STAGNANT_CYCLES;
    struct outcome result = gmres_solve(&S, &h->b, &x, tolerance, VALIDATION_LIMIT);
    /* The first cycle that meets the tolerance ends early; a timed solve, which has
     * the tolerance 0, continues it. The histories agree up to this iteration. */
    v->length = 1;
    while (v->length <= result.iterations && v->history[v->length - 1] > tolerance)
        v->length++;
    v->record = (struct solve_record){
        .iterations = result.iterations,
        .initial = result.initial,
        .reported = result.final,
        .solution = solution_check(h, (enum stencil_values)o->problem, &x)};
    vector_free(&x);
    gmres_free(&S);
    return result;
}

/* Runs the validation on the ranks of the hierarchy h. */
static void validate_on(const struct hierarchy *h, const struct options *o,
                        struct validation *v, int rank)
{
    const struct policy reference = bench_double_policy();
    MPI_OK(MPI_Comm_size(h->comm, &v->ranks));
    progress_phase("validation in double", rank);
    v->tolerance = STANDARD_TOLERANCE;
    v->reference = solve_once(h, &reference, o, v->tolerance, &v->checked[0]);
    if (o->bench.validation == VALIDATE_FULLSCALE)
        v->tolerance = outcome_relative(&v->reference);
    progress_phase("validation of the policy", rank);
    v->policy = solve_once(h, &o->policy, o, v->tolerance, &v->checked[1]);
    progress_phase(NULL, rank);
    double ratio = (double)v->reference.iterations / v->policy.iterations;
    v->ratio = ratio < 1 ? ratio : 1;
}

/* Broadcasts the outcome of rank 0 to ranks that took no part in the validation.
 * The pointer `location` is valid only on rank 0; other ranks replace it. */
static void share_outcome(struct outcome *o, MPI_Comm comm)
{
    const char *location = o->location;
    MPI_OK(MPI_Bcast(o, (int)sizeof *o, MPI_BYTE, 0, comm));
    o->location = location ? location : o->location ? "validation" : NULL;
}

/* Runs the validation on VALIDATION_RANKS ranks, with a hierarchy of their own. */
static void validate_on_first_ranks(const struct options *o, struct validation *v,
                                    const struct policy policies[2], MPI_Comm comm)
{
    MPI_Comm first_ranks;
    int rank, p[3];
    MPI_OK(MPI_Comm_rank(comm, &rank));
    const int takes_part = rank < VALIDATION_RANKS;
    MPI_OK(
        MPI_Comm_split(comm, takes_part ? 0 : MPI_UNDEFINED, rank, &first_ranks));
    grid_factor(VALIDATION_RANKS, p);
    if (takes_part) {
        struct hierarchy *h = verb_hierarchy(o, p, policies, 2, first_ranks);
        validate_on(h, o, v, rank);
        hierarchy_free(h);
        MPI_OK(MPI_Comm_free(&first_ranks));
    }
    share_outcome(&v->reference, comm);
    share_outcome(&v->policy, comm);
    MPI_OK(MPI_Bcast(&v->ratio, 1, MPI_DOUBLE, 0, comm));
    MPI_OK(MPI_Bcast(&v->ranks, 1, MPI_INT, 0, comm));
}

void validation_run(const struct options *o, struct report *r, struct hierarchy *h,
                    const struct policy policies[2], MPI_Comm comm)
{
    if (o->bench.validation == VALIDATE_FULLSCALE || r->ranks <= VALIDATION_RANKS) {
        int rank;
        MPI_OK(MPI_Comm_rank(comm, &rank));
        validate_on(h, o, &r->validation, rank);
    } else {
        /* A second hierarchy will exist beside h: ends the run if memory is missing. */
        verb_memory_of_grid(o, r, comm);
        validate_on_first_ranks(o, &r->validation, policies, comm);
    }
    r->validation.ran = 1;
}

void validation_judge(struct report *r)
{
    const struct validation *v = &r->validation;
    const struct outcome *both[2] = {&v->reference, &v->policy};
    for (int k = 0; k < 2; k++) {
        char what[100];
        const char *name = k ? r->options->policy.name : "double";
        int fullscale_double = k == 0 &&
                               r->options->bench.validation == VALIDATE_FULLSCALE &&
                               both[k]->reason == REASON_ITERATIONS;
        if (both[k]->reason == REASON_NOT_FINITE)
            report_invalid(
                r, "validation of %s: NaN or Inf in iteration %d, in the %s", name,
                both[k]->iterations, both[k]->location);
        else if (!outcome_good(both[k]) && !fullscale_double)
            report_invalid(r,
                           "validation of %s: %s after %d iterations; the relative "
                           "residual is %.2e, but at most %.2e is allowed",
                           name, reason_name(both[k]->reason), both[k]->iterations,
                           outcome_relative(both[k]), v->tolerance);
        else {
            snprintf(what, sizeof what, "validation of %s", name);
            checks_residual(r, what, &v->checked[k].record);
        }
    }
}

const struct validated *validation_on_these_ranks(const struct report *r,
                                                  int policy)
{
    return r->validation.ran && r->validation.ranks == r->ranks
               ? &r->validation.checked[policy]
               : NULL;
}
