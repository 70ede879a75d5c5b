/* opt/window_avx2.h - load_window with AVX2: two permutations for 8 rows (load_window.h). */
#ifndef MEMWALL_WINDOW_AVX2_H
#define MEMWALL_WINDOW_AVX2_H
#include <simd.h>

SIMD vec load_window(const real *x, const unsigned char *offset, int r)
{
    const __m128i group = _mm_loadl_epi64((const void *)(offset + r)),
                  position = _mm_sub_epi8(group, _mm_broadcastb_epi8(group));
    const real *window = x + offset[r];
    if (LANES == 4)
        return ONE_BY_ONE(x, offset + r);
    if (F_REAL == F32) {
        /* A permutation uses the lowest three bits of a position; the fourth one chooses. */
        const __m256i select = _mm256_cvtepu8_epi32(position);
        return (vec)_mm256_blendv_ps(
            _mm256_permutevar8x32_ps(LOAD(__m256, window), select),
            _mm256_permutevar8x32_ps(LOAD(__m256, window + 8), select),
            _mm256_castsi256_ps(_mm256_slli_epi32(select, 28)));
    }
    /* Value n has the bytes 2 n and 2 n + 1. A byte with a position of 128 or more is 0,
     * so that one of both permutations has the value and the other one has 0. */
    const __m128i even = _mm_add_epi8(position, position),
                  odd = _mm_add_epi8(even, _mm_set1_epi8(1)),
                  bytes = _mm_unpacklo_epi8(even, odd),
                  selected = _mm_or_si128(
                      _mm_shuffle_epi8(LOAD(__m128i, window),
                                       _mm_add_epi8(bytes, _mm_set1_epi8(112))),
                      _mm_shuffle_epi8(LOAD(__m128i, window + 8),
                                       _mm_sub_epi8(bytes, _mm_set1_epi8(16))));
    return load_lanes(F_REAL, &selected, 0);
}
#endif
