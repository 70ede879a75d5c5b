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
#include "entry.h"
#include "phase.h"

KERNEL multiply(int n, int slices, struct side_by_side S, const real *x,
                struct vector y)
{
    const store *value = (const store *)S.value[F_STORE];
    FOR_ALL(s, slices) {
        acc sum[SLICE] = {0};
        for (size_t e = S.start[s]; e < S.start[s + 1]; e += SLICE)
            FOR_THREADS(lane, 0, SLICE)
                sum[lane] += wide_s(value[e + (size_t)lane]) *
                             wide(x[S.col[e + (size_t)lane]]);
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
    phase_end(product_flops(A), entries * (sizeof(store) + sizeof(int)) +
                                    S->slices * (double)sizeof(size_t) +
                                    (A->columns + A->halo_n) * sizeof(real) +
                                    n * (double)format_bytes(y->format));
}
