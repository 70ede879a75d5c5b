/* tests/labs/columns-answer/spmv.c - y = A x for slices with implicit columns.
 *
 *   y_i = sum_j a_ij x_j          w = A z in (1.3)
 *
 * Entries of an implicit slice column are multiplied by consecutive entries of x.
 *
 * cost: 2 nnz flops; the values with their padding, the offsets, the indices of
 *       explicit slice columns, x and y are each transferred once
 */
#include <exchange.h>
#include <rows.h>
#include "phase.h"

KERNEL multiply(int n, int slices, struct layout L, const real *x, real *y)
{
    const store *value = (const store *)L.ell_value[F_STORE];
    FOR_ALL(s, slices) {
        acc sum[SLICE] = {0};
        size_t e = (size_t)(L.offset_start[s] + L.col_start[s]) * SLICE;
        for (int k = L.offset_start[s]; k < L.offset_start[s + 1];
             k++, e += SLICE) {
            const real *from = x + s * SLICE + L.offset[k];
            FOR_THREADS(lane, 0, SLICE)
                sum[lane] += wide_s(value[e + (size_t)lane]) * wide(from[lane]);
        }
        for (int k = L.col_start[s]; k < L.col_start[s + 1]; k++, e += SLICE) {
            const int *col = L.ell_col + (size_t)k * SLICE;
            FOR_THREADS(lane, 0, SLICE)
                sum[lane] += wide_s(value[e + (size_t)lane]) * wide(x[col[lane]]);
        }
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
    phase_end(product_flops(A),
              entries * sizeof(store) +
                  sizeof(int) * (double)(L->offsets + L->indices) +
                  L->slices * 2.0 * (double)sizeof(int) +
                  (A->columns + A->halo_n + n) * sizeof(real));
}
