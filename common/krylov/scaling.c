/* common/krylov/scaling.c - powers of two that scale vectors, and a norm without overflow. */
#include "scaling.h"
#include <math.h>

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

double scaling_into_f32(double norm)
{
    const int within = norm >= 0x1p-60 && norm <= 0x1p60;
    return within ? 1 : 1 / scaling_power_of_two(norm);
}
