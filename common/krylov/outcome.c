/* common/krylov/outcome.c - names of the reasons, and the relative residual. */
#include "outcome.h"
#include "output.h"
#include <math.h>

double outcome_relative(const struct outcome *o)
{
    return fabs(o->initial > 0 ? o->final / o->initial : o->final); /* no -nan */
}

int outcome_good(const struct outcome *o)
{
    return o->reason == REASON_CONVERGED || o->reason == REASON_EXACT;
}

const char *reason_name(enum reason reason)
{
    static const char *const name[REASONS] = {
        [REASON_CONVERGED] = "converged",
        [REASON_EXACT] = "happy breakdown",
        [REASON_ITERATIONS] = "iteration limit",
        [REASON_BREAKDOWN] = "breakdown",
        [REASON_STAGNATION] = "stagnation",
        [REASON_DIVERGENCE] = "divergence",
        [REASON_ROUNDING] = "rounding",
        [REASON_NOT_FINITE] = "not finite"};
    return name[reason];
}

const char *reason_word(enum reason reason)
{
    static char word[32];
    int k = 0;
    for (const char *name = reason_name(reason); *name; name++)
        word[k++] = *name == ' ' ? '-' : *name;
    word[k] = 0;
    return word;
}

void outcome_add(struct outcome *sum, const struct outcome *one, int k)
{
    const struct outcome before = *sum;
    if (k == 0 || one->reason >= before.reason)
        *sum = *one;
    sum->iterations = before.iterations + one->iterations;
    sum->cycles = before.cycles + one->cycles;
    sum->iterations_squared = before.iterations_squared + one->iterations_squared;
}

void outcome_json(struct json *j, const struct outcome *o)
{
    json_add(j, "reason=%s", reason_name(o->reason));
    if (o->location)
        json_add(j, "location=%s", o->location);
    json_add(j, "iterations=%d cycles=%d initial=%g final=%g relative=%g",
             o->iterations, o->cycles, o->initial, o->final, outcome_relative(o));
}

void history_write(const char *path, const char *column, const double *history,
                   int iterations)
{
    FILE *f = output_open(path);
    fprintf(f, "iteration,%s\n", column);
    for (int k = 0; k <= iterations; k++)
        if (isfinite(history[k]))
            fprintf(f, "%d,%.17g\n", k, history[k]);
    output_close(f, path);
}
