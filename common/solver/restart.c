/* common/solver/restart.c - judges cycles by what storing the basis may have done to them. */
#include "restart.h"
#include <math.h>

static const double ENOUGH = 0.1; /* a good cycle leaves at most that of the residual */
static const double STEP = 10;    /* of theta */

void restart_reset(struct gmres *S)
{
    S->length = S->restart;
    S->theta = 1;
}

/* (11.3). Costs k^2 flops; t is scratch until the cycle ends. */
static double gap(struct gmres *S, int k)
{
    double sum = 0;
    givens_solve(&S->G, k, S->t);
    for (int j = 0; j < k; j++)
        sum += (S->t[j] * S->size[j]) * (S->t[j] * S->size[j]);
    return format_roundoff(S->Q.format) * sqrt(sum);
}

int restart_due(struct gmres *S, int k, double estimate, double start)
{
    if (k == 0)
        return 0;
    return estimate <= S->rules.ratio * start ||
           (S->rules.automatic && gap(S, k) > S->theta * estimate);
}

void restart_learn(struct gmres *S, double before, double after)
{
    if (after > ENOUGH * before)
        S->theta *= STEP;
    else
        S->theta = S->theta > STEP ? S->theta / STEP : 1;
    S->length = 2 * S->length < S->restart ? 2 * S->length : S->restart;
}

void restart_shorten(struct gmres *S, int k)
{
    S->theta = 1;
    S->length = k > 1 ? k / 2 : 1;
}
