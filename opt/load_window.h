/* opt/load_window.h - loads x at columns that are close together, or anywhere.
 *
 *   load_window(x, distance)   x[distance[r]] of LANES rows of a narrow slice column
 *   gather(x, column)          x[column[r]] of LANES rows
 *
 * The columns of a group of rows are in two neighboring vectors, the window, which begins
 * at the column of the first row. We load both vectors and select the numbers by
 * permutations:
 *
 *      x                   | . . . w w w w w w w w w w w w w w w w . . . |
 *      distance                  5     6   6   7     8 ...
 *      minus the first           0     1   1   2     3 ...  selects from the window
 *
 * The condition for a window is that of narrow slice columns (columns.h, arrange.c).
 * A window may reach behind the end of x, and to numbers that another thread is
 * changing; what is loaded there is not selected.
 *
 *                 f64                       f32 and 16 bits
 *   AVX-512       LANES rows: one permutation of two vectors
 *   AVX2, NEON    one load for each number  8 rows: two permutations, or one (NEON)
 *   others        one load for each number  one load for each number
 *
 * With AVX2, permutations are twice as fast as single loads or gather instructions. In
 * f64 the window would be four vectors, and single loads are the fastest (docs/05).
 * Permutations with variable positions are intrinsics, because clang 14 finds them in no
 * form of C.
 */
#ifndef MEMWALL_LOAD_WINDOW_H
#define MEMWALL_LOAD_WINDOW_H
#include "real.h"
#include "simd.h"
#if defined(__aarch64__)
#include <arm_neon.h>
#endif

/* ---- One load for each number ----
 * x[i[0]], ..., x[i[7]] for integers i of any type. gcc 12 builds a vector that is larger
 * than a register in memory, so that we join vectors of 16 bytes. */
typedef double double_x2 __attribute__((vector_size(16)));
typedef float float_x4 __attribute__((vector_size(16)));
typedef int16_t short_x16 __attribute__((vector_size(32)));

#define TWO_DOUBLES(x, i) ((double_x2){(x)[(i)[0]], (x)[(i)[1]]})
#define FOUR_DOUBLES(x, i) \
    __builtin_shufflevector(TWO_DOUBLES(x, i), TWO_DOUBLES(x, (i) + 2), 0, 1, 2, 3)
#define EIGHT_DOUBLES(x, i)                                                        \
    __builtin_shufflevector(FOUR_DOUBLES(x, i), FOUR_DOUBLES(x, (i) + 4), 0, 1, 2, \
                            3, 4, 5, 6, 7)
#define FOUR_FLOATS(x, i) \
    ((float_x4){(x)[(i)[0]], (x)[(i)[1]], (x)[(i)[2]], (x)[(i)[3]]})
#define EIGHT_FLOATS(x, i)                                                       \
    __builtin_shufflevector(FOUR_FLOATS(x, i), FOUR_FLOATS(x, (i) + 4), 0, 1, 2, \
                            3, 4, 5, 6, 7)
#define EIGHT_SHORTS(x, i)                                                       \
    ((short_x8){(x)[(i)[0]], (x)[(i)[1]], (x)[(i)[2]], (x)[(i)[3]], (x)[(i)[4]], \
                (x)[(i)[5]], (x)[(i)[6]], (x)[(i)[7]]})

/* LANES numbers from functions or macros that load eight numbers. */
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
    const short_x16 both = __builtin_shufflevector(low, high, 0, 1, 2, 3, 4, 5, 6,
                                                   7, 8, 9, 10, 11, 12, 13, 14, 15);
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

/* ---- x[distance[0]], x[distance[1]], ... : LANES numbers, in a window ---- */
#if defined(__AVX512BW__)
SIMD vec load_window(const real *x, const unsigned char *distance)
{
    const __m128i d = LANES == 16 ? LOAD(__m128i, distance)
                                  : _mm_loadl_epi64((const void *)distance);
    const __m128i from_first = _mm_sub_epi8(d, _mm_broadcastb_epi8(d));
    const real *window = x + distance[0];
    if (F_REAL == F64) {
        const __m512i select = _mm512_cvtepu8_epi64(from_first);
        return (vec)_mm512_permutex2var_pd(LOAD(__m512d, window), select,
                                           LOAD(__m512d, window + 8));
    }
    if (F_REAL == F32 && LANES == 16) {
        const __m512i select = _mm512_cvtepu8_epi32(from_first);
        return (vec)_mm512_permutex2var_ps(LOAD(__m512, window), select,
                                           LOAD(__m512, window + 16));
    }
    if (F_REAL == F32) {
        const __m512 selected = _mm512_permutexvar_ps(
            _mm512_cvtepu8_epi32(from_first), LOAD(__m512, window));
        return (vec)_mm512_cvtps_pd(_mm512_castps512_ps256(selected));
    }
    /* One vector has 32 numbers of 16 bits; we select at most 16 and convert these. */
    const __m256i selected = _mm512_castsi512_si256(_mm512_permutexvar_epi16(
        _mm512_castsi256_si512(_mm256_cvtepu8_epi16(from_first)),
        LOAD(__m512i, window)));
    type_f16 number[16];
    memcpy(number, &selected, sizeof selected);
    return load_lanes(F_REAL, number, 0);
}
#else
#if defined(__AVX2__)
/* A permutation uses the lowest three bits of a position; the fourth one chooses. */
SIMD float_x8 eight_floats(const type_f32 *x, const unsigned char *distance)
{
    const __m128i d = _mm_loadl_epi64((const void *)distance);
    const __m256i from_first =
        _mm256_cvtepu8_epi32(_mm_sub_epi8(d, _mm_broadcastb_epi8(d)));
    const type_f32 *window = x + distance[0];
    const __m256 low = _mm256_permutevar8x32_ps(LOAD(__m256, window), from_first),
                 high =
                     _mm256_permutevar8x32_ps(LOAD(__m256, window + 8), from_first);
    return (float_x8)_mm256_blendv_ps(
        low, high, _mm256_castsi256_ps(_mm256_slli_epi32(from_first, 28)));
}
/* Number n has the bytes 2 n and 2 n + 1. A byte with a position of 128 or more is 0,
 * so that of both permutations one has a number and the other one has 0. */
SIMD short_x8 eight_shorts(const type_i16 *x, const unsigned char *distance)
{
    const __m128i d = _mm_loadl_epi64((const void *)distance);
    const __m128i from_first = _mm_sub_epi8(d, _mm_broadcastb_epi8(d)),
                  even = _mm_add_epi8(from_first, from_first),
                  bytes =
                      _mm_unpacklo_epi8(even, _mm_add_epi8(even, _mm_set1_epi8(1)));
    const type_i16 *window = x + distance[0];
    return (short_x8)_mm_or_si128(
        _mm_shuffle_epi8(LOAD(__m128i, window),
                         _mm_add_epi8(bytes, _mm_set1_epi8(112))),
        _mm_shuffle_epi8(LOAD(__m128i, window + 8),
                         _mm_sub_epi8(bytes, _mm_set1_epi8(16))));
}
#elif defined(__aarch64__) && !defined(__AARCH64EB__)
/* The bytes of a number from those of its position. Number n of f32 has the bytes
 * 4 n, ..., 4 n + 3, and of 16 bits 2 n and 2 n + 1. */
SIMD uint8x8_t from_first(const unsigned char *distance)
{
    return vsub_u8(vld1_u8(distance), vdup_n_u8(distance[0]));
}
SIMD float_x8 eight_floats(const type_f32 *x, const unsigned char *distance)
{
    const uint8x8_t first_bytes = vshl_n_u8(from_first(distance), 2);
    const uint8x8x2_t twice = vzip_u8(first_bytes, first_bytes);
    const uint8x16_t all = vcombine_u8(twice.val[0], twice.val[1]),
                     byte = vreinterpretq_u8_u32(vdupq_n_u32(0x03020100));
    const unsigned char *window = (const unsigned char *)(x + distance[0]);
    const uint8x16x4_t table = vld1q_u8_x4(window);
    const float_x4 low = (float_x4)vqtbl4q_u8(table,
                                              vaddq_u8(vzip1q_u8(all, all), byte)),
                   high = (float_x4)vqtbl4q_u8(table,
                                               vaddq_u8(vzip2q_u8(all, all), byte));
    return __builtin_shufflevector(low, high, 0, 1, 2, 3, 4, 5, 6, 7);
}
SIMD short_x8 eight_shorts(const type_i16 *x, const unsigned char *distance)
{
    const uint8x8_t even = vshl_n_u8(from_first(distance), 1);
    const uint8x8x2_t bytes = vzip_u8(even, vadd_u8(even, vdup_n_u8(1)));
    const unsigned char *window = (const unsigned char *)(x + distance[0]);
    const uint8x16x2_t table = vld1q_u8_x2(window);
    return (short_x8)vqtbl2q_u8(table, vcombine_u8(bytes.val[0], bytes.val[1]));
}
#else
#define eight_floats EIGHT_FLOATS
#define eight_shorts EIGHT_SHORTS
#endif
SIMD vec load_window(const real *x, const unsigned char *distance)
{
    return EIGHT_BY_EIGHT(x, distance, EIGHT_DOUBLES, eight_floats, eight_shorts);
}
#endif
#endif
