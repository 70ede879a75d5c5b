/* common/krylov/givens.c - Givens rotations and back substitution. */
#include "givens.h"
#include "format.h"
#include "memory.h"
#include <math.h>

struct givens givens_create(int m)
{
    size_t k = (size_t)m;
    return (struct givens){
        .m = m,
        .R = mem_zero(k * (k + 1), sizeof(double), "triangular factor of H"),
        .c = mem_zero(k, sizeof(double), "Givens rotations"),
        .s = mem_zero(k, sizeof(double), "Givens rotations"),
        .g = mem_zero(k + 1, sizeof(double), "rotated right-hand side")};
}

void givens_free(struct givens *G)
{
    mem_free(G->R);
    mem_free(G->c);
    mem_free(G->s);
    mem_free(G->g);
}

void givens_start(struct givens *G, double rho)
{
    for (int i = 1; i <= G->m; i++)
        G->g[i] = 0;
    G->g[0] = rho;
}

/* Computes c and s with  c a + s b = r,  -s a + c b = 0,  c^2 + s^2 = 1,  and
 * returns r >= 0. For a = b = 0 it sets c = 0 and s = 1. A column that does not
 * reduce the residual then leaves the estimate |g_{k+1}| unchanged. */
static double rotation(double a, double b, double *c, double *s)
{
    double r = hypot(a, b);
    *c = r > 0 ? a / r : 0;
    *s = r > 0 ? b / r : 1;
    return r;
}

double givens_add(struct givens *G, int k, const double *h, double beta)
{
    double *column = G->R + (long)k * (G->m + 1);
    double norm = fabs(beta);
    for (int i = 0; i <= k; i++) {
        column[i] = h[i];
        norm = hypot(norm, h[i]);
    }
    for (int i = 0; i < k; i++) { /* apply the earlier rotations */
        double above = column[i], below = column[i + 1];
        column[i] = G->c[i] * above + G->s[i] * below;
        column[i + 1] = G->c[i] * below - G->s[i] * above;
    }
    /* The new rotation eliminates beta, unless both are rounding errors of the column:
     * of the product and of up to three projections. */
    if (hypot(column[k], beta) <= 4 * (k + 2) * format_roundoff(F64) * norm)
        column[k] = beta = 0;
    column[k] = rotation(column[k], beta, &G->c[k], &G->s[k]);
    G->g[k + 1] = -G->s[k] * G->g[k];
    G->g[k] = G->c[k] * G->g[k];
    return fabs(G->g[k + 1]);
}

void givens_solve(const struct givens *G, int k, double *t)
{
    for (int i = k - 1; i >= 0; i--) { /* back substitution */
        double sum = G->g[i];
        for (int j = i + 1; j < k; j++)
            sum -= G->R[(long)j * (G->m + 1) + i] * t[j];
        double diagonal = G->R[(long)i * (G->m + 1) + i];
        t[i] = diagonal != 0 ? sum / diagonal : 0;
    }
}
