/* common/solver/guard.c - decides whether another cycle of GMRES follows; see
 * guard.h. */
#include "guard.h"
#include "kernels.h"
#include "restart.h"
#include <math.h>

/* A cycle is stagnant if the residual norm is not less than STAGNANT_RATIO times the
 * smallest one so far. */
static const double STAGNANT_RATIO = 0.999;

/* So many stagnant cycles in succession end the solve. By the published rules the
 * residual may increase for several cycles before it decreases again. */
enum { STAGNANT_CYCLES = 5, STAGNANT_CYCLES_PUBLISHED = 50 };

/* Automatic rule: progress is too slow if the residual norm remains above WINDOW_RATIO
 * of its value WINDOW_CYCLES full cycles earlier, that is after WINDOW_CYCLES m
 * iterations. */
enum { WINDOW_CYCLES = 10 };
static const double WINDOW_RATIO = 0.1;

/* Automatic rule: so many updates in a window that had to be undone mean that the format
 * is too narrow. */
enum { REJECTED_UPDATES = 3 };

/* Smaller numbers have fewer bits in f64. */
static const double LEAST_NORMAL = 0x1p-1022;

/* An update of fewer steps is not tried again with half as many. */
enum { SHORTEST_CYCLE = 4 };

void guard_start(struct gmres *solver, double tolerance, double initial)
{
    if (solver->Q.format != solver->policy.basis)
        gmres_set_basis(solver, solver->policy.basis);
    solver->published = 0;
    solver->least = initial;
    solver->stagnant_cycles = solver->window_start = solver->rejected = 0;
    solver->window_norm = initial;
    solver->unreachable =
        tolerance > 0 && initial > 0 &&
        (tolerance < format_roundoff(F64) || tolerance * initial < LEAST_NORMAL);
    restart_reset(solver);
}

void guard_save(struct gmres *solver, const struct vector *x)
{
    if (solver->rules.guard && !solver->published)
        vector_scale(1, x, &solver->x_saved);
}

/* Replaces x by the saved x. */
static void restore(struct gmres *solver, const struct vector *b, struct vector *x,
                    struct outcome *o)
{
    vector_scale(1, &solver->x_saved, x);
    o->final = residual_norm(solver->A, b, x, &solver->r);
}

/* Returns the next wider format for the basis; the format itself if there is none. */
static enum format wider_basis(const struct gmres *solver)
{
    const enum format now = solver->Q.format, inner = solver->policy.inner;
    const enum format next = now == I16                  ? I32
                             : now == F16 || now == BF16 ? F32
                                                         : F64;
    if (format_roundoff(now) <= format_roundoff(inner))
        return now;
    return format_roundoff(next) <= format_roundoff(inner) ? inner : next;
}

/* Continues with a wider basis or by the published rules, if the automatic rule
 * permits it. Returns 0 if not. */
static int continue_otherwise(struct gmres *solver, const struct vector *x,
                              struct outcome *o)
{
    const enum format next = wider_basis(solver);
    if (!solver->rules.automatic || !solver->rules.guard || solver->published)
        return 0;
    if (next != solver->Q.format) {
        gmres_set_basis(solver, next);
    } else {
        solver->published = 1;
        vector_scale(1, x, &solver->x_saved);
    }
    o->continued[o->continuations++] =
        (struct continuation){o->iterations, next, solver->published, o->reason};
    o->location = NULL;
    solver->stagnant_cycles = solver->rejected = 0;
    solver->window_start = o->iterations;
    solver->window_norm = solver->least;
    restart_reset(solver);
    return 1;
}

/* Returns 0 at the end of a window in which progress was too slow. */
static int progress_is_fast(struct gmres *solver, struct outcome *o)
{
    if (o->iterations - solver->window_start < WINDOW_CYCLES * solver->restart)
        return 1;
    o->reason = REASON_STAGNATION;
    if (!(o->final <= WINDOW_RATIO * solver->window_norm))
        return 0;
    solver->window_start = o->iterations;
    solver->window_norm = o->final;
    solver->rejected = 0;
    return 1;
}

/* Counts stagnant cycles. Returns 0 if there have been too many in succession. */
static int count_stagnant(struct gmres *solver, struct outcome *o)
{
    const int most = solver->rules.guard && solver->published
                         ? STAGNANT_CYCLES_PUBLISHED
                         : STAGNANT_CYCLES;
    if (!(o->final < STAGNANT_RATIO * solver->least))
        solver->stagnant_cycles++;
    else
        solver->stagnant_cycles = 0;
    solver->least = fmin(solver->least, o->final);
    if (solver->stagnant_cycles < most ||
        !(solver->rules.guard || solver->rules.stagnation || solver->unreachable ||
          gmres_matrix_error(solver) > 0))
        return 1;
    o->reason = o->final > o->initial ? REASON_DIVERGENCE : REASON_STAGNATION;
    return 0;
}

/* After a cycle in which a NaN occurred or which could not reduce the residual. */
static int accept_failure(struct gmres *solver, const struct vector *b,
                          struct vector *x, enum cycle_end end, struct outcome *o)
{
    o->reason = end == CYCLE_NOT_FINITE ? REASON_NOT_FINITE : REASON_BREAKDOWN;
    if (solver->rules.guard)
        restore(solver, b, x, o);
    return continue_otherwise(solver, x, o);
}

int guard_accept(struct gmres *solver, const struct vector *b, struct vector *x,
                 enum cycle_end end, double before, struct outcome *o)
{
    if (end == CYCLE_NOT_FINITE || (end == CYCLE_EXHAUSTED && o->final >= before))
        return accept_failure(solver, b, x, end, o);
    if (solver->published && o->final < solver->least)
        vector_scale(1, x, &solver->x_saved);
    if (solver->rules.guard && !solver->published && !(o->final <= before)) {
        restore(solver, b, x, o);
        o->reason = REASON_REJECTED;
        restart_shorten(solver, o->steps);
        const int too_many = ++solver->rejected >= REJECTED_UPDATES &&
                             solver->rules.automatic &&
                             wider_basis(solver) != solver->Q.format;
        return (o->steps >= SHORTEST_CYCLE && !too_many) ||
               continue_otherwise(solver, x, o);
    }
    restart_adapt(solver, before, o->final);
    if (!count_stagnant(solver, o))
        return continue_otherwise(solver, x, o);
    if (!progress_is_fast(solver, o))
        continue_otherwise(solver, x, o);
    return 1;
}

void guard_finish(struct gmres *solver, const struct vector *b, struct vector *x,
                  struct outcome *o)
{
    if (solver->published && !(o->final <= solver->least))
        restore(solver, b, x, o);
}
