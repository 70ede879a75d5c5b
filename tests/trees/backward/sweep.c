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
        acc sum = wide(r[i]);
        for (size_t e = L->ptr[i]; e < L->ptr[i + 1]; e++)
            sum -= wide_s(a[e]) * wide(z[L->col[e]]);
        z[i] = narrow(wide(z[i]) + sum / wide_s(diag[i]));
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
        ((real *)Z->at)[i] = narrow(0);
    K(relax_backward)(A, R, Z);
}
