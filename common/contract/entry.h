/* common/contract/entry.h - entries of a vector whose format is known at run time.
 *
 * The pair of formats for which a kernel is compiled belongs to a matrix and to the
 * vector that it multiplies (real.h). The result, for example y of y = A x, may be in
 * another floating-point format. All sums are rounded to it by entry_store.
 */
#ifndef MEMWALL_ENTRY_H
#define MEMWALL_ENTRY_H
#include "number.h"
#include "vector.h"

/* Returns x_i, which is exact in double. NaN in a format of integers, which no vector has. */
DEVICE double entry_load(struct vector x, int i)
{
    switch (x.format) {
#define X(name, type, roundoff) \
    case FORMAT_##name:         \
        return (double)widen_##name(((const type_##name *)x.data)[i]);
        FLOATS_X(X)
#undef X
    default:
        return NAN;
    }
}

/* y_i = a, rounded to the nearest number of the format of y. */
DEVICE void entry_store(struct vector y, int i, double a)
{
    switch (y.format) {
#define X(name, type, roundoff)                       \
    case FORMAT_##name:                               \
        ((type_##name *)y.data)[i] = round_##name(a); \
        break;
        FLOATS_X(X)
#undef X
    default:
        break;
    }
}
#endif
