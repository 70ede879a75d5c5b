/* common/base/arithmetic.c - computes examples that show whether the arithmetic is that of
 * IEEE 754 (arithmetic.h). */
#include "arithmetic.h"
#include <float.h>
#include <stddef.h>

/* Their values are read when the program runs, so that the compiler cannot compute the
 * examples. */
static volatile double zero = 0, one = 1, large = 0x1p54, small = 0x1p-1030,
                       least = DBL_MIN;
static volatile float least_float = FLT_MIN;

const char *arithmetic_fault(void)
{
    const double not_a_number = zero / zero, a = one, b = large, y = small,
                 half = least / 2, quotients[3] = {small / y, small / y, small / y};
    const float half_float = least_float / 2;
    if (sizeof 0.1 != sizeof(double))
        return "constants are read as floats";
    if (not_a_number == not_a_number)
        return "a NaN is equal to itself";
    if (!(half > 0) || !(half_float > 0))
        return "subnormal numbers become 0";
    if (a + b - b != 0)
        return "a + b - b is computed as a";
    if (!(quotients[0] + quotients[1] + quotients[2] == 3))
        return "a / b is computed as a times 1 / b";
    if (b + a != b || b + 3 * a != b + 4 * a)
        return "sums are not rounded to the nearest number";
    return NULL;
}
