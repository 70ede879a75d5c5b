/* opt/vectors.h - sixteen numbers (eight in f64) between memory and 64-byte vectors of acc.
 *
 * load_F(p) widens, put_F(p, v) rounds; p may lie anywhere. 16-bit floating point is
 * converted by F16C / AVX-512 where the compiler is told of them; the twins do the same
 * with integer operations on whole vectors.
 */
#ifndef MEMWALL_VECTORS_H
#define MEMWALL_VECTORS_H
#include "real.h"
#if defined(__AVX512F__)
#include <immintrin.h>
#endif

enum { LANES = 64 / sizeof(acc) };
typedef acc vec __attribute__((vector_size(64)));

#define UNALIGNED(type, name)                                           \
    typedef type name __attribute__((vector_size(LANES * sizeof(type)), \
                                     aligned(sizeof(type)), may_alias))
UNALIGNED(double, lanes_f64);
UNALIGNED(float, lanes_f32);
UNALIGNED(int32_t, lanes_i32);
UNALIGNED(uint32_t, lanes_u32);
UNALIGNED(int16_t, lanes_i16);
UNALIGNED(uint16_t, lanes_u16);
typedef float floats __attribute__((vector_size(LANES * sizeof(float))));

#define VECTOR static inline __attribute__((unused, always_inline))

VECTOR vec load_f64(const type_f64 *p)
{
    return __builtin_convertvector(*(const lanes_f64 *)p, vec);
}
VECTOR vec load_f32(const type_f32 *p)
{
    return __builtin_convertvector(*(const lanes_f32 *)p, vec);
}
VECTOR vec load_i32(const type_i32 *p)
{
    return __builtin_convertvector(*(const lanes_i32 *)p, vec);
}
VECTOR vec load_i16(const type_i16 *p)
{
    return __builtin_convertvector(
        __builtin_convertvector(*(const lanes_i16 *)p, lanes_i32), vec);
}
VECTOR vec load_bf16(const type_bf16 *p)
{
    lanes_u32 bits = __builtin_convertvector(*(const lanes_u16 *)p, lanes_u32) << 16;
    return __builtin_convertvector((floats)bits, vec);
}
VECTOR vec load_f16(const type_f16 *p)
{
    floats x;
#if defined(__AVX512F__)
    if (LANES == 16) {
        __m512 all = _mm512_cvtph_ps(_mm256_loadu_si256((const __m256i *)p));
        memcpy(&x, &all, sizeof x);
    } else {
        __m256 half = _mm256_cvtph_ps(_mm_loadu_si128((const __m128i *)p));
        memcpy(&x, &half, sizeof x);
    }
#else
    for (int l = 0; l < LANES; l++)
        x[l] = f16_to_f32(p[l].bits);
#endif
    return __builtin_convertvector(x, vec);
}

/* Eight numbers as doubles, for sums of products. */
typedef double eight __attribute__((vector_size(64)));
typedef float eight_floats __attribute__((vector_size(32), aligned(4), may_alias));
typedef int32_t eight_ints __attribute__((vector_size(32), aligned(4), may_alias));
typedef int16_t eight_shorts __attribute__((vector_size(16), aligned(2), may_alias));

VECTOR eight eight_f64(const type_f64 *p)
{
    typedef double unaligned __attribute__((vector_size(64), aligned(8), may_alias));
    return *(const unaligned *)p;
}
VECTOR eight eight_f32(const type_f32 *p)
{
    return __builtin_convertvector(*(const eight_floats *)p, eight);
}
VECTOR eight eight_i32(const type_i32 *p)
{
    return __builtin_convertvector(*(const eight_ints *)p, eight);
}
VECTOR eight eight_i16(const type_i16 *p)
{
    eight_ints wider = __builtin_convertvector(*(const eight_shorts *)p, eight_ints);
    return __builtin_convertvector(wider, eight);
}
VECTOR eight eight_bf16(const type_bf16 *p)
{
    eight_ints bits = __builtin_convertvector(*(const eight_shorts *)p, eight_ints) << 16;
    return __builtin_convertvector((eight_floats)bits, eight);
}
VECTOR eight eight_f16(const type_f16 *p)
{
    eight_floats x;
#if defined(__F16C__)
    __m256 all = _mm256_cvtph_ps(_mm_loadu_si128((const __m128i *)p));
    memcpy(&x, &all, sizeof x);
#else
    for (int l = 0; l < 8; l++)
        x[l] = f16_to_f32(p[l].bits);
#endif
    return __builtin_convertvector(x, eight);
}

VECTOR void put_f64(type_f64 *p, vec v)
{
    *(lanes_f64 *)p = __builtin_convertvector(v, lanes_f64);
}
VECTOR void put_f32(type_f32 *p, vec v)
{
    *(lanes_f32 *)p = __builtin_convertvector(v, lanes_f32);
}
VECTOR void put_i32(type_i32 *p, vec v)
{
    for (int l = 0; l < LANES; l++)
        p[l] = round_i32((double)v[l]);
}
VECTOR void put_i16(type_i16 *p, vec v)
{
    for (int l = 0; l < LANES; l++)
        p[l] = round_i16((double)v[l]);
}
VECTOR void put_bf16(type_bf16 *p, vec v)
{
    for (int l = 0; l < LANES; l++)
        p[l].bits = f32_to_bf16((float)v[l]);
}
VECTOR void put_f16(type_f16 *p, vec v)
{
    floats x = __builtin_convertvector(v, floats);
#if defined(__AVX512F__)
    if (LANES == 16) {
        __m512 all;
        memcpy(&all, &x, sizeof x);
        _mm256_storeu_si256((__m256i *)p,
                            _mm512_cvtps_ph(all, _MM_FROUND_TO_NEAREST_INT));
        return;
    }
#endif
    for (int l = 0; l < LANES; l++)
        p[l].bits = f32_to_f16(x[l]);
}
#endif
