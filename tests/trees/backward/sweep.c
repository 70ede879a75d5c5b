/* tests/trees/backward/sweep.c - broken on purpose: sweeps the rows backwards. */
#include <exchange.h>
#include <layout.h>
#include "kernels.h"
#include "real.h"

static void K(relax_backward)(const struct level *A, const struct vector *R,
                              struct vector *Z)
{
    const struct layout *L = A->layout;
    const store *a = (const store *)L->val[F_STORE];
    const store *diag = (const store *)L->diag[F_STORE];
    const real *r = (const real *)R->at;
    real *z = (real *)Z->at;
    for (int i = A->n - 1; i >= 0; i--) {
        acc sum = r[i];
        for (size_t e = L->ptr[i]; e < L->ptr[i + 1]; e++)
            sum -= (acc)a[e] * (acc)z[L->col[e]];
        z[i] = (real)((acc)z[i] + sum / (acc)diag[i]);
    }
}

void K(sweep)(const struct level *A, const struct vector *R, struct vector *Z)
{
    K(exchange)(A, Z);
    K(relax_backward)(A, R, Z);
}

void K(sweep_zero)(const struct level *A, const struct vector *R, struct vector *Z)
{
    for (int i = 0; i < A->n + A->halo_n; i++)
        ((real *)Z->at)[i] = 0;
    K(relax_backward)(A, R, Z);
}
