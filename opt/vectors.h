/* opt/vectors.h - numbers of a format between memory and 64-byte vectors of acc or double.
 *
 *   load_F(p)    LANES numbers (8 where acc is f64, else 16) as acc
 *   put_F(p, v)  LANES numbers back, rounded
 *   eight_F(p)   eight numbers as doubles, for sums of products
 *   put8_F(p, v) eight doubles back, rounded as round_F (real.h) rounds one
 *
 * p may lie anywhere. gcc 12 takes a conversion to 64 bytes apart into four pieces, so
 * that those of AVX-512 are written out, each beside its portable twin.
 */
#ifndef MEMWALL_VECTORS_H
#define MEMWALL_VECTORS_H
#include "real.h"
#if defined(__AVX512F__)
#include <immintrin.h>
#endif

enum { LANES = 64 / sizeof(acc) };
typedef acc vec __attribute__((vector_size(64)));
typedef double eight __attribute__((vector_size(64)));
typedef float sixteen __attribute__((vector_size(64)));
typedef uint32_t word_x16 __attribute__((vector_size(64)));
typedef int64_t mask_x8 __attribute__((vector_size(64)));
typedef float float_x8 __attribute__((vector_size(32)));
typedef int32_t int_x8 __attribute__((vector_size(32)));
typedef uint32_t word_x8 __attribute__((vector_size(32)));
typedef uint16_t short_x8 __attribute__((vector_size(16)));

/* The same anywhere in memory. */
#define ANYWHERE(type, count, name)                                     \
    typedef type name __attribute__((vector_size(count * sizeof(type)), \
                                     aligned(sizeof(type)), may_alias))
ANYWHERE(double, 8, doubles_8);
ANYWHERE(float, 8, floats_8);
ANYWHERE(float, 16, floats_16);
ANYWHERE(int32_t, 8, ints_8);
ANYWHERE(int32_t, 16, ints_16);
ANYWHERE(int16_t, 8, shorts_8);
ANYWHERE(int16_t, 16, shorts_16);
ANYWHERE(uint16_t, 8, bits_8);
ANYWHERE(uint16_t, 16, bits_16);

#define VECTOR static inline __attribute__((unused, always_inline))

/* ---- eight numbers as doubles ---- */
VECTOR eight floats_to_eight(float_x8 x)
{
#if defined(__AVX512F__)
    return (eight)_mm512_cvtps_pd((__m256)x);
#else
    return __builtin_convertvector(x, eight);
#endif
}
VECTOR eight ints_to_eight(int_x8 x)
{
#if defined(__AVX512F__)
    return (eight)_mm512_cvtepi32_pd((__m256i)x);
#else
    return __builtin_convertvector(x, eight);
#endif
}
VECTOR eight eight_f64(const type_f64 *p)
{
    return *(const doubles_8 *)p;
}
VECTOR eight eight_f32(const type_f32 *p)
{
    return floats_to_eight(*(const floats_8 *)p);
}
VECTOR eight eight_i32(const type_i32 *p)
{
    return ints_to_eight(*(const ints_8 *)p);
}
VECTOR eight eight_i16(const type_i16 *p)
{
#if defined(__AVX2__)
    return ints_to_eight((int_x8)_mm256_cvtepi16_epi32(_mm_loadu_si128((const void *)p)));
#else
    return ints_to_eight(__builtin_convertvector(*(const shorts_8 *)p, int_x8));
#endif
}
VECTOR eight eight_bf16(const type_bf16 *p)
{
#if defined(__AVX2__)
    word_x8 bits = (word_x8)_mm256_cvtepu16_epi32(_mm_loadu_si128((const void *)p));
#else
    word_x8 bits = __builtin_convertvector(*(const bits_8 *)p, word_x8);
#endif
    return floats_to_eight((float_x8)(bits << 16));
}
VECTOR eight eight_f16(const type_f16 *p)
{
    float_x8 x;
#if defined(__F16C__)
    x = (float_x8)_mm256_cvtph_ps(_mm_loadu_si128((const void *)p));
#else
    for (int l = 0; l < 8; l++)
        x[l] = f16_to_f32(p[l].bits);
#endif
    return floats_to_eight(x);
}

/* ---- and back ---- */
VECTOR float_x8 eight_to_floats(eight v)
{
#if defined(__AVX512F__)
    return (float_x8)_mm512_cvtpd_ps((__m512d)v);
#else
    return __builtin_convertvector(v, float_x8);
#endif
}
/* To the nearest integer of at most `most`, which is far below 2^51. */
VECTOR int_x8 eight_to_ints(eight v, double most)
{
    const double ties_to_even = 0x1.8p52;
    mask_x8 low = v<-most, high = v> most;
    mask_x8 clamped = (~(low | high) & (mask_x8)v) |
                      (low & (mask_x8)((eight){0} - most)) |
                      (high & (mask_x8)((eight){0} + most));
    eight whole = (eight)clamped + ties_to_even - ties_to_even;
#if defined(__AVX512F__)
    return (int_x8)_mm512_cvttpd_epi32((__m512d)whole);
#else
    return __builtin_convertvector(whole, int_x8);
#endif
}
VECTOR void put8_f64(type_f64 *p, eight v)
{
    *(doubles_8 *)p = v;
}
VECTOR void put8_f32(type_f32 *p, eight v)
{
    *(floats_8 *)p = eight_to_floats(v);
}
VECTOR void put8_i32(type_i32 *p, eight v)
{
    *(ints_8 *)p = eight_to_ints(v, LARGEST_i32);
}
VECTOR void put8_i16(type_i16 *p, eight v)
{
    *(bits_8 *)p = __builtin_convertvector(eight_to_ints(v, LARGEST_i16), short_x8);
}
VECTOR void put8_bf16(type_bf16 *p, eight v)
{
    word_x8 bits = (word_x8)eight_to_floats(v);
    word_x8 nan = (word_x8)((bits & 0x7fffffff) > 0x7f800000);
    word_x8 rounded = (bits + 0x7fff + (bits >> 16 & 1)) >> 16;
    bits = (nan & (bits >> 16 | 0x40)) | (~nan & rounded);
    *(bits_8 *)p = __builtin_convertvector(bits, short_x8);
}
VECTOR void put8_f16(type_f16 *p, eight v)
{
    float_x8 x = eight_to_floats(v);
#if defined(__F16C__)
    _mm_storeu_si128((void *)p, _mm256_cvtps_ph((__m256)x, _MM_FROUND_TO_NEAREST_INT));
#else
    for (int l = 0; l < 8; l++)
        p[l].bits = f32_to_f16(x[l]);
#endif
}

/* ---- LANES numbers as acc: eight doubles, or sixteen floats ---- */
VECTOR vec eight_as_vec(eight v)
{
    vec same;
    __builtin_memcpy(&same, &v, sizeof same);
    return same;
}
VECTOR vec sixteen_as_vec(sixteen v)
{
    vec same;
    __builtin_memcpy(&same, &v, sizeof same);
    return same;
}
VECTOR eight vec_as_eight(vec v)
{
    eight same;
    __builtin_memcpy(&same, &v, sizeof same);
    return same;
}
VECTOR sixteen vec_as_sixteen(vec v)
{
    sixteen same;
    __builtin_memcpy(&same, &v, sizeof same);
    return same;
}
VECTOR vec load_f64(const type_f64 *p)
{
    if (LANES == 8)
        return eight_as_vec(eight_f64(p));
    sixteen x;
    float_x8 low = eight_to_floats(eight_f64(p)),
             high = eight_to_floats(eight_f64(p + 8));
    __builtin_memcpy(&x, &low, sizeof low);
    __builtin_memcpy((char *)&x + sizeof low, &high, sizeof high);
    return sixteen_as_vec(x);
}
VECTOR vec load_f32(const type_f32 *p)
{
    return LANES == 8 ? eight_as_vec(eight_f32(p))
                      : sixteen_as_vec(*(const floats_16 *)p);
}
VECTOR vec load_i32(const type_i32 *p)
{
    return LANES == 8
               ? eight_as_vec(eight_i32(p))
               : sixteen_as_vec(__builtin_convertvector(*(const ints_16 *)p, sixteen));
}
VECTOR vec load_i16(const type_i16 *p)
{
    if (LANES == 8)
        return eight_as_vec(eight_i16(p));
#if defined(__AVX512F__)
    return sixteen_as_vec((sixteen)_mm512_cvtepi32_ps(
        _mm512_cvtepi16_epi32(_mm256_loadu_si256((const void *)p))));
#else
    typedef int32_t int_x16 __attribute__((vector_size(64)));
    int_x16 wider = __builtin_convertvector(*(const shorts_16 *)p, int_x16);
    return sixteen_as_vec(__builtin_convertvector(wider, sixteen));
#endif
}
VECTOR vec load_bf16(const type_bf16 *p)
{
    if (LANES == 8)
        return eight_as_vec(eight_bf16(p));
#if defined(__AVX512F__)
    word_x16 bits = (word_x16)_mm512_cvtepu16_epi32(_mm256_loadu_si256((const void *)p));
#else
    word_x16 bits = __builtin_convertvector(*(const bits_16 *)p, word_x16);
#endif
    return sixteen_as_vec((sixteen)(bits << 16));
}
VECTOR vec load_f16(const type_f16 *p)
{
    if (LANES == 8)
        return eight_as_vec(eight_f16(p));
#if defined(__AVX512F__)
    return sixteen_as_vec((sixteen)_mm512_cvtph_ps(_mm256_loadu_si256((const void *)p)));
#else
    sixteen x;
    for (int l = 0; l < 16; l++)
        x[l] = f16_to_f32(p[l].bits);
    return sixteen_as_vec(x);
#endif
}
/* The halves of sixteen floats, as doubles. */
VECTOR eight half_of(vec v, int high)
{
    float_x8 x;
    __builtin_memcpy(&x, (const char *)&v + (high ? sizeof x : 0), sizeof x);
    return floats_to_eight(x);
}
VECTOR double eight_across(eight v)
{
    return ((v[0] + v[4]) + (v[1] + v[5])) + ((v[2] + v[6]) + (v[3] + v[7]));
}
/* LANES sums, added up until eight are left. */
VECTOR eight eight_sums(vec v)
{
    return LANES == 8 ? vec_as_eight(v) : half_of(v, 0) + half_of(v, 1);
}

#define PUT(format)                                                     \
    VECTOR void put_##format(type_##format *p, vec v)                   \
    {                                                                   \
        put8_##format(p, LANES == 8 ? vec_as_eight(v) : half_of(v, 0)); \
        if (LANES == 16)                                                \
            put8_##format(p + 8, half_of(v, 1));                        \
    }
PUT(f64)
PUT(i32)
PUT(i16)
PUT(bf16)

VECTOR void put_f32(type_f32 *p, vec v)
{
    if (LANES == 8)
        put8_f32(p, vec_as_eight(v));
    else
        *(floats_16 *)p = vec_as_sixteen(v);
}
VECTOR void put_f16(type_f16 *p, vec v)
{
#if defined(__AVX512F__)
    if (LANES == 16) {
        _mm256_storeu_si256((void *)p, _mm512_cvtps_ph((__m512)vec_as_sixteen(v),
                                                       _MM_FROUND_TO_NEAREST_INT));
        return;
    }
#endif
    put8_f16(p, LANES == 8 ? vec_as_eight(v) : half_of(v, 0));
    if (LANES == 16)
        put8_f16(p + 8, half_of(v, 1));
}
#endif
