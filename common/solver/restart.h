/* common/solver/restart.h - decides when a cycle of GMRES ends before step m.
 *
 * The product with A uses a basis vector before it is rounded, the update of x
 * uses the stored column q_j. Their difference e_j has entries of relative size u,
 * the unit roundoff of the format of the basis. After k steps the true residual
 * differs from the estimated residual by sum_j t_j A M^-1 e_j, a vector whose norm
 * is about
 *
 *   gap = u ( sum_j (t_j ||A M^-1 q_j||)^2 )^(1/2)                           (11.3)
 *
 * This is the residual gap of inexact Krylov methods (van den Eshof, Sleijpen,
 * SIAM J. Matrix Anal. Appl. 26, 2004). Steps beyond gap > theta * estimate do not
 * reduce the true residual, so the automatic restart ends the cycle there. The
 * next cycle starts from the true residual.
 *
 * theta is 1 at first. A cycle that reduces the residual by less than a factor of
 * ten was too short and multiplies theta by ten; a cycle that reduces it by more
 * divides theta by ten again, down to 1. The rule is the same for all formats. In
 * f64 the gap is so small that the rule hardly ever ends a cycle.
 *
 * If (1.3) multiplies by a matrix A + E in i8 whose rows are not exact, a cycle that
 * reduces its estimate to ||E|| / ||A|| has computed a correction whose true residual is at
 * least about as large: A d = r - E d. Such a cycle ends when the estimate is at most 4
 * times the largest rounding error of an entry (row_scale.h) of the initial residual norm.
 * For ill-conditioned matrices ||E d|| is much larger than ||r|| nevertheless, and the solve
 * stagnates or diverges (guard.h).
 */
#ifndef MEMWALL_RESTART_H
#define MEMWALL_RESTART_H
#include "gmres.h"

/* Resets theta and the cycle length before the first cycle. */
void restart_reset(struct gmres *solver);

/* Returns 1 if the cycle must end after k >= 1 steps. `estimate` is the estimate
 * of the residual norm and `rho` the residual norm at the start of the cycle.
 * Overwrites solver->t. */
int restart_due(struct gmres *solver, int k, double estimate, double rho);

/* The gap (11.3) after k steps. Costs k^2 flops and overwrites solver->t. */
double restart_gap(struct gmres *solver, int k);

/* Adapts theta and the cycle length to a cycle that changed the residual norm from
 * `before` to `after`. */
void restart_adapt(struct gmres *solver, double before, double after);

/* Halves the cycle length after a cycle of k steps whose update was undone. */
void restart_shorten(struct gmres *solver, int k);
#endif
