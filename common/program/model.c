/* common/program/model.c - predicts flops and memory from the sizes. */
#include "model.h"
#include "kernels.h"
#include "machine.h"
#include "solution.h"

struct model_flops model_flops(const struct matrix *A, double precond,
                               const struct outcome *o)
{
    double N = (double)A->global_rows, Z = (double)A->global_nonzeros;
    double K = o->iterations, K2 = o->iterations_squared, cycles = o->cycles;
    struct model_flops f;
    f.ortho = N * (4 * (K2 + K) + 3 * K);
    f.spmv = 2 * Z * (K + cycles);
    f.multigrid = (K + cycles) * precond;
    f.update = N * (7 * cycles + 2 * K);
    f.total = f.ortho + f.spmv + f.multigrid + f.update;
    return f;
}

struct memory_need model_memory(const struct grid *g,
                                const struct memory_request *request)
{
    format_set need[MAX_LEVELS] = {0};
    struct memory_need m = {.resident = machine_resident()};
    for (int p = 0; p < request->count; p++) {
        const struct policy *policy = &request->policies[p];
        policy_needs(policy, HPGMXP_LEVELS, need);
        size_t solver = cb_gmres_cost(grid_rows(g), grid_halo(g), policy, 1,
                                      request->restart, &request->rules) +
                        multigrid_cost(g, HPGMXP_LEVELS, policy);
        m.solver = solver > m.solver ? solver : m.solver;
    }
    m.solver += vector_cost(F64, grid_rows(g), grid_halo(g)); /* x */
    const struct hierarchy_setup setup = {.levels = HPGMXP_LEVELS,
                                          .values = request->values,
                                          .order = request->order,
                                          .need = need};
    struct memory_model h = hierarchy_cost(g, &setup);
    m.hierarchy = h.kept;
    struct grid coarse = *g;
    for (int l = 0; l < HPGMXP_LEVELS; l++, coarse = grid_coarsen(&coarse))
        m.level[l] = level_cost(&coarse, l, &setup).kept;
    size_t solve = h.kept + m.solver;
    const size_t measure = h.kept + request->bandwidth;
    m.device = solve > measure ? solve : measure;
    solve += solution_cost(g); /* the check of a solution, in host memory */
    solve = solve > measure ? solve : measure;
    m.host = h.peak;
    m.total = m.resident + (solve > h.peak ? solve : h.peak);
    return m;
}

struct memory_need model_memory_of(int n, size_t nonzeros, enum precond_kind kind,
                                   const struct memory_request *request)
{
    const struct policy *policy = request->policies;
    const format_set need = 1u << F64 | 1u << policy->matrix[policy->inner],
                     in_factors = 1u << policy->mg_matrix[policy->inner];
    struct memory_need m = {.resident = machine_resident()};
    const int factors = kind == PRECOND_ILU ? 2 : kind == PRECOND_JRIGHT;
    const size_t entries =
        kind == PRECOND_ILU ? (nonzeros + (size_t)n) / 2 : (size_t)n;
    const struct memory_model layout = layout_cost(n, nonzeros, 0, need),
                              factor = layout_cost(n, entries, 0, in_factors);
    const size_t matrix_csr = csr_cost((size_t)n, nonzeros),
                 factor_csr = (size_t)factors * csr_cost((size_t)n, entries);
    m.solver = cb_gmres_cost(n, 0, policy, 0, request->restart, &request->rules) +
               2 * vector_cost(F64, n, 0) +
               (size_t)factors * vector_cost(policy->inner, n, 0);
    m.hierarchy = layout.kept + (size_t)factors * factor.kept;
    size_t most = m.device = m.hierarchy + m.solver;
    /* ILU(0): CSR arrays of A and of L and U, beside those of M_L and M_U */
    const size_t factorization =
        kind == PRECOND_ILU ? 2 * matrix_csr + factor_csr : 0;
    if (factorization > most)
        most = factorization;
    if (layout.peak + factor_csr > most)
        most = layout.peak + factor_csr;
    m.total = m.resident + most;
    m.host = factorization > layout.peak + factor_csr ? factorization
                                                      : layout.peak + factor_csr;
    return m;
}
