/* tests/trees/planted/backward/sweep.c - broken on purpose: sweeps the rows in reverse
 * order. */
#include <exchange.h>
#include <rows.h>
#include <vcycle.h>

KERNEL relax_backward(struct rows A, const real *r, real *z)
{
    FOR_TEAMS(one, 1) {
        if (TEAM_LEADER)
            for (int i = A.n - 1; i >= 0; i--)
                z[i] = narrow(wide(z[i]) +
                              row_residual(A, i, r, z) / diagonal(A, i));
    }
}

void K(sweep)(const struct matrix *A, const struct vector *r, struct vector *z,
              struct vector *w)
{
    exchange(A, z);
    TEAM_LAUNCH(relax_backward, 1, rows_of(A), reals(r), reals(z));
    if (w)
        K(spmv)(A, z, w);
}

void K(sweep_zero_guess)(const struct matrix *A, const struct vector *r,
                         struct vector *z)
{
    device_clear(z->data, (size_t)(A->n + A->halo_n) * sizeof(real));
    TEAM_LAUNCH(relax_backward, 1, rows_of(A), reals(r), reals(z));
}
