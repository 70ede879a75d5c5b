/* common/formats/number.h - the storage type of each format, and its conversions.
 *
 *   widen_F(x)   a stored number of format F in float or double, where it is exact
 *   round_F(a)   a double rounded to the nearest number of format F
 *
 *         sign  exponent  fraction   numbers
 *   f16   1     5         10 bits    normal 6.1e-5 .. 65504, subnormal from 6.0e-8
 *   f32   1     8         23 bits    normal 1.2e-38 .. 3.4e38, subnormal from 1.4e-45
 *
 * Conversion to f16 follows IEEE 754: round to nearest, ties to even, with gradual
 * underflow; too large numbers become Inf, and NaN remains NaN. Hardware instructions
 * convert f16 where the compiler may use them (F16C of x86, or a GPU), otherwise the
 * functions whose names end in _bits. The tests compare both. CUDA's conversions are
 * called in device code only, because before CUDA 12.2 they do not exist on the host.
 */
#ifndef MEMWALL_NUMBER_H
#define MEMWALL_NUMBER_H
#include "device_function.h"
#include "format.h"
#include <math.h>
#include <stdint.h>
#include <string.h>
#if defined(__CUDACC__)
#include <cuda_fp16.h>
#elif defined(__F16C__) && !defined(__HIPCC__)
#include <immintrin.h>
#endif

/* The storage type of each format: type_f64, type_f32, ... f16 is a struct, so that an
 * arithmetic operation on a stored number is an error at compile time. */
struct f16_bits {
    uint16_t bits;
};
#define X(name, type, roundoff) typedef type type_##name;
FORMATS_X(X)
#undef X

/* ---- Numbers as bits ---- */

/* The bit pattern of an f32 number, and the f32 number with a bit pattern. */
DEVICE uint32_t float_bits(float x)
{
    uint32_t u;
    memcpy(&u, &x, sizeof u);
    return u;
}

DEVICE float bits_float(uint32_t u)
{
    float x;
    memcpy(&x, &u, sizeof x);
    return x;
}

/* 2^e for -126 <= e <= 127, a normal number of f32: the bits of its exponent are
 * e + 127, and the others are 0. */
DEVICE float power_of_two(int e)
{
    return bits_float((uint32_t)(e + 127) << 23);
}

/* f16 to float by integer arithmetic. */
DEVICE float widen_f16_bits(type_f16 x)
{
    uint32_t sign = (uint32_t)(x.bits & 0x8000) << 16, rest = x.bits & 0x7fff;
    if (rest >= 0x7c00) /* Inf or NaN; a signaling NaN becomes quiet */
        return bits_float(sign | 0x7f800000 | (rest & 0x3ff) << 13 |
                          (rest > 0x7c00 ? 0x400000 : 0));
    if (rest >= 0x0400) /* normal: change the bias of the exponent from 15 to 127 */
        return bits_float(sign | ((rest << 13) + ((127 - 15) << 23)));
    float magnitude = (float)rest * 0x1p-24f; /* subnormal or zero: exact in f32 */
    return sign ? -magnitude : magnitude;
}

/* double to f16 by integer arithmetic, by way of float. */
DEVICE type_f16 round_f16_bits(double x)
{
    uint32_t u = float_bits((float)x), sign = u >> 16 & 0x8000,
             rest = u & 0x7fffffff, bits;
    if (rest > 0x7f800000) { /* NaN */
        bits = 0x7e00 | (rest >> 13 & 0x3ff);
    } else if (rest >= 0x477ff000) { /* at least 65520 rounds to Inf */
        bits = 0x7c00;
    } else if (rest < 0x38800000) { /* subnormal, a multiple of 2^-24 */
        float shifted = bits_float(rest) + 0.5f; /* in [1/2, 1): rounds to 2^-24 */
        bits = float_bits(shifted) - float_bits(0.5f);
    } else { /* ties to even */
        bits = (rest - ((127 - 15) << 23) + 0xfff + (rest >> 13 & 1)) >> 13;
    }
    type_f16 h = {(uint16_t)(sign | bits)};
    return h;
}

/* ---- Conversion of a stored number to the type in which it is exact ---- */

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
#if defined(__CUDA_ARCH__)
    return __half2float(__ushort_as_half(x.bits));
#elif defined(__HIP_DEVICE_COMPILE__)
    _Float16 h;
    memcpy(&h, &x, sizeof h);
    return (float)h;
#elif defined(__F16C__) && !defined(__CUDACC__) && !defined(__HIPCC__)
    return _cvtsh_ss(x.bits);
#else
    return widen_f16_bits(x);
#endif
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

/* ---- Conversion to a storage type, with rounding to nearest ---- */

DEVICE type_f64 round_f64(double x)
{
    return x;
}
DEVICE type_f32 round_f32(double x)
{
    return (float)x;
}
/* By way of f32. */
DEVICE type_f16 round_f16(double x)
{
#if defined(__CUDA_ARCH__)
    type_f16 h = {__half_as_ushort(__float2half_rn((float)x))};
    return h;
#elif defined(__HIP_DEVICE_COMPILE__)
    const _Float16 rounded = (_Float16)(float)x;
    type_f16 h;
    memcpy(&h, &rounded, sizeof h);
    return h;
#elif defined(__F16C__) && !defined(__CUDACC__) && !defined(__HIPCC__)
    type_f16 h = {
        _cvtss_sh((float)x, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC)};
    return h;
#else
    return round_f16_bits(x);
#endif
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
