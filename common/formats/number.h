/* common/formats/number.h - the storage type of each format, and its conversions.
 *
 *   widen_F(x)   a stored number of format F in float or double, where it is exact
 *   round_F(a)   a double rounded to the nearest number of format F
 */
#ifndef MEMWALL_NUMBER_H
#define MEMWALL_NUMBER_H
#include "convert.h"
#include "format.h"
#include <math.h>

/* The storage type of each format. The 16-bit formats are structs, so that an
 * arithmetic operation on a stored number is an error at compile time. */
typedef double type_f64;
typedef float type_f32;
typedef struct {
    uint16_t bits;
} type_f16;
typedef struct {
    uint16_t bits;
} type_bf16;
typedef int32_t type_i32;
typedef int16_t type_i16;
typedef int8_t type_i8;

/* Conversion of a stored number to the type in which it is exact. */
DEVICE double widen_f64(type_f64 x)
{
    return x;
}
DEVICE float widen_f32(type_f32 x)
{
    return x;
}
DEVICE float widen_f16(type_f16 x)
{
    return f16_to_f32(x.bits);
}
DEVICE float widen_bf16(type_bf16 x)
{
    return bf16_to_f32(x.bits);
}
DEVICE double widen_i32(type_i32 x)
{
    return x;
}
DEVICE float widen_i16(type_i16 x)
{
    return x;
}
DEVICE float widen_i8(type_i8 x)
{
    return x;
}

/* Conversion to a storage type, with rounding to nearest. */
DEVICE type_f64 round_f64(double x)
{
    return x;
}
DEVICE type_f32 round_f32(double x)
{
    return (float)x;
}
DEVICE type_f16 round_f16(double x)
{
    type_f16 h = {f32_to_f16((float)x)};
    return h;
}
DEVICE type_bf16 round_bf16(double x)
{
    type_bf16 h = {f32_to_bf16((float)x)};
    return h;
}
DEVICE type_i32 round_i32(double x)
{
    return (type_i32)rint(fmin(fmax(x, -2147483647.0), 2147483647.0));
}
DEVICE type_i16 round_i16(double x)
{
    return (type_i16)rint(fmin(fmax(x, -32767.0), 32767.0));
}
DEVICE type_i8 round_i8(double x)
{
    return (type_i8)rint(fmin(fmax(x, -127.0), 127.0));
}
#endif
