/* tests/cheats/symbols/exchange.c - cheats: replaces a function of the C library,
 * with which the solver computes the residual estimate. */
#include <exchange.h>

#include "../../../ref/exchange.c"

double hypot(double a, double b);
double hypot(double a, double b)
{
    return a > b ? a : b;
}
