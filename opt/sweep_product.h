/* opt/sweep_product.h - w = A z, after a sweep has stored a part of it in w.
 *
 * When a sweep updates row i, the columns of L hold values of z that it does not
 * change any more. Their sum is a part of the product with the new z:
 *
 *   w = p + U z + H z_halo    with p = L z + D z, which relax_rows has stored (18.1)
 *
 * Only U and H are read, half of the matrix (Eisenstat, SIAM J. Sci. Stat. Comput. 2,
 * 1981). The values of z in the columns of U and H were still old during the sweep,
 * so they are multiplied here. p is stored in the format of w.
 *
 * Cost: nnz flops; bytes: U, H, z and p read once, w written once. The sweep writes
 * p in addition to z.
 */
#ifndef MEMWALL_SWEEP_PRODUCT_H
#define MEMWALL_SWEEP_PRODUCT_H
#include <exchange.h>
#include <half_product.h>
#include <rows.h>
#include "phase.h"

/* The part of A z that the sweep of these rows knows, with z as it is stored. */
PACK_FUNCTION void store_begun_product(struct pack_rows p, pack Lz, const real *z,
                                       struct result w)
{
    pack sum = times_diagonal(p, z);
    FOR_VECTORS(v)
        sum.v[v] += Lz.v[v];
    store_result(p, w, sum);
}

KERNEL_4_BLOCKS add_upper_product(struct rows A, const real *z, struct result w)
{
    FOR_PACKS(p, A, F_STORE)
        store_result(p, w, add_upper(p, z, load_result(p, w)));
}

/* w = u, the sum of a sweep in half storage (half_sweep.h). */
KERNEL store_known_product(struct rows A, const acc *u, struct result w)
{
    FOR_PACKS(p, A, F_STORE)
        store_result(p, w, load_as(p, F_ACC, u));
}

KERNEL add_halo_to_product(struct halo_part H, const real *halo, struct result w)
{
    FOR_ALL(b, H.rows)
        add_halo_row_to(w, &H, b, halo);
}

static void complete_product(const struct matrix *A, struct vector *z,
                             struct vector *w)
{
    phase_begin(PHASE_SPMV, A->depth);
    const struct layout *layout = A->layout;
    const int half = layout->half.on, copied = half && w->format != F_ACC;
    const size_t w_bytes = format_bytes(w->format),
                 local = half ? copied * (w_bytes + sizeof(acc))
                              : sizeof(real) + 2 * w_bytes;
    exchange_begin(A, z);
    if (!half)
        LAUNCH_ROWS(add_upper_product, all_slices(A), reals(z), result_of(w));
    else if (copied)
        LAUNCH_ROWS(store_known_product, all_slices(A), upper_of(A), result_of(w));
    exchange_end(A, z); /* fills the halo entries of z */
    LAUNCH(add_halo_to_product, layout->halo.rows, layout->halo,
           reals(z) + A->columns, result_of(w));
    phase_end(half ? 2.0 * (double)layout->halo.entries : product_flops(A) / 2,
              part_bytes(A, UPPER, sizeof(store)) + (half ? 0 : slice_bytes(A, 0)) +
                  halo_bytes(A, sizeof(store), sizeof(real)) +
                  (double)((size_t)A->n * local));
}
#endif
