/* common/solver/restart.h - when a cycle of GMRES ends before it is full: the automatic rule.
 *
 * What is stored of q_j differs from what A and M saw by an error e_j with entries of
 * relative size u, the roundoff of the format, so that after k steps the residual differs
 * from the estimate by  sum_j t_j A M^-1 e_j,  of size about
 *
 *   gap = u ( sum_j (t_j ||A M^-1 q_j||)^2 )^(1/2)                                (11.3)
 *
 * (the residual gap of inexact Krylov methods: van den Eshof, Sleijpen, SIAM J. Matrix
 * Anal. Appl. 26, 2004). Steps beyond gap = theta * estimate are lost: the cycle ends there
 * and the next one starts from the true residual. theta = 1; a cycle that has not
 * reduced the residual ten times was too short and makes it ten times larger for the next
 * ones, until one has. The same rule for all formats; in f64 it hardly ever applies.
 */
#ifndef MEMWALL_RESTART_H
#define MEMWALL_RESTART_H
#include "gmres.h"

void restart_reset(struct gmres *S); /* before the first cycle */

/* Is the cycle to end after k steps, at this estimate of the residual, which was `start`? */
int restart_due(struct gmres *S, int k, double estimate, double start);

/* After a cycle of k steps that took the residual from before to after. */
void restart_learn(struct gmres *S, double before, double after);
void restart_shorten(struct gmres *S, int k); /* its update was taken back */
#endif
