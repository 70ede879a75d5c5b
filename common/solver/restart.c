/* common/solver/restart.c - the automatic restart of GMRES (11.3); see
 * restart.h. */
#include "restart.h"
#include <math.h>

static const double SUFFICIENT = 0.1; /* residual ratio of a successful cycle */
static const double THETA_FACTOR = 10;
static const double ROUNDING_FACTOR = 4;

void restart_reset(struct gmres *solver)
{
    solver->cycle_length = solver->restart;
    solver->theta = 1;
    solver->least_ratio =
        fmax(solver->rules.ratio, ROUNDING_FACTOR * gmres_matrix_error(solver));
}

double restart_gap(struct gmres *solver, int k)
{
    double *t = solver->t, sum = 0;
    givens_solve(&solver->G, k, t);
    for (int j = 0; j < k; j++)
        sum += (t[j] * solver->w_norm[j]) * (t[j] * solver->w_norm[j]);
    return format_roundoff(solver->Q.format) * sqrt(sum);
}

int restart_due(struct gmres *solver, int k, double estimate, double rho)
{
    if (estimate <= solver->least_ratio * rho)
        return 1;
    return solver->rules.automatic && !solver->published &&
           restart_gap(solver, k) > solver->theta * estimate;
}

void restart_adapt(struct gmres *solver, double before, double after)
{
    const int doubled = 2 * solver->cycle_length;
    double *theta = &solver->theta;
    if (after > SUFFICIENT * before)
        *theta *= THETA_FACTOR;
    else
        *theta = *theta > THETA_FACTOR ? *theta / THETA_FACTOR : 1;
    solver->cycle_length = doubled < solver->restart ? doubled : solver->restart;
}

void restart_shorten(struct gmres *solver, int k)
{
    solver->theta = 1;
    solver->cycle_length = k > 1 ? k / 2 : 1;
}
