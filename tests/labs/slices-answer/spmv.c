/* tests/labs/slices-answer/spmv.c - y = A x for a matrix in sliced ELL.
 *
 *   y_i = sum_j a_ij x_j          w = A z in (1.3)
 *
 * The rows of a slice are added up at the same time: SLICE independent sums, and
 * contiguous loads of values and columns.
 *
 * cost: 2 nnz flops; the entries with their padding, slice_start, x and y are each
 *       transferred once
 */
#include <exchange.h>
#include <rows.h>
#include "phase.h"

KERNEL multiply(int n, int slices, struct layout L, const real *x, real *y)
{
    const store *value = (const store *)L.ell_value[F_STORE];
    FOR_ALL(s, slices) {
        acc sum[SLICE] = {0};
        for (size_t e = L.slice_start[s]; e < L.slice_start[s + 1]; e += SLICE)
            FOR_THREADS(lane, 0, SLICE)
                sum[lane] += wide_s(value[e + (size_t)lane]) *
                             wide(x[L.ell_col[e + (size_t)lane]]);
        for (int lane = 0; lane < SLICE && s * SLICE + lane < n; lane++)
            y[s * SLICE + lane] = narrow(sum[lane]);
    }
}

void K(spmv)(const struct matrix *A, struct vector *x, struct vector *y)
{
    const struct layout *L = A->layout;
    phase_begin(PHASE_SPMV, A->depth);
    exchange(A, x); /* fills the halo entries of x */
    LAUNCH(multiply, L->slices, A->n, L->slices, *L, reals(x), reals(y));
    const double n = A->n, entries = (double)L->ell_entries;
    phase_end(product_flops(A), entries * (sizeof(store) + sizeof(int)) +
                                    L->slices * (double)sizeof(size_t) +
                                    (A->columns + A->halo_n + n) * sizeof(real));
}
