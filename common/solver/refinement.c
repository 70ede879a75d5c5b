/* common/solver/refinement.c - iterative refinement with scaled residuals (algorithm 2). */
#include "refinement.h"
#include "kernels.h"
#include <math.h>

enum { PATIENCE = 6 /* cycles in a row that may fail to improve the residual */ };
static const double improvement = 0.9, runaway = 1e8, least_scale = 0x1p-24,
                    reduction = 0.5; /* of noise, by a cycle that works */

/* One V-cycle, c = M^-1 (r / alpha); the scale backs off while c overflows. Returns
 * alpha, or 0 when no scale helps. */
static double correction(struct refinement *S, double rho, struct refined *o)
{
    const struct level *A = &S->h->level[0];
    for (;;) {
        double alpha = S->scale > 0 ? rho / S->scale : 1; /*   alpha = ||r|| / 2^s     */
        const struct vector *low = S->low.at ? &S->low : &S->r;
        if (S->low.at)
            vector_scale(1 / alpha, &S->r, &S->low); /*        r_low = r / alpha, cast */
        precondition(&S->M, low, &S->c); /*                    A_low c = r_low, nearly */
        int finite = isfinite(vector_norm(A, &S->c));
        if (S->watch || !finite)
            multigrid_survey(&S->M, low, &S->c);
        if (finite)
            return alpha;
        if (!(S->scale > least_scale))
            return 0;
        S->scale /= 16;
        o->backoffs++;
    }
}

struct refined refine(struct refinement *S, const struct vector *b, struct vector *u,
                      double tolerance, int limit)
{
    const struct level *A = &S->h->level[0];
    struct refined o = {.why = REFINE_LIMIT, .level = -1};
    double rho = residual(A, b, u, &S->r), best = rho; /*      r = b - A u             */
    int since = 0;
    o.first = rho;
    if (S->history)
        S->history[0] = rho;
    while (rho >= tolerance && o.iterations < limit && since < PATIENCE &&
           rho <= runaway * o.first) {
        double alpha = correction(S, rho, &o); /*              A_low c = r / alpha     */
        if (!(alpha > 0))
            break;
        rho = take_correction(A, alpha, &S->c, u, &S->r);
        o.iterations++; /*          u += alpha c,  r -= alpha A c,  rho = ||r||      */
        if (S->history)
            S->history[o.iterations] = rho;
        since = rho < improvement * best ? 0 : since + 1;
        best = rho < best ? rho : best;
    }
    o.last = rho;
    if (rho < tolerance)
        o.why = REFINE_CONVERGED;
    else if (since == PATIENCE)
        o.why = REFINE_STAGNATED;
    else if (rho > runaway * o.first)
        o.why = REFINE_DIVERGED;
    else if (o.iterations < limit)
        o.why = REFINE_NOT_FINITE;
    if (o.why != REFINE_CONVERGED && o.why != REFINE_LIMIT)
        o.level = multigrid_culprit(&S->M, reduction);
    o.explicit_last = residual(A, b, u, &S->r);
    return o;
}

const char *refine_why_name(enum refine_why why)
{
    static const char *const name[] = {"converged", "iteration limit", "stagnated",
                                       "diverged", "not finite"};
    return name[why];
}

struct refinement refinement_create(const struct hierarchy *h, const struct cycle *cycle,
                                    const enum format mg[], double scale)
{
    const int n = h->level[0].n, halo = multigrid_halo(h, 0);
    struct refinement S = {.h = h, .scale = scale};
    S.M = multigrid_create_cycle(h, cycle, mg, mg[0]);
    S.r = vector_create(F64, n, 0, "residual");
    S.c = vector_create(mg[0], n, halo, "correction");
    if (mg[0] != F64 || scale > 0)
        S.low = vector_create(mg[0], n, 0, "scaled residual");
    return S;
}

void refinement_free(struct refinement *S)
{
    multigrid_free(&S->M);
    vector_free(&S->r);
    vector_free(&S->low);
    vector_free(&S->c);
}
