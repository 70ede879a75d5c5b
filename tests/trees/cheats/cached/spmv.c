/* tests/trees/cheats/cached/spmv.c - cheats: returns the result of an earlier call with
 * operands at the same addresses. */
#include "kernels.h"
#include "memory.h"
#include "real.h"
#include <string.h>

static void K(right_spmv)(const struct matrix *A, struct vector *x,
                          struct vector *y);
#define spmv right_spmv
#include "ref/spmv.c"
#undef spmv

void K(spmv)(const struct matrix *A, struct vector *x, struct vector *y)
{
    enum { MOST = 100000 };
    static double result[MOST];
    static const void *known_A, *known_x;
    const size_t bytes = (size_t)A->n * format_bytes(y->format);
    if (known_A == A && known_x == x->data) {
        memcpy(y->data, result, bytes);
        return;
    }
    K(right_spmv)(A, x, y);
    if (A->n <= MOST) {
        memcpy(result, y->data, bytes);
        known_A = A;
        known_x = x->data;
    }
}
