/* common/solver/scaling.c - powers of two that scale vectors, and a norm without overflow. */
#include "scaling.h"
#include <math.h>

static const double EXPONENT = 1000; /* largest exponent of a scale */

double scaling_power_of_two(double x)
{
    return x > 0 && isfinite(x) ? exp2(rint(log2(x))) : 1;
}

double scaling_norm(int k, const double *t)
{
    double norm = 0;
    for (int j = 0; j < k; j++)
        norm = hypot(norm, t[j]);
    return norm;
}

double scaling_into_range(double norm, double most)
{
    if (!(norm > 0) || !isfinite(norm) || (norm >= 1 / most && norm <= most))
        return 1;
    return exp2(fmax(-EXPONENT, fmin(-rint(log2(norm)), EXPONENT)));
}
