/* docs/labs/10-coalescing/answer/gpu/spmv.c - y = A x, CSR with a warp for each row.
 *
 *   y_i = sum_j a_ij x_j          w = A z in (1.3)
 *
 * The threads of a warp load neighboring entries of a row, and add their products with
 * shuffles (warp_sum in team.h).
 *
 * cost: 2 nnz flops; A, x and y are each transferred once (rows.h)
 */
#include <exchange.h>
#include <rows.h>
#include "entry.h"
#include "phase.h"

enum { ROWS_OF_TEAM = 8 };

KERNEL multiply(struct rows A, const real *x, struct vector y)
{
    FOR_TEAMS(t, (A.n + ROWS_OF_TEAM - 1) / ROWS_OF_TEAM) {
        const int end = A.n < (t + 1) * ROWS_OF_TEAM ? A.n : (t + 1) * ROWS_OF_TEAM;
        for (int i = t * ROWS_OF_TEAM + TEAM_THREAD / WARP_SIZE; i < end;
             i += TEAM_THREADS / WARP_SIZE) {
            acc sum = 0;
            for (size_t e = A.ptr[i] + (size_t)(TEAM_THREAD % WARP_SIZE);
                 e < A.ptr[i + 1]; e += (size_t)WARP_SIZE)
                sum += wide_s(A.a[e]) * wide(x[A.col[e]]);
            const double row = warp_sum((double)sum);
            if (TEAM_THREAD % WARP_SIZE == 0)
                entry_store(y, i, (double)from_units(A, i, (acc)row));
        }
    }
}

void K(spmv)(const struct matrix *A, struct vector *x, struct vector *y)
{
    phase_begin(PHASE_SPMV, A->level);
    exchange(A, x); /* fills the halo entries of x */
    TEAM_LAUNCH(multiply, (A->n + ROWS_OF_TEAM - 1) / ROWS_OF_TEAM, rows_of(A),
                reals(x), *y);
    phase_end(product_bytes(A) + (double)format_bytes(y->format) * A->n);
}
