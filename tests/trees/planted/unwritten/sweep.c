/* tests/trees/planted/unwritten/sweep.c - broken on purpose: in a sweep with zero initial guess
 * each row is padded with an entry 0 in the last column, whose z nobody has written
 * yet. */
#include "kernels.h"
#include "real.h"

static void K(right_zero_guess)(const struct matrix *A, const struct vector *r,
                                struct vector *z);
#define sweep_zero_guess right_zero_guess
#include "ref/sweep.c"
#undef sweep_zero_guess

KERNEL solve_padded(struct rows A, int last, const real *r, real *z)
{
    FOR_TEAMS(one, 1) {
        for (int i = 0; TEAM_LEADER && i < A.n; i++) {
            acc sum = wide(r[i]) - 0 * wide(z[last]);
            for (size_t e = A.ptr[i]; e < A.ptr[i + 1]; e++)
                if (A.col[e] < i)
                    sum -= wide_s(A.a[e]) * wide(z[A.col[e]]);
            z[i] = narrow(sum / diagonal(A, i));
        }
    }
}

void K(sweep_zero_guess)(const struct matrix *A, const struct vector *r,
                         struct vector *z)
{
    (void)K(right_zero_guess);
    TEAM_LAUNCH(solve_padded, 1, rows_of(A), A->columns + A->halo_n - 1, reals(r),
                reals(z));
}
