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
#include "entry.h"
#include "phase.h"

KERNEL multiply(int n, int slices, struct side_by_side S, const real *x,
                struct vector y)
{
    const store *value = (const store *)S.value[F_STORE];
    FOR_ALL(s, slices) {
        acc sum[SLICE] = {0};
        size_t e = (size_t)(S.offset_start[s] + S.col_start[s]) * SLICE;
        for (int k = S.offset_start[s]; k < S.offset_start[s + 1];
             k++, e += SLICE) {
            const real *from = x + s * SLICE + S.offset[k];
            FOR_THREADS(lane, 0, SLICE)
                sum[lane] += wide_s(value[e + (size_t)lane]) * wide(from[lane]);
        }
        for (int k = S.col_start[s]; k < S.col_start[s + 1]; k++, e += SLICE) {
            const int *col = S.col + (size_t)k * SLICE;
            FOR_THREADS(lane, 0, SLICE)
                sum[lane] += wide_s(value[e + (size_t)lane]) * wide(x[col[lane]]);
        }
        for (int lane = 0; lane < SLICE && s * SLICE + lane < n; lane++)
            entry_store(y, s * SLICE + lane, (double)sum[lane]);
    }
}

void K(spmv)(const struct matrix *A, struct vector *x, struct vector *y)
{
    const struct side_by_side *S = &A->layout->product_rows;
    phase_begin(PHASE_SPMV, A->depth);
    exchange(A, x); /* fills the halo entries of x */
    LAUNCH(multiply, S->slices, A->n, S->slices, *S, reals(x), *y);
    const double n = A->n, entries = (double)S->entries;
    phase_end(product_flops(A),
              entries * sizeof(store) +
                  sizeof(int) * (double)(S->offsets + S->indices) +
                  S->slices * 2.0 * (double)sizeof(int) +
                  (A->columns + A->halo_n) * sizeof(real) +
                  n * (double)format_bytes(y->format));
}
