/* common/solver/gmres_setup.c - creates and frees a GMRES solver. */
#include "gmres.h"
#include "memory.h"
#include "scaling.h"
#include <math.h>
#include <string.h>

/* v is a copy of a column of the basis if M cannot read the column itself. */
static int needs_copy(const struct policy *policy, int multigrid)
{
    return policy->basis != policy->inner &&
           policy->basis != policy_format_q(policy, multigrid);
}

static struct basis create_basis(const struct gmres *solver, enum format format)
{
    return basis_create(format, solver->A->n, solver->restart + 1,
                        1 / solver->sigma, solver->policy.rule,
                        solver->A->halo.comm);
}

struct gmres gmres_create(const struct matrix *A, struct precond M,
                          const struct policy *policy, int restart)
{
    const enum format inner = policy->inner;
    struct gmres solver = {.A = A, .M = M, .policy = *policy, .restart = restart};
    solver.A_inner = *A;
    memcpy(solver.A_inner.formats, policy->matrix, sizeof policy->matrix);
    solver.r = vector_create(F64, A->n, 0, "residual");
    if (needs_copy(policy, M.has_multigrid))
        solver.v = vector_create(policy_format_q(policy, M.has_multigrid), A->n, 0,
                                 "Krylov vector");
    solver.z = vector_create(policy_format_z(policy, M.has_multigrid), A->n,
                             A->halo_n, "preconditioned vector");
    solver.w = vector_create(inner, A->n, 0, "product A z");
    solver.sigma = scaling_power_of_two(sqrt((double)A->global_rows));
    solver.Q = create_basis(&solver, policy->basis);
    if (policy->flexible != NO_FORMAT)
        solver.Z = basis_create(policy->flexible, A->n, restart, 1 / solver.sigma,
                                policy->rule, A->halo.comm);
    solver.G = givens_create(restart);
    solver.h = NEW(double, (size_t)restart, "column of H");
    solver.t =
        NEW(double, (size_t)restart, "solution of the least-squares problem");
    solver.w_norm = NEW(double, (size_t)restart, "norms of A z");
    return solver;
}

void gmres_set_rules(struct gmres *solver, struct gmres_rules rules)
{
    solver->rules = rules;
    if (rules.guard)
        solver->x_saved =
            vector_create(F64, solver->r.n, 0, "solution before a cycle");
    if (rules.sketch)
        solver->B = rgs_create(solver->r.n, solver->restart, solver->Q.comm);
}

void gmres_free(struct gmres *solver)
{
    vector_free(&solver->r);
    vector_free(&solver->x_saved);
    vector_free(&solver->v);
    vector_free(&solver->z);
    vector_free(&solver->w);
    basis_free(&solver->Q);
    basis_free(&solver->Z);
    if (solver->rules.sketch)
        rgs_free(&solver->B);
    precond_free(&solver->M);
    givens_free(&solver->G);
    mem_free(solver->h);
    mem_free(solver->t);
    mem_free(solver->w_norm);
}

void gmres_set_basis(struct gmres *solver, enum format format)
{
    const struct ortho ortho = solver->Q.ortho;
    const long reorthogonalizations = solver->Q.reorthogonalizations;
    basis_free(&solver->Q);
    solver->Q = create_basis(solver, format);
    solver->Q.ortho = ortho;
    solver->Q.reorthogonalizations = reorthogonalizations;
}

size_t gmres_cost(int n, int halo, const struct policy *policy, int multigrid,
                  int restart, const struct gmres_rules *rules)
{
    const int widens =
        rules->automatic && rules->guard &&
        format_roundoff(policy->inner) < format_roundoff(policy->basis);
    size_t bytes =
        vector_cost(F64, n, 0) +
        vector_cost(policy_format_z(policy, multigrid), n, halo) +
        vector_cost(policy->inner, n, 0) +
        basis_cost(widens ? policy->inner : policy->basis, n, restart + 1);
    if (rules->guard)
        bytes += vector_cost(F64, n, 0);
    if (rules->sketch)
        bytes += rgs_cost(restart);
    if (needs_copy(policy, multigrid))
        bytes += vector_cost(policy_format_q(policy, multigrid), n, 0);
    if (policy->flexible != NO_FORMAT)
        bytes += basis_cost(policy->flexible, n, restart);
    return bytes;
}

double gmres_matrix_error(const struct gmres *solver)
{
    const struct matrix *A = &solver->A_inner;
    return A->formats[solver->z.format] == I8 ? A->rounding.error : 0;
}

int gmres_most(int limit, int restart)
{
    return limit + restart;
}
