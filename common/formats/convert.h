/* common/formats/convert.h - conversion between 16-bit floating point and f32.
 *
 *          sign  exponent  fraction   numbers
 *   f16    1     5         10 bits    normal 6.1e-5 .. 65504, subnormal from 6.0e-8
 *   bf16   1     8          7 bits    the range of f32
 *
 * A 16-bit number is passed as its bit pattern in a uint16_t. Conversion to f32 is
 * exact. Conversion from f32 follows IEEE 754: round to nearest, ties to even, with
 * gradual underflow; too large numbers become Inf, and NaN remains NaN.
 *
 * f16 is converted by hardware instructions where the compiler may use them (F16C
 * of x86, or a GPU), otherwise by the functions whose names end in _bits. The tests
 * compare both. CUDA's conversions are called in device code only, because before CUDA
 * 12.2 they do not exist on the host. This header needs only the C
 * library.
 */
#ifndef MEMWALL_CONVERT_H
#define MEMWALL_CONVERT_H
#include "device_function.h"
#include <stdint.h>
#include <string.h>
#if defined(__CUDACC__)
#include <cuda_fp16.h>
#elif defined(__F16C__) && !defined(__HIPCC__)
#include <immintrin.h>
#endif

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

/* f16 to f32 by integer arithmetic. */
DEVICE float f16_to_f32_bits(uint16_t h)
{
    uint32_t sign = (uint32_t)(h & 0x8000) << 16, rest = h & 0x7fff;
    if (rest >= 0x7c00) /* Inf or NaN; a signaling NaN becomes quiet */
        return bits_float(sign | 0x7f800000 | (rest & 0x3ff) << 13 |
                          (rest > 0x7c00 ? 0x400000 : 0));
    if (rest >= 0x0400) /* normal: change the bias of the exponent from 15 to 127 */
        return bits_float(sign | ((rest << 13) + ((127 - 15) << 23)));
    float x = (float)rest * 0x1p-24f; /* subnormal or zero: exact in f32 */
    return sign ? -x : x;
}

/* f32 to f16 by integer arithmetic. */
DEVICE uint16_t f32_to_f16_bits(float x)
{
    uint32_t u = float_bits(x), sign = u >> 16 & 0x8000, rest = u & 0x7fffffff;
    if (rest > 0x7f800000) /* NaN */
        return (uint16_t)(sign | 0x7e00 | (rest >> 13 & 0x3ff));
    if (rest >= 0x477ff000) /* at least 65520 rounds to Inf */
        return (uint16_t)(sign | 0x7c00);
    if (rest < 0x38800000) { /* below 2^-14: subnormal, a multiple of 2^-24 */
        float shifted = bits_float(rest) + 0.5f; /* in [1/2, 1): rounds to 2^-24 */
        return (uint16_t)(sign | (float_bits(shifted) - float_bits(0.5f)));
    }
    uint32_t odd = rest >> 13 & 1; /* ties to even */
    return (uint16_t)(sign | ((rest - ((127 - 15) << 23) + 0xfff + odd) >> 13));
}

/* f16 to f32. */
DEVICE float f16_to_f32(uint16_t h)
{
#if defined(__CUDA_ARCH__)
    return __half2float(__ushort_as_half(h));
#elif defined(__HIP_DEVICE_COMPILE__)
    _Float16 x;
    memcpy(&x, &h, sizeof x);
    return (float)x;
#elif defined(__F16C__) && !defined(__CUDACC__) && !defined(__HIPCC__)
    return _cvtsh_ss(h);
#else
    return f16_to_f32_bits(h);
#endif
}

/* f32 to f16. */
DEVICE uint16_t f32_to_f16(float x)
{
#if defined(__CUDA_ARCH__)
    return __half_as_ushort(__float2half_rn(x));
#elif defined(__HIP_DEVICE_COMPILE__)
    const _Float16 h = (_Float16)x;
    uint16_t bits;
    memcpy(&bits, &h, sizeof bits);
    return bits;
#elif defined(__F16C__) && !defined(__CUDACC__) && !defined(__HIPCC__)
    return _cvtss_sh(x, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);
#else
    return f32_to_f16_bits(x);
#endif
}

/* bf16 to f32: bf16 is the upper half of the bits of f32. */
DEVICE float bf16_to_f32(uint16_t h)
{
    return bits_float((uint32_t)h << 16);
}

/* f32 to bf16. */
DEVICE uint16_t f32_to_bf16(float x)
{
    uint32_t u = float_bits(x);
    if ((u & 0x7fffffff) > 0x7f800000) /* NaN */
        return (uint16_t)(u >> 16 | 0x40);
    return (uint16_t)((u + 0x7fff + (u >> 16 & 1)) >> 16);
}
#endif
