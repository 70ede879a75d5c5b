/* opt/simd_store.h - stores vectors of 64 bytes as numbers of a format.
 *
 *   store_lanes(f, x, i, v)    x[i], x[i+1], ... = v: LANES numbers, rounded to format f
 *   store_eight(f, x, i, v)    eight numbers as double, rounded like round_F (number.h)
 */
#ifndef MEMWALL_SIMD_STORE_H
#define MEMWALL_SIMD_STORE_H
#include <simd.h>

/* Clamps to +-limit, which is far below 2^51, and rounds to even: `magic` + v has no fraction. */
SIMD int_x8 eight_to_ints(eight v, double limit)
{
    const double magic = 0x1.8p52;
    const mask_x8 low = (v < -limit), high = (v > limit);
    const mask_x8 clamped = (~(low | high) & (mask_x8)v) |
                            (low & (mask_x8)((eight){0} - limit)) |
                            (high & (mask_x8)((eight){0} + limit));
    const eight whole = (eight)clamped + magic - magic;
    return CONVERT512(whole, int_x8, _mm512_cvttpd_epi32, __m512d);
}
SIMD float_x8 half_of(vec v, int high)
{
    float_x8 x;
    memcpy(&x, (const char *)&v + (high ? sizeof x : 0), sizeof x);
    return x;
}

SIMD void floats_to_f16(float_x8 x, type_f16 *p)
{
#if defined(__F16C__)
    _mm_storeu_si128((void *)p,
                     _mm256_cvtps_ph((__m256)x, _MM_FROUND_TO_NEAREST_INT));
#elif defined(__aarch64__)
    float32x4_t single[2];
    memcpy(single, &x, sizeof x);
    vst1q_u16(&p->bits, vreinterpretq_u16_f16(
                            vcvt_high_f16_f32(vcvt_f16_f32(single[0]), single[1])));
#else
    for (int l = 0; l < 8; l++)
        p[l] = round_f16((double)x[l]);
#endif
}

SIMD void store_floats(enum format f, void *x, ptrdiff_t i, float_x8 v)
{
    switch (f) {
    case F32:
        memcpy((type_f32 *)x + i, &v, sizeof v);
        break;
    case F16:
        floats_to_f16(v, (type_f16 *)x + i);
        break;
    case F64:
    case I32:
    case I16: /* store_eight */
    case I8:  /* only of matrices, which no kernel stores */
        break;
    }
}
SIMD void store_eight(enum format f, void *x, ptrdiff_t i, eight v)
{
    if (f == F64) {
        memcpy((type_f64 *)x + i, &v, sizeof v);
    } else if (f == I32) {
        const int_x8 whole = eight_to_ints(v, LARGEST_i32);
        memcpy((type_i32 *)x + i, &whole, sizeof whole);
    } else if (f == I16) {
        const short_x8 whole =
            __builtin_convertvector(eight_to_ints(v, LARGEST_i16), short_x8);
        memcpy((type_i16 *)x + i, &whole, sizeof whole);
    } else {
        store_floats(f, x, i, eight_to_floats(v));
    }
}
/* x is a vector in a floating-point format. */
SIMD void store_lanes(enum format f, void *x, ptrdiff_t i, vec v)
{
    if (LANES == 8) {
        store_eight(f, x, i, (eight)v);
    } else if (f == F32) {
        memcpy((type_f32 *)x + i, &v, sizeof v);
#if defined(__AVX512F__)
    } else if (f == F16) {
        _mm256_storeu_si256((__m256i *)((type_f16 *)x + i),
                            _mm512_cvtps_ph((__m512)v, _MM_FROUND_TO_NEAREST_INT));
#endif
    } else if (f == F64) {
        store_eight(f, x, i, floats_to_eight(half_of(v, 0)));
        store_eight(f, x, i + 8, floats_to_eight(half_of(v, 1)));
    } else {
        store_floats(f, x, i, half_of(v, 0));
        store_floats(f, x, i + 8, half_of(v, 1));
    }
}
#endif
