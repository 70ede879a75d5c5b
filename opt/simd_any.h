/* opt/simd_any.h - the table of simd_avx512.h for SSE2, NEON and others: a register has 16 bytes. */
#ifndef MEMWALL_SIMD_ANY_H
#define MEMWALL_SIMD_ANY_H
#define TWO(f, p)      ((doubles){(double)widen_##f((p)[0]), (double)widen_##f((p)[1])})
#define FOUR(p)        ((ints){(p)[0], (p)[1], (p)[2], (p)[3]})
#define DOUBLES_f64(p) LOAD(doubles, p)
#define DOUBLES_f32(p) TWO(f32, p)
#define DOUBLES_f16(p) TWO(f16, p)
#define DOUBLES_i32(p) TWO(i32, p)
#define DOUBLES_i16(p) TWO(i16, p)
#define DOUBLES_i8(p)  TWO(i8, p)
#define FLOATS_f32(p)  LOAD(floats, p)
#define FLOATS_i32(p)  __builtin_convertvector(LOAD(ints, p), floats)
#define FLOATS_i16(p)  __builtin_convertvector(FOUR(p), floats)
#define FLOATS_i8(p)   __builtin_convertvector(INTS_i8(p), floats)
#define INTS_i8(p)     FOUR(p)
#define HALF_AS_f16(v) AS_f16(((floats){(v)[0], (v)[1]}))

#if defined(__aarch64__)
#include <arm_neon.h>
#define FLOATS_f16(p) vcvt_f32_f16(vreinterpret_f16_u16(vld1_u16(&(p)->bits)))
#define AS_f16(v)     vcvt_f16_f32((float32x4_t)(v))
#else
/* As bits of an f32 the value is too small by 2^112: the biases of the exponents are 15 and
 * 127. Inf and NaN have all bits of the exponent. */
SIMD floats FLOATS_f16(const type_f16 *p)
{
    const ints bits = FOUR((const int16_t *)p), rest = (bits & 0x7fff) << 13,
               special = (rest >= 0x7c00 << 13) & 0x7f800000;
    const ints magnitude = (ints)((floats)rest * 0x1p112f);
    return (floats)(magnitude | special | (bits & INT32_MIN));
}
SIMD shorts AS_f16(floats v)
{
    shorts bits = {0};
    for (int l = 0; l < 4; l++)
        bits[l] = (int16_t)round_f16((double)v[l]).bits;
    return bits;
}
#endif
#endif
