/* common/measure/model.c - flops of a solve and bytes of a run, from sizes alone. */
#include "model.h"
#include "kernels.h"
#include "machine.h"
#include "memory.h"

double model_vcycle_flops(const struct hierarchy *h)
{
    double flops = 0;
    for (int l = 0; l < h->levels; l++) {
        double Z = (double)h->level[l].global_nonzeros;
        if (l == h->levels - 1) {
            flops += 2 * Z; /* the only sweep */
            break;
        }
        double Z_coarse = (double)h->level[l + 1].global_nonzeros;
        double N_coarse = (double)h->level[l + 1].global_rows;
        flops += Z;            /* sweep from zero */
        flops += 2 * Z_coarse; /* residual at the coarse points */
        flops += N_coarse;     /* prolongation */
        flops += 2 * Z;        /* second sweep */
    }
    return flops;
}

struct model_flops model_flops(const struct hierarchy *h, double precond,
                               const struct outcome *o)
{
    double N = (double)h->level[0].global_rows, Z = (double)h->level[0].global_nonzeros;
    double K = o->iterations, K2 = o->iterations_squared, cycles = o->cycles;
    struct model_flops f;
    f.ortho = N * (4 * (K2 + K) + 3 * K);
    f.spmv = 2 * Z * (K + cycles);
    f.multigrid = (K + cycles) * precond;
    f.update = N * (7 * cycles + 2 * K);
    f.total = f.ortho + f.spmv + f.multigrid + f.update;
    return f;
}

struct memory_need model_memory(const struct grid *g, enum row_order order, int restart,
                                const struct policy policies[], int count)
{
    format_set need[MAX_LEVELS] = {0};
    struct memory_need m = {.resident = machine_resident()};
    for (int p = 0; p < count; p++) {
        policy_needs(&policies[p], HPGMXP_LEVELS, need);
        size_t solver = gmres_cost(grid_rows(g), grid_halo(g), &policies[p], restart) +
                        multigrid_cost(g, HPGMXP_LEVELS, &policies[p], policies[p].inner);
        m.solver = solver > m.solver ? solver : m.solver;
    }
    m.solver += vector_cost(F64, grid_rows(g), grid_halo(g)); /* x */
    struct memory_model h = hierarchy_cost(g, HPGMXP_LEVELS, order, need);
    m.hierarchy = h.kept;
    size_t solving = m.device = h.kept + m.solver;
    m.total = m.resident + (solving > h.peak ? solving : h.peak);
    return m;
}

static size_t csr_cost(int n, size_t nonzeros)
{
    return mem_cost((size_t)n + 1, sizeof(size_t)) + mem_cost(nonzeros, sizeof(int)) +
           mem_cost(nonzeros, sizeof(double));
}

struct memory_need model_memory_of(int n, size_t nonzeros, int restart,
                                   enum precond_kind kind, const struct policy *policy)
{
    format_set need = 1u << F64 | 1u << policy->matrix[policy->inner];
    struct memory_need m = {.resident = machine_resident()};
    const int factors = kind == PRECOND_ILU ? 2 : kind == PRECOND_JRIGHT;
    const size_t entries = kind == PRECOND_ILU ? (nonzeros + (size_t)n) / 2 : (size_t)n;
    struct memory_model layout = layout_cost(n, nonzeros, 0, need),
                        factor = layout_cost(n, entries, 0, need);
    const size_t waiting = (size_t)factors * csr_cost(n, entries);
    m.solver = gmres_cost(n, 0, policy, restart) + 2 * vector_cost(F64, n, 0) +
               (size_t)factors * vector_cost(policy->inner, n, 0);
    m.hierarchy = layout.kept + (size_t)factors * factor.kept;
    size_t most = m.device = m.hierarchy + m.solver;
    if (kind == PRECOND_ILU && 2 * csr_cost(n, nonzeros) + waiting > most)
        most =
            2 * csr_cost(n, nonzeros) + waiting; /* A, its factors in place, M_L, M_U */
    if (layout.peak + waiting > most)
        most = layout.peak + waiting;
    m.total = m.resident + most;
    return m;
}
