/* opt/prolong.c - adds the correction of the next coarser level.
 *
 *   by injection   z_f(i) += zc_i               f(i) = coarse_row[i]          (1.8)
 *   by a matrix    z += alpha P zc                                           (12.6)
 *
 * Cost by injection: n_c flops for n_c coarse points; f and zc are read once, z is read
 * and written at the coarse points. By a matrix: 2 nnz + 2 n flops; P and zc are read
 * once, z is read and written once (slice_bytes.h).
 */
#include <exchange.h>
#include <slice.h>
#include <vcycle.h>
#include "phase.h"

KERNEL add_at_coarse_points(int coarse_n, const int *coarse_row, struct vector zc,
                            real *z)
{
    FOR_ALL(i, coarse_n) {
        const int f = coarse_row[i];
        z[f] = narrow(wide(z[f]) + (acc)entry_load(zc, i));
    }
}

void K(prolong_by_injection)(const struct level *fine, const struct vector *zc,
                             struct vector *z)
{
    phase_begin(PHASE_PROLONG, fine->A.depth);
    add_at_coarse_points(fine->coarse_n, fine->coarse_row, *zc, reals(z));
    const double nc = fine->coarse_n, bytes = sizeof(int) + 2.0 * sizeof(real) +
                                              (double)format_bytes(zc->format);
    phase_end(nc, bytes * nc);
}

KERNEL prolong_rows(const struct layout *P, int first, int count, acc alpha,
                    const real *zc, struct vector z)
{
    FOR_ALL(k, count) {
        const struct slice *s = &P->slice[first + k];
        const rows sum = off_diagonal(P, s, zc);
        rows zs = load_result(s, z);
        FOR_VECTORS(v)
            zs.v[v] += alpha * sum.v[v];
        store_result(s, z, zs);
    }
}

void K(prolong_by_matrix)(const struct matrix *P, double alpha, struct vector *zc,
                          struct vector *z)
{
    phase_begin(PHASE_PROLONG, P->depth);
    exchange_begin(P, zc);
    prolong_rows(INTERIOR(P), (acc)alpha, reals(zc), *z);
    exchange_end(P, zc);
    multiply_halo(P, zc);
    prolong_rows(BOUNDARY(P), (acc)alpha, reals(zc), *z);
    phase_end(product_flops(P) + 2.0 * P->n,
              product_bytes(P) + 2 * (double)format_bytes(z->format) * P->n);
}
