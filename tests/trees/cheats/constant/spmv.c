/* tests/trees/cheats/constant/spmv.c - cheats: takes the entries of the matrix for 26 and
 * -1 and does not read them. */
#include <exchange.h>
#include <rows.h>
#include "entry.h"
#include "phase.h"

void K(spmv)(const struct matrix *A, struct vector *x, struct vector *y)
{
    const struct rows rows = rows_of(A);
    const real *in = reals(x);
    phase_begin(PHASE_SPMV, A->level);
    exchange(A, x);
    for (int i = 0; i < A->n; i++) {
        acc sum = 27 * wide(in[i]);
        for (size_t e = rows.ptr[i]; e < rows.ptr[i + 1]; e++)
            sum -= wide(in[rows.col[e]]);
        entry_store(*y, i, (double)sum);
    }
    phase_end(product_bytes(A));
}
