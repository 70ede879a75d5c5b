/* tests/trees/backward/sweep.c - broken on purpose: sweeps the rows backwards. */
#include <exchange.h>
#include <layout.h>
#include "kernels.h"
#include "real.h"
#include "words.h"

KERNEL K(backward)(int n, const size_t *ptr, const int *col, const store *a,
                   const store *diag, const real *r, real *z)
{
    FOR_TEAMS(one, 1) {
        IF_LEADER
        for (int i = n - 1; i >= 0; i--) {
            acc sum = wide(r[i]);
            for (size_t e = ptr[i]; e < ptr[i + 1]; e++)
                sum -= wide_s(a[e]) * wide(z[col[e]]);
            z[i] = narrow(wide(z[i]) + sum / wide_s(diag[i]));
        }
    }
}

static void K(relax_backward)(const struct level *A, const struct vector *R,
                              struct vector *Z)
{
    const struct layout *L = A->layout;
    TEAM_LAUNCH(K(backward), 1, A->n, L->ptr, L->col, (const store *)L->val[F_STORE],
                (const store *)L->diag[F_STORE], (const real *)R->at, (real *)Z->at);
}

void K(sweep)(const struct level *A, const struct vector *R, struct vector *Z)
{
    K(exchange)(A, Z);
    K(relax_backward)(A, R, Z);
}

void K(sweep_zero)(const struct level *A, const struct vector *R, struct vector *Z)
{
    device_clear(Z->at, (size_t)(A->n + A->halo_n) * sizeof(real));
    K(relax_backward)(A, R, Z);
}
