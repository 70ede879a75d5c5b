/* common/measure/model.h - the operation count that a rating uses, and the memory model.
 *
 * One count for all trees and precisions, that of the paper's optimised code (Kashi et
 * al., SC 2025; 1.11), so that ratings compare. Kernels count for themselves
 * what they really do (phase.h).
 */
#ifndef MEMWALL_MODEL_H
#define MEMWALL_MODEL_H
#include "gmres.h"

struct model_flops {
    double ortho, spmv, multigrid /* the preconditioner */, update, total;
};

/* F = 3 Z_0 + 5 (Z_1 + ... + Z_{L-2}) + 4 Z_{L-1} + N_1 + ... + N_{L-1}: one V-cycle on
 * all ranks. N_l, Z_l: global rows and nonzeros of level l. */
double model_vcycle_flops(const struct hierarchy *h);

/* Flops on all ranks of the iterations and cycles that the outcome counts, where one
 * application of the preconditioner takes so many; orthogonalisation as in CGS2. */
struct model_flops model_flops(const struct hierarchy *h, double precond,
                               const struct outcome *o);

/* Bytes on this rank: the program before it begins (`resident`), the hierarchy with the
 * matrix formats that the policies need, the largest of their solvers, the solution. */
struct memory_need {
    size_t resident, hierarchy, solver, total;
    size_t device; /* of these, what kernels work on: on a GPU, in its memory */
};
struct memory_need model_memory(const struct grid *g, enum row_order order, int restart,
                                const struct policy policies[], int count);

/* The same for one matrix of n rows that is there already, and its preconditioner: of
 * ILU as if half of the entries stood below the diagonal. */
struct memory_need model_memory_of(int n, size_t nonzeros, int restart,
                                   enum precond_kind kind, const struct policy *policy);
#endif
