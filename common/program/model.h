/* common/program/model.h - the operation count of the rating.
 *
 * The operation count (1.11) is that of the optimized code of the paper (Kashi et
 * al., SC 2025). It is the same for all trees and precisions, so that ratings can
 * be compared. The flops of the phases are those of the contract (kernels.h).
 */
#ifndef MEMWALL_MODEL_H
#define MEMWALL_MODEL_H
#include "matrix.h"
#include "outcome.h"

/* Flops of the parts of a solve, summed over all ranks. */
struct model_flops {
    double ortho, spmv;
    double multigrid; /* the preconditioner, whatever it is */
    double update, total;
};

/* The operation count (1.11) of the iterations and cycles in *o. precond: flops of
 * one application of the preconditioner on all ranks. The orthogonalization counts
 * as CGS2. */
struct model_flops model_flops(const struct matrix *A, double precond,
                               const struct outcome *o);
#endif
