/* opt/prolong.c - prolongation of a correction from the next coarser level.
 *
 *   by injection   z_f(i) += zc_i           f(i): row of coarse point i       (1.8)
 *   by a matrix    z += alpha P zc          P in the format of zc            (12.6)
 *
 * Cost by injection: n_c flops; zc and the map read, z at the coarse points read
 * and written. By a matrix: 2 nnz + 2 n flops; bytes: the stored values and
 * indices, zc read once, z read and written once.
 *
 * Differs from ref: the layout. Implicit columns of P step by one half: a shuffle
 * of one vector replaces a gather, without an index. Injection is that of ref.
 */
#include <exchange.h>
#include <rows.h>
#include "phase.h"

/* correction: by how much z changes, or NULL. */
KERNEL add_at_coarse_points(int coarse_n, const int *coarse_row, const store *zc,
                            real *z, double *correction)
{
    FOR_ALL(c, coarse_n) {
        const int i = coarse_row[c];
        const acc old = wide(z[i]);
        z[i] = narrow(old + wide_s(zc[c]));
        if (correction)
            correction[c] = (double)wide(z[i]) - (double)old;
    }
}

void K(prolong_by_injection)(const struct level *fine, const struct vector *zc,
                             struct vector *z)
{
    phase_begin(PHASE_PROLONG, fine->A.depth);
    const int nc = fine->coarse_n;
    struct half_part *half = &fine->A.layout->half; /* half_sweep.h */
    LAUNCH(add_at_coarse_points, nc, nc, fine->coarse_row, stores(zc), reals(z),
           half->correction);
    half->corrected = half->correction != NULL;
    phase_end(nc, nc * (double)(sizeof(int) + sizeof(store) + 2 * sizeof(real)));
}

KERNEL prolong_rows(struct rows P, acc alpha, const store *zc, real *z)
{
    FOR_PACKS(p, P, F_STORE) {
        const pack sum = off_diagonal(p, zc);
        pack zp = load_pack(p, z);
        FOR_VECTORS(v)
            zp.v[v] += alpha * sum.v[v];
        store_pack(p, z, zp);
    }
}

void K(prolong_by_matrix)(const struct matrix *P, double alpha, struct vector *zc,
                          struct vector *z)
{
    phase_begin(PHASE_PROLONG, P->depth);
    exchange_begin(P, zc);
    LAUNCH_ROWS(prolong_rows, interior_slices(P), (acc)alpha, stores(zc), reals(z));
    exchange_end(P, zc);
    LAUNCH_ROWS(prolong_rows, boundary_slices(P), (acc)alpha, stores(zc), reals(z));
    phase_end(product_flops(P) + 2.0 * P->n,
              product_bytes(P, sizeof(store), sizeof(store)) +
                  2.0 * P->n * sizeof(real));
}
