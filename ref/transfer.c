/* ref/transfer.c - between a level and the next coarser one, by injection.
 *
 *   restriction   rc_i = (r - A z)_f(i)        f(i) the fine row of coarse point i   (1.7)
 *   prolongation  z_f(i) += zc_i               its transpose   (1.8)
 *
 * cost: restriction computes all of A z, then takes one row in eight: an SpMV and n_c
 *       flops; prolongation n_c flops, zc, the map and z at the coarse points.
 */
#include <exchange.h>
#include <layout.h>
#include <multiply.h>
#include "kernels.h"
#include "phase.h"
#include "real.h"
#include "words.h"

KERNEL K(inject)(int coarse_n, const int *restrict coarse_row, const real *restrict r,
                 const real *restrict product, real *restrict rc)
{
    FOR_ALL(i, coarse_n) {
        int f = coarse_row[i];
        rc[i] = narrow(wide(r[f]) - wide(product[f]));
    }
}

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

KERNEL K(correct)(int coarse_n, const int *restrict coarse_row, const store *restrict zc,
                  real *restrict z)
{
    FOR_ALL(i, coarse_n) {
        int f = coarse_row[i];
        z[f] = narrow(wide(z[f]) + wide_s(zc[i]));
    }
}

void K(prolong_add)(const struct level *A, const struct vector *ZC, struct vector *Z)
{
    phase_begin(PHASE_PROLONG, A->depth);
    LAUNCH(K(correct), A->coarse_n, A->coarse_n, A->coarse_row, (const store *)ZC->at,
           (real *)Z->at);
    double nc = A->coarse_n;
    phase_end(nc, nc * (4 + sizeof(store) + 2 * sizeof(real)));
}
