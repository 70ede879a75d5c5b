/* common/convert.h - 16-bit floating point to and from f32, as IEEE 754 rounds.
 *
 *   f16   1 sign, 5 exponent, 10 fraction bits: 6e-8 (subnormal), 6.1e-5 .. 65504
 *   bf16  1 sign, 8 exponent,  7 fraction bits: the range of f32
 *
 * Round to nearest, ties to even; gradual underflow; overflow to Inf; a NaN stays one.
 * By hardware where the compiler is told of some (F16C, AVX-512, a GPU), else by the
 * twins named _bits, which the tests hold equal to it for all inputs that matter.
 */
#ifndef MEMWALL_CONVERT_H
#define MEMWALL_CONVERT_H
#include "words.h"
#include <stdint.h>
#include <string.h>
#if defined(__CUDACC__)
#include <cuda_fp16.h>
#elif defined(__F16C__) && !defined(__HIPCC__)
#include <immintrin.h>
#endif

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

DEVICE float f16_to_f32_bits(uint16_t h)
{
    uint32_t sign = (uint32_t)(h & 0x8000) << 16, rest = h & 0x7fff;
    if (rest >= 0x7c00) /* Inf, NaN (made quiet) */
        return bits_float(sign | 0x7f800000 | (rest & 0x3ff) << 13 |
                          (rest > 0x7c00 ? 0x400000 : 0));
    if (rest >= 0x0400) /* normal: the exponent moves from bias 15 to bias 127 */
        return bits_float(sign | ((rest << 13) + ((127 - 15) << 23)));
    float x = (float)rest * 0x1p-24f; /* subnormal or zero: exact in f32 */
    return sign ? -x : x;
}

DEVICE uint16_t f32_to_f16_bits(float x)
{
    uint32_t u = float_bits(x), sign = u >> 16 & 0x8000, rest = u & 0x7fffffff;
    if (rest > 0x7f800000)
        return (uint16_t)(sign | 0x7e00 | (rest >> 13 & 0x3ff));
    if (rest >= 0x477ff000) /* 65520 and more: Inf */
        return (uint16_t)(sign | 0x7c00);
    if (rest < 0x38800000) { /* below 2^-14: counted in units of 2^-24 */
        float shifted = bits_float(rest) + 0.5f; /* f32 rounds at 2^-24 here */
        return (uint16_t)(sign | (float_bits(shifted) - float_bits(0.5f)));
    }
    uint32_t odd = rest >> 13 & 1;
    return (uint16_t)(sign | ((rest - ((127 - 15) << 23) + 0xfff + odd) >> 13));
}

DEVICE float f16_to_f32(uint16_t h)
{
#if defined(__CUDACC__)
    return __half2float(__ushort_as_half(h));
#elif defined(__HIP_DEVICE_COMPILE__)
    _Float16 x;
    memcpy(&x, &h, sizeof x);
    return (float)x;
#elif defined(__F16C__) && !defined(__HIPCC__)
    return _cvtsh_ss(h);
#else
    return f16_to_f32_bits(h);
#endif
}

DEVICE uint16_t f32_to_f16(float x)
{
#if defined(__CUDACC__)
    return __half_as_ushort(__float2half_rn(x));
#elif defined(__HIP_DEVICE_COMPILE__)
    const _Float16 h = (_Float16)x;
    uint16_t bits;
    memcpy(&bits, &h, sizeof bits);
    return bits;
#elif defined(__F16C__) && !defined(__HIPCC__)
    return _cvtss_sh(x, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);
#else
    return f32_to_f16_bits(x);
#endif
}

DEVICE float bf16_to_f32(uint16_t h)
{
    return bits_float((uint32_t)h << 16);
}

DEVICE uint16_t f32_to_bf16(float x)
{
    uint32_t u = float_bits(x);
    if ((u & 0x7fffffff) > 0x7f800000)
        return (uint16_t)(u >> 16 | 0x40);
    return (uint16_t)((u + 0x7fff + (u >> 16 & 1)) >> 16);
}
#endif
