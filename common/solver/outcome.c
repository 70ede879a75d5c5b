/* common/solver/outcome.c - names of the reasons, and the relative residual. */
#include "outcome.h"
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
        [REASON_CONVERGED] = "converged",        [REASON_EXACT] = "happy breakdown",
        [REASON_ITERATIONS] = "iteration limit", [REASON_BREAKDOWN] = "breakdown",
        [REASON_STAGNATION] = "stagnation",      [REASON_DIVERGENCE] = "divergence",
        [REASON_REJECTED] = "update rejected",   [REASON_ROUNDING] = "rounding",
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
