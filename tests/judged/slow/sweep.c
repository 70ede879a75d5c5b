/* tests/judged/slow/sweep.c - right, but slow: three more products with the matrix
 * before each sweep. */
#include <vcycle.h>
#include "kernels.h"

static void K(right_sweep)(const struct matrix *A, const struct vector *r,
                           struct vector *z, struct vector *w);
static void K(right_zero_guess)(const struct matrix *A, const struct vector *r,
                                struct vector *z);
#define sweep            right_sweep
#define sweep_zero_guess right_zero_guess
#include "ref/sweep.c"
#undef sweep
#undef sweep_zero_guess

/* Products whose result is only used to decide on something that is never true. */
static int wasted(const struct matrix *A, const struct vector *r)
{
    const struct rows rows = rows_of(A);
    acc sum = 0;
    for (int times = 0; times < 3; times++)
        for (int i = 0; i < A->n; i++)
            sum += row_dot(rows, i, reals(r));
    return sum == (acc)1e30;
}

void K(sweep)(const struct matrix *A, const struct vector *r, struct vector *z,
              struct vector *w)
{
    if (!wasted(A, r))
        K(right_sweep)(A, r, z, w);
}

void K(sweep_zero_guess)(const struct matrix *A, const struct vector *r,
                         struct vector *z)
{
    if (!wasted(A, r))
        K(right_zero_guess)(A, r, z);
}
