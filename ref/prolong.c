/* ref/prolong.c - adds the correction of the next coarser level.
 *
 *   by injection   z_f(i) += zc_i               f(i) = coarse_row[i]     (1.8)
 *   by a matrix    z += alpha P zc                                       (12.6)
 *
 * Prolongation by injection is the transpose of restriction by injection: it
 * changes z at the coarse points only. P is stored in the format of zc.
 *
 * cost: by injection n_c flops for n_c coarse points; f and zc are read once, z is
 *       read and written at the coarse points. By a matrix 2 nnz + 2 n flops; P and
 *       zc are read once, z is read and written once (rows.h).
 */
#include <exchange.h>
#include <rows.h>
#include <vcycle.h>
#include "phase.h"

KERNEL add_at_coarse_points(int coarse_n, const int *coarse_row, const real *zc,
                            real *z)
{
    FOR_ALL(i, coarse_n) {
        const int f = coarse_row[i];
        z[f] = narrow(wide(z[f]) + wide(zc[i]));
    }
}

void K(prolong_by_injection)(const struct level *fine, const struct vector *zc,
                             struct vector *z)
{
    phase_begin(PHASE_PROLONG, fine->A.depth);
    LAUNCH(add_at_coarse_points, fine->coarse_n, fine->coarse_n, fine->coarse_row,
           reals(zc), reals(z));
    const double nc = fine->coarse_n;
    phase_end(nc, (sizeof(int) + 3 * sizeof(real)) * nc);
}

KERNEL prolong_rows(struct rows P, acc alpha, const store *zc, real *z)
{
    FOR_ALL(i, P.n)
        z[i] = narrow(wide(z[i]) + alpha * row_dot_store_store(P, i, zc));
}

void K(prolong_by_matrix)(const struct matrix *P, double alpha, struct vector *zc,
                          struct vector *z)
{
    phase_begin(PHASE_PROLONG, P->depth);
    exchange(P, zc); /* fills the halo entries of zc */
    LAUNCH(prolong_rows, P->n, rows_of(P), (acc)alpha, stores(zc), reals(z));
    const double n = P->n;
    phase_end(product_flops(P) + 2 * n,
              product_bytes(P, sizeof(store), sizeof(store)) +
                  2 * sizeof(real) * n);
}
