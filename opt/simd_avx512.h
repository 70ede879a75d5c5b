/* opt/simd_avx512.h - a table of simd.h for AVX-512: a register has 64 bytes.
 *
 *   DOUBLES_f(p), FLOATS_f(p)   8 or 16 values of format f, from p on, as double or float
 *   INTS_i8(p)                  16 bytes as integers of 32 bits
 *   HALF_AS_f16(v), AS_f16(v)   8 or 16 floats, rounded to f16
 */
#ifndef MEMWALL_SIMD_AVX512_H
#define MEMWALL_SIMD_AVX512_H
#include <immintrin.h>

#define DOUBLES_f64(p) LOAD(__m512d, p)
#define DOUBLES_f32(p) _mm512_cvtps_pd(LOAD(__m256, p))
#define DOUBLES_f16(p) _mm512_cvtps_pd(_mm256_cvtph_ps(LOAD(__m128i, p)))
#define DOUBLES_i32(p) _mm512_cvtepi32_pd(LOAD(__m256i, p))
#define DOUBLES_i16(p) _mm512_cvtepi32_pd(_mm256_cvtepi16_epi32(LOAD(__m128i, p)))
#define DOUBLES_i8(p) \
    _mm512_cvtepi32_pd(_mm256_cvtepi8_epi32(_mm_loadl_epi64((const void *)(p))))
#define FLOATS_f32(p)  LOAD(__m512, p)
#define FLOATS_f16(p)  _mm512_cvtph_ps(LOAD(__m256i, p))
#define FLOATS_i32(p)  _mm512_cvtepi32_ps(LOAD(__m512i, p))
#define FLOATS_i16(p)  _mm512_cvtepi32_ps(_mm512_cvtepi16_epi32(LOAD(__m256i, p)))
#define FLOATS_i8(p)   _mm512_cvtepi32_ps(INTS_i8(p))
#define INTS_i8(p)     _mm512_cvtepi8_epi32(LOAD(__m128i, p))
#define HALF_AS_f16(v) _mm256_cvtps_ph((__m256)(v), _MM_FROUND_TO_NEAREST_INT)
#define AS_f16(v)      _mm512_cvtps_ph((__m512)(v), _MM_FROUND_TO_NEAREST_INT)
#endif
