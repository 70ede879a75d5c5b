/* ref/prolong.c - adds the correction of the next coarser level.
 *
 *   by injection   z_f(i) += zc_i               f(i) = coarse_row[i]     (1.8)
 *   by a matrix    z += alpha P zc                                       (12.6)
 *
 * Prolongation by injection is the transpose of restriction by injection: it
 * changes z at the coarse points only.
 *
 * cost: by injection n_c flops for n_c coarse points; f and zc are read once, z is
 *       read and written at the coarse points. By a matrix 2 nnz + 2 n flops; P and
 *       zc are read once, z is read and written once (rows.h).
 */
#include <exchange.h>
#include <rows.h>
#include <vcycle.h>
#include "entry.h"
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
    LAUNCH(add_at_coarse_points, fine->coarse_n, fine->coarse_n, fine->coarse_row,
           *zc, reals(z));
    const double nc = fine->coarse_n, bytes = sizeof(int) + 2.0 * sizeof(real) +
                                              (double)format_bytes(zc->format);
    phase_end(nc, bytes * nc);
}

KERNEL prolong_rows(struct rows P, double alpha, const real *zc, struct vector z)
{
    FOR_ALL(i, P.n)
        entry_store(z, i, entry_load(z, i) + alpha * (double)row_dot(P, i, zc));
}

void K(prolong_by_matrix)(const struct matrix *P, double alpha, struct vector *zc,
                          struct vector *z)
{
    phase_begin(PHASE_PROLONG, P->depth);
    exchange(P, zc); /* fills the halo entries of zc */
    LAUNCH(prolong_rows, P->n, rows_of(P), alpha, reals(zc), *z);
    const double n = P->n;
    phase_end(product_flops(P) + 2 * n,
              product_bytes(P) + 2 * (double)format_bytes(z->format) * n);
}
