/* opt/simd.h - loads numbers of a format into vectors of 64 bytes.
 *
 *   load_lanes(f, x, i)        x[i], x[i+1], ... as acc: LANES numbers, 8 if acc is
 *                              double, 16 if it is float
 *   load_stored(a, i)          a[i], a[i+1], ... in the format STORE: LANES numbers
 *   load_scales(e, i)          in i8 2^e[i], 2^e[i+1], ..., else 1: LANES numbers
 *   gather(x, column)          x[column[0]], x[column[1]], ...: LANES numbers
 *   load_eight(f, x, i)        eight numbers as double, for sums of products
 *
 * f is the format of x, which need not be aligned to a vector. It is a constant in each
 * call, so that the choice between formats is made by the compiler.
 *
 * We use the vector extensions of gcc and clang. The compiler divides 64 bytes into
 * the registers that exist: one of AVX-512, two of AVX2, four of SSE2 or NEON. gcc
 * 12 converts to or from 64 bytes in four pieces even with AVX-512, so that such
 * conversions are intrinsic functions where there are any (CONVERT).
 */
#ifndef MEMWALL_SIMD_H
#define MEMWALL_SIMD_H
#include "real.h"
#include <stddef.h>
#include <string.h>
#if defined(__AVX2__) || defined(__F16C__)
#include <immintrin.h>
#elif defined(__aarch64__)
#include <arm_neon.h>
#endif

enum { LANES = 64 / sizeof(acc) };
typedef acc vec __attribute__((vector_size(64)));
typedef double eight __attribute__((vector_size(64)));
typedef float sixteen __attribute__((vector_size(64)));
typedef int64_t mask_x8 __attribute__((vector_size(64)));
typedef float float_x8 __attribute__((vector_size(32)));
typedef int32_t int_x8 __attribute__((vector_size(32)));
typedef uint32_t word_x8 __attribute__((vector_size(32)));
typedef int16_t short_x8 __attribute__((vector_size(16)));
typedef int8_t char_x8 __attribute__((vector_size(8)));
typedef double double_x2 __attribute__((vector_size(16)));
typedef double double_x4 __attribute__((vector_size(32)));
typedef float float_x4 __attribute__((vector_size(16)));
typedef int16_t short_x16 __attribute__((vector_size(32)));

#define SIMD static inline __attribute__((unused, always_inline))

/* A vector of this type at p, not aligned. */
#define LOAD(type, p)                      \
    __extension__({                        \
        type loaded_;                      \
        memcpy(&loaded_, p, sizeof(type)); \
        loaded_;                           \
    })

/* The vector of two halves, which has `count` numbers. gcc has this builtin from version 12
 * on; before, the halves are written to memory one after the other. */
#if defined(__clang__) || __GNUC__ >= 12
#define JOIN(type, count, low, high) \
    ((type)__builtin_shufflevector(low, high, FIRST_##count))
#define FIRST_4  0, 1, 2, 3
#define FIRST_8  FIRST_4, 4, 5, 6, 7
#define FIRST_16 FIRST_8, 8, 9, 10, 11, 12, 13, 14, 15
#else
#define JOIN(type, count, low, high)                        \
    __extension__({                                         \
        const __typeof__(low) half_##count[] = {low, high}; \
        LOAD(type, half_##count);                           \
    })
#endif

/* x as a vector of type `to`; with AVX-512, or AVX2, by that instruction. */
#if defined(__AVX512F__)
#define CONVERT512(x, to, instruction, operand) ((to)instruction((operand)(x)))
#else
#define CONVERT512(x, to, instruction, operand) __builtin_convertvector(x, to)
#endif
#if defined(__AVX2__)
#define CONVERT256(x, to, instruction, operand) ((to)instruction((operand)(x)))
#else
#define CONVERT256(x, to, instruction, operand) __builtin_convertvector(x, to)
#endif

/* ---- Conversions of eight numbers ---- */
SIMD eight floats_to_eight(float_x8 x)
{
    return CONVERT512(x, eight, _mm512_cvtps_pd, __m256);
}
SIMD float_x8 eight_to_floats(eight v)
{
    return CONVERT512(v, float_x8, _mm512_cvtpd_ps, __m512d);
}
SIMD vec two_halves(float_x8 low, float_x8 high)
{
    return (vec)JOIN(sixteen, 16, low, high);
}

SIMD float_x8 f16_to_floats(const type_f16 *p)
{
#if defined(__F16C__)
    return (float_x8)_mm256_cvtph_ps(_mm_loadu_si128((const void *)p));
#elif defined(__aarch64__)
    const float16x8_t half = vreinterpretq_f16_u16(vld1q_u16(&p->bits));
    const float32x4_t single[] = {vcvt_f32_f16(vget_low_f16(half)),
                                  vcvt_high_f32_f16(half)};
    return LOAD(float_x8, single);
#else
    /* As bits of an f32 the value is too small by 2^112: the biases of the exponents are 15 and
     * 127. Inf and NaN have all bits of the exponent. */
    const int_x8 bits = __builtin_convertvector(LOAD(short_x8, p), int_x8),
                 rest = (bits & 0x7fff) << 13,
                 special = (rest >= 0x7c00 << 13) & 0x7f800000;
    const int_x8 magnitude = (int_x8)((float_x8)rest * 0x1p112f);
    return (float_x8)(magnitude | special | (bits & INT32_MIN));
#endif
}

/* ---- From memory ---- */

/* Eight numbers of the format i8. */
SIMD int_x8 load_bytes(const type_i8 *p)
{
#if defined(__AVX2__)
    return (int_x8)_mm256_cvtepi8_epi32(_mm_loadl_epi64((const void *)p));
#else
    return __builtin_convertvector(LOAD(char_x8, p), int_x8);
#endif
}

/* Eight numbers of a format that f32 contains. */
SIMD float_x8 load_floats(enum format f, const void *x, ptrdiff_t i)
{
    int_x8 number = {0};
    switch (f) {
    case F32:
        return LOAD(float_x8, (const type_f32 *)x + i);
    case F16:
        return f16_to_floats((const type_f16 *)x + i);
    case I16:
        number = CONVERT256(LOAD(short_x8, (const type_i16 *)x + i), int_x8,
                            _mm256_cvtepi16_epi32, __m128i);
        break;
    case I8:
        number = load_bytes((const type_i8 *)x + i);
        break;
    case F64:
    case I32: /* load_eight */
        break;
    }
    return CONVERT256(number, float_x8, _mm256_cvtepi32_ps, __m256i);
}
SIMD eight load_eight(enum format f, const void *x, ptrdiff_t i)
{
    if (f == F64)
        return LOAD(eight, (const type_f64 *)x + i);
    if (f == I32)
        return CONVERT512(LOAD(int_x8, (const type_i32 *)x + i), eight,
                          _mm512_cvtepi32_pd, __m256i);
    return floats_to_eight(load_floats(f, x, i));
}
SIMD vec load_lanes(enum format f, const void *x, ptrdiff_t i)
{
    if (LANES == 8)
        return (vec)load_eight(f, x, i);
    if (f == F32)
        return (vec)LOAD(sixteen, (const type_f32 *)x + i);
#if defined(__AVX512F__) /* gcc 12 joins two vectors by a slower shuffle */
    if (f == I8)
        return (vec)_mm512_cvtepi32_ps(
            _mm512_cvtepi8_epi32(LOAD(__m128i, (const type_i8 *)x + i)));
    const __m256i words = LOAD(__m256i, (const type_i16 *)x + i); /* of 16 bits */
    if (f == F16)
        return (vec)_mm512_cvtph_ps(words);
    if (f == I16)
        return (vec)_mm512_cvtepi32_ps(_mm512_cvtepi16_epi32(words));
#endif
    if (f == F64 || f == I32)
        return two_halves(eight_to_floats(load_eight(f, x, i)),
                          eight_to_floats(load_eight(f, x, i + 8)));
    return two_halves(load_floats(f, x, i), load_floats(f, x, i + 8));
}

SIMD vec load_stored(const store *a, ptrdiff_t i)
{
    return load_lanes(F_STORE, a, i);
}

/* By the bits of power_of_two (number.h). */
SIMD float_x8 eight_powers_of_two(const type_i8 *e)
{
    return (float_x8)((word_x8)(load_bytes(e) + 127) << 23);
}
SIMD vec load_scales(const type_i8 *e, ptrdiff_t i)
{
    if (F_STORE != I8)
        return (vec){0} + 1;
    if (LANES == 8)
        return (vec)floats_to_eight(eight_powers_of_two(e + i));
    return two_halves(eight_powers_of_two(e + i), eight_powers_of_two(e + i + 8));
}

/* ---- One load for each number ----
 *
 * gcc 12 builds a vector that is larger than a register in memory, so that we join vectors
 * of 16 bytes. i[0], i[1], ... are integers of any type. */
#define TWO_DOUBLES(x, i) ((double_x2){(x)[(i)[0]], (x)[(i)[1]]})
#define FOUR_DOUBLES(x, i) \
    JOIN(double_x4, 4, TWO_DOUBLES(x, i), TWO_DOUBLES(x, (i) + 2))
#define EIGHT_DOUBLES(x, i) \
    JOIN(eight, 8, FOUR_DOUBLES(x, i), FOUR_DOUBLES(x, (i) + 4))
#define FOUR_FLOATS(x, i) \
    ((float_x4){(x)[(i)[0]], (x)[(i)[1]], (x)[(i)[2]], (x)[(i)[3]]})
#define EIGHT_FLOATS(x, i) \
    JOIN(float_x8, 8, FOUR_FLOATS(x, i), FOUR_FLOATS(x, (i) + 4))
#define EIGHT_SHORTS(x, i)                                                       \
    ((short_x8){(x)[(i)[0]], (x)[(i)[1]], (x)[(i)[2]], (x)[(i)[3]], (x)[(i)[4]], \
                (x)[(i)[5]], (x)[(i)[6]], (x)[(i)[7]]})

/* LANES numbers from functions or macros that load eight numbers of 8, 4 or 2 bytes. F_REAL and
 * LANES are constants: one of the four branches remains. */
_Static_assert(sizeof(real) > 1, "gather and load_window have no such numbers");
#define EIGHT_BY_EIGHT(x, i, doubles, floats, shorts)                     \
    F_REAL == F64 ? (vec)doubles((const type_f64 *)(x), i)                \
    : F_REAL != F32                                                       \
        ? convert_shorts(shorts((const type_i16 *)(x), i),                \
                         shorts((const type_i16 *)(x), (i) + LANES - 8))  \
    : LANES == 8 ? (vec)floats_to_eight(floats((const type_f32 *)(x), i)) \
                 : two_halves(floats((const type_f32 *)(x), i),           \
                              floats((const type_f32 *)(x), (i) + LANES - 8))

/* The first LANES of 16 numbers in a 16-bit format. */
SIMD vec convert_shorts(short_x8 low, short_x8 high)
{
    const short_x16 both = JOIN(short_x16, 16, low, high);
    type_i16 number[16];
    memcpy(number, &both, sizeof both);
    return load_lanes(F_REAL, number, 0);
}

/* x[column[0]], x[column[1]], ... : LANES numbers */
SIMD vec gather(const real *x, const int *column)
{
#if defined(__AVX512F__)
    if (F_REAL == F64)
        return (vec)_mm512_i32gather_pd(LOAD(__m256i, column), x, 8);
    if (F_REAL == F32 && LANES == 16)
        return (vec)_mm512_i32gather_ps(LOAD(__m512i, column), x, 4);
#endif
    return EIGHT_BY_EIGHT(x, column, EIGHT_DOUBLES, EIGHT_FLOATS, EIGHT_SHORTS);
}
#endif
