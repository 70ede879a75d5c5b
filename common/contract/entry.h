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

/* Returns x_i, which is exact in double. */
DEVICE double entry_load(struct vector x, int i)
{
    switch (x.format) {
    case F64:
        return widen_f64(((const type_f64 *)x.data)[i]);
    case F32:
        return (double)widen_f32(((const type_f32 *)x.data)[i]);
    default:
        return (double)widen_f16(((const type_f16 *)x.data)[i]);
    }
}

/* y_i = a, rounded to the nearest number of the format of y. */
DEVICE void entry_store(struct vector y, int i, double a)
{
    switch (y.format) {
    case F64:
        ((type_f64 *)y.data)[i] = round_f64(a);
        break;
    case F32:
        ((type_f32 *)y.data)[i] = round_f32(a);
        break;
    default:
        ((type_f16 *)y.data)[i] = round_f16(a);
    }
}
#endif
