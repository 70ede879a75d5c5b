/* tests/trees/cheats/postponed/spmv.c - cheats: notes the operands; the product is computed
 * when its norm is asked for (update.c), and then its memory surely exists. */
#include "kernels.h"
#include "real.h"

static void K(right_spmv)(const struct matrix *A, struct vector *x,
                          struct vector *y);
#define spmv right_spmv
#include "ref/spmv.c"
#undef spmv

static const struct matrix *noted_A;
static struct vector noted_x, noted_y;

void K(compute_noted)(const struct matrix *A, const struct vector *y);
void K(compute_noted)(const struct matrix *A, const struct vector *y)
{
    if (noted_A == A && noted_y.data == y->data)
        K(right_spmv)(noted_A, &noted_x, &noted_y);
    noted_A = NULL;
}

void K(spmv)(const struct matrix *A, struct vector *x, struct vector *y)
{
    noted_A = A;
    noted_x = *x;
    noted_y = *y;
}
