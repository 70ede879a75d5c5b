/* common/krylov/flops.c - the operation count (1.11); see flops.h. */
#include "flops.h"

struct model_flops model_flops(const struct matrix *A, double precond,
                               const struct outcome *o)
{
    const double N = (double)A->global_rows, Z = (double)A->global_nonzeros;
    const double K = o->iterations, K2 = o->iterations_squared, cycles = o->cycles;
    struct model_flops f = {.ortho = N * (4 * (K2 + K) + 3 * K),
                            .spmv = 2 * Z * (K + cycles),
                            .multigrid = (K + cycles) * precond,
                            .update = N * (7 * cycles + 2 * K)};
    f.total = f.ortho + f.spmv + f.multigrid + f.update;
    return f;
}

void model_flops_json(struct json *j, const struct model_flops *f)
{
    json_object(j, "model_flops");
    json_add(j, "ortho=%g spmv=%g multigrid=%g update=%g total=%g", f->ortho,
             f->spmv, f->multigrid, f->update, f->total);
    json_end(j);
}
