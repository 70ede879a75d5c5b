/* common/solver/guard.h - what GMRES does after a cycle that did not help.
 *
 * The published algorithm continues after every cycle, and so does GMRES without
 * rules. With rules.guard
 *
 *   - an update that increases the residual is undone, and the next cycle has half
 *     the length. An update of few steps that had to be undone ends the solve
 *     (REASON_REJECTED).
 *   - several stagnant cycles in succession end the solve (REASON_STAGNATION).
 *
 * With rules.automatic as well, the solve does not end there, nor after a breakdown
 * or a NaN. Then, and if ten times m iterations do not reduce the residual to a
 * tenth, or three updates had to be undone before they did, it continues from the best x, first with a wider format of the basis,
 *
 *   f16, bf16 -> f32 -> f64,   i16 -> i32 -> f64,   at most the format `inner`,
 *
 * and, when the basis has the format `inner`, by the published rules: no cycle ends
 * early, and no update is undone. The result is the best x. Each continuation is
 * recorded in the outcome.
 *
 * If the tolerance is below the unit roundoff of f64, or the required residual norm
 * below its smallest normal number, several stagnant cycles end the solve also
 * without rules: x cannot reach such a tolerance, unless by chance. With
 * rules.stagnation they end it for every tolerance, and so they do if (1.3) reads a matrix
 * in i8 whose rows are not exact. If x is then worse than the initial guess, the reason is
 * REASON_DIVERGENCE.
 */
#ifndef MEMWALL_GUARD_H
#define MEMWALL_GUARD_H
#include "gmres.h"

/* Prepares a solve that starts with the residual norm `initial`. */
void guard_start(struct gmres *solver, double tolerance, double initial);

/* Before each cycle: saves x, if the rules require it. */
void guard_save(struct gmres *solver, const struct vector *x);

/* After a cycle that started with the residual norm `before`: returns 1 if another
 * cycle follows, else 0 with the reason in *o. May replace x by an earlier x; o->final
 * and solver->r then belong to that x. Collective. */
int guard_accept(struct gmres *solver, const struct vector *b, struct vector *x,
                 enum cycle_end end, double before, struct outcome *o);

/* At the end of the solve: replaces x by a better x that was saved. */
void guard_finish(struct gmres *solver, const struct vector *b, struct vector *x,
                  struct outcome *o);
#endif
