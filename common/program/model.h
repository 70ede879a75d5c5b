/* common/program/model.h - the operation count of the rating, and the memory model.
 *
 * The operation count (1.11) is that of the optimized code of the paper (Kashi et
 * al., SC 2025). It is the same for all trees and precisions, so that ratings can
 * be compared. The flops that a kernel really executes are counted by the kernel
 * itself (phase.h).
 */
#ifndef MEMWALL_MODEL_H
#define MEMWALL_MODEL_H
#include "cb_gmres.h"

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

/* Predicted memory of one rank in bytes. */
struct memory_need {
    size_t resident;          /* of the process before set-up */
    size_t hierarchy;         /* matrices in all formats that the policies need */
    size_t level[MAX_LEVELS]; /* the part of each level of the hierarchy */
    size_t solver;            /* largest solver of the policies, and the solution */
    size_t device;            /* hierarchy + solver: on a GPU, in its memory */
    size_t host;  /* the largest that set-up needs on the host of a GPU */
    size_t total; /* resident + the maximum of set-up and solve */
};

/* What the memory model must know besides the sizes. */
struct memory_request {
    enum row_order order;
    int restart;                   /* iterations of a GMRES cycle */
    const struct policy *policies; /* [count] used one after the other */
    int count;
    struct cb_rules rules;
    enum stencil_values values; /* of the benchmark's problem */
    size_t
        bandwidth; /* bytes of the arrays of bandwidth_measure, which exist beside the
                         matrices, or 0 */
};

/* Memory of the benchmark's problem on the grid g. */
struct memory_need model_memory(const struct grid *g,
                                const struct memory_request *request);

/* Memory of a matrix with n local rows that already exists as CSR, and of its
 * preconditioner (any but multigrid), with the first policy. ILU(0) is modeled as
 * if half of the entries were below the diagonal. */
struct memory_need model_memory_of(int n, size_t nonzeros, enum precond_kind kind,
                                   const struct memory_request *request);
#endif
