/* opt/spmv.c - y = A x, a slice at a time.
 *
 *   y = D x + L x + U x,   then y += H x_halo at the boundary rows            (1.3)
 *
 * Cost: 2 nnz flops; bytes: the stored values and indices, the diagonal, x read
 * once, y written once, and H.
 *
 * Differs from ref: the layout (layout.h), and the halo exchange overlaps the
 * product of the local part. With implicit columns it runs at 90 % of the read
 * bandwidth, ref at 65 % of it (docs/10).
 */
#include <exchange.h>
#include <half_product.h>
#include <rows.h>
#include "phase.h"

KERNEL_4_BLOCKS multiply(struct rows A, const real *x, struct result y)
{
    FOR_PACKS(p, A, F_STORE) {
        const pack sum = times_diagonal(p, x);
        store_result(p, y, add_lower_and_upper(p, x, sum));
    }
}

KERNEL multiply_add_halo(struct halo_part H, const real *halo, struct result y)
{
    FOR_ALL(b, H.rows)
        add_halo_row_to(y, &H, b, halo);
}

void K(spmv)(const struct matrix *A, struct vector *x, struct vector *y)
{
    phase_begin(PHASE_SPMV, A->depth);
    exchange_begin(A, x);
    const double of_half = half_product(A, x);
    LAUNCH_ROWS(multiply, all_slices(A), reals(x), result_of(y));
    exchange_end(A, x); /* fills the halo entries of x */
    LAUNCH(multiply_add_halo, A->layout->halo.rows, A->layout->halo,
           reals(x) + A->columns, result_of(y));
    const double y_bytes = (double)format_bytes(y->format) * A->n;
    phase_end(product_flops(A),
              product_bytes(A, sizeof(store), sizeof(real)) + y_bytes + of_half);
}
