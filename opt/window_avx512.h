/* opt/window_avx512.h - load_window with AVX-512: one permutation of two vectors (load_window.h). */
#ifndef MEMWALL_WINDOW_AVX512_H
#define MEMWALL_WINDOW_AVX512_H
#include <simd.h>

SIMD vec load_window(const real *x, const unsigned char *offset, int r)
{
    const __m128i group = LANES == 16 ? LOAD(__m128i, offset + r)
                                      : _mm_loadl_epi64((const void *)(offset + r)),
                  position = _mm_sub_epi8(group, _mm_broadcastb_epi8(group));
    const real *window = x + offset[r];
    if (F_REAL == F64)
        return (vec)_mm512_permutex2var_pd(LOAD(__m512d, window),
                                           _mm512_cvtepu8_epi64(position),
                                           LOAD(__m512d, window + 8));
    if (F_REAL == F32) {
        const __m512 selected = _mm512_permutex2var_ps(
            LOAD(__m512, window), _mm512_cvtepu8_epi32(position),
            LOAD(__m512, window + 16));
        return load_lanes(F32, &selected, 0);
    }
    /* The window of 8 or 16 rows is one vector of 32 values of 16 bits. */
    const __m512i selected = _mm512_permutexvar_epi16(
        _mm512_castsi256_si512(_mm256_cvtepu8_epi16(position)),
        LOAD(__m512i, window));
    return load_lanes(F_REAL, &selected, 0);
}
#endif
