/* opt/load_window.h - loads x at columns that are close together, or anywhere.
 *
 *   load_window(x, distance)   x[distance[r]] of LANES rows lies in two neighboring
 *                              vectors, the window. It begins at x[distance[0]]:
 *
 *      x                   | . . . w w w w w w w w w w w w w w w w . . . |
 *      distance                  5     6   6   7     8 ...
 *      minus the first           0     1   1   2     3 ...  selects from the window
 *
 *   gather(x, column)          x[column[r]] of LANES rows
 *
 * The condition for a window is that of narrow slice columns (columns.h, arrange.c).
 * A window may reach behind the end of x, and to numbers that another thread is
 * changing; what is loaded there is not selected. With
 * AVX-512 a window takes two loads and a permutation; other processors load one number
 * after the other.
 */
#ifndef MEMWALL_LOAD_WINDOW_H
#define MEMWALL_LOAD_WINDOW_H
#include "real.h"
#include "simd.h"

/* x[column[0]], x[column[1]], ... : LANES numbers */
SIMD vec gather(const real *x, const int *column)
{
#if defined(__AVX512F__)
    if (F_REAL == F64)
        return (vec)_mm512_i32gather_pd(LOAD(__m256i, column), x, 8);
    if (F_REAL == F32 && LANES == 16)
        return (vec)_mm512_i32gather_ps(LOAD(__m512i, column), x, 4);
#endif
    vec v = {0};
    for (int l = 0; l < LANES; l++)
        v[l] = wide(x[column[l]]);
    return v;
}

/* x[distance[0]], x[distance[1]], ... : LANES numbers, in a window of 2 LANES */
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
SIMD vec load_window(const real *x, const unsigned char *distance)
{
    vec v = {0};
    for (int l = 0; l < LANES; l++)
        v[l] = wide(x[distance[l]]);
    return v;
}
#endif
#endif
