/* ref/multiply.h - the CSR product kernel, shared by SpMV and restriction.
 *
 *   y_i = sum_j a_ij x_j        a row at a time
 */
#ifndef MEMWALL_MULTIPLY_H
#define MEMWALL_MULTIPLY_H
#include "real.h"
#include "words.h"
#include <stddef.h>

KERNEL K(multiply)(int n, const size_t *restrict ptr, const int *restrict col,
                   const store *restrict a, const real *restrict x, real *restrict y)
{
    FOR_ALL(i, n) {
        acc sum = 0;
        for (size_t e = ptr[i]; e < ptr[i + 1]; e++)
            sum += wide_s(a[e]) * wide(x[col[e]]);
        y[i] = narrow(sum);
    }
}
#endif
