/* opt/simd_avx2.h - the table of simd_avx512.h for AVX2 and F16C: a register has 32 bytes. */
#ifndef MEMWALL_SIMD_AVX2_H
#define MEMWALL_SIMD_AVX2_H
#include <immintrin.h>

#define BYTES_4(p)     _mm_cvtsi32_si128(LOAD(int32_t, p))
#define BYTES_8(p)     _mm_loadl_epi64((const void *)(p))
#define DOUBLES_f64(p) LOAD(__m256d, p)
#define DOUBLES_f32(p) _mm256_cvtps_pd(LOAD(__m128, p))
#define DOUBLES_f16(p) _mm256_cvtps_pd(_mm_cvtph_ps(BYTES_8(p)))
#define DOUBLES_i32(p) _mm256_cvtepi32_pd(LOAD(__m128i, p))
#define DOUBLES_i16(p) _mm256_cvtepi32_pd(_mm_cvtepi16_epi32(BYTES_8(p)))
#define DOUBLES_i8(p)  _mm256_cvtepi32_pd(_mm_cvtepi8_epi32(BYTES_4(p)))
#define FLOATS_f32(p)  LOAD(__m256, p)
#define FLOATS_f16(p)  _mm256_cvtph_ps(LOAD(__m128i, p))
#define FLOATS_i32(p)  _mm256_cvtepi32_ps(LOAD(__m256i, p))
#define FLOATS_i16(p)  _mm256_cvtepi32_ps(_mm256_cvtepi16_epi32(LOAD(__m128i, p)))
#define FLOATS_i8(p)   _mm256_cvtepi32_ps(INTS_i8(p))
#define INTS_i8(p)     _mm256_cvtepi8_epi32(BYTES_8(p))
#define HALF_AS_f16(v) _mm_cvtps_ph((__m128)(v), _MM_FROUND_TO_NEAREST_INT)
#define AS_f16(v)      _mm256_cvtps_ph((__m256)(v), _MM_FROUND_TO_NEAREST_INT)
#endif
