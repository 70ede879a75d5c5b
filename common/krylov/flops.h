/* common/krylov/flops.h - the operation count of solves by GMRES. */
#ifndef MEMWALL_FLOPS_H
#define MEMWALL_FLOPS_H
#include "json.h"
#include "matrix.h"
#include "outcome.h"

/* Flops of the parts of solves, summed over all ranks: the operation count (1.11) of the
 * benchmark's rating, which is the same for all trees and formats. It follows the optimized code
 * of the paper (Kashi et al., SC 2025); the flops of phases follow the contract. */
struct model_flops {
    double ortho, spmv;
    double multigrid; /* the preconditioner, whatever it is */
    double update, total;
};

/* precond: flops of one application of the preconditioner on all ranks. *o has the iterations
 * and cycles of all solves. The orthogonalization counts as CGS2. */
struct model_flops model_flops(const struct matrix *A, double precond,
                               const struct outcome *o);
void model_flops_json(struct json *j, const struct model_flops *f);
#endif
