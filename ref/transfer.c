/* ref/transfer.c - the residual restricted to the next coarser level, by injection.
 *
 *   rc_i = (r - A z)_f(i)        f(i) the fine row of coarse point i   (1.7)
 *
 * cost: all of A z, of which one row in eight is taken: an SpMV and n_c flops
 */
#include <exchange.h>
#include <inject.h>
#include <layout.h>
#include <multiply.h>
#include "kernels.h"
#include "phase.h"
#include "real.h"
#include "words.h"

void K(restrict_residual)(const struct level *A, const struct vector *R, struct vector *Z,
                          struct vector *RC)
{
    phase_begin(PHASE_RESTRICT, A->depth);
    K(exchange)(A, Z);
    const struct layout *L = A->layout;
    LAUNCH(K(multiply), A->n, A->n, L->ptr, L->col, (const store *)L->val[F_STORE],
           (const real *)Z->at, (real *)L->product);
    LAUNCH(K(inject), A->coarse_n, A->coarse_n, A->coarse_row, (const real *)R->at,
           (const real *)L->product, (real *)RC->at);
    double nnz = (double)A->nonzeros, n = A->n, nc = A->coarse_n;
    phase_end(2 * nnz + nc, nnz * (sizeof(store) + 4) + 8 * n + 4 * nc +
                                sizeof(real) * (2 * n + A->halo_n + 3 * nc));
}
