/* common/program/model.c - the operation count of the rating. */
#include "model.h"

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
