/* opt/simd_store.h - stores vectors as values of a format.
 *
 *   store_lanes(f, x, i, v)     x[i], x[i+1], ... = v: LANES values, rounded to format f
 *   store_doubles(f, x, i, v)   DOUBLES values, rounded like round_F (number.h)
 */
#ifndef MEMWALL_SIMD_STORE_H
#define MEMWALL_SIMD_STORE_H
#include <simd.h>

/* The first `count` values of a vector to p. */
#define STORE_VALUES(p, count, vector)              \
    do {                                            \
        const __typeof__(vector) stored_ = vector;  \
        memcpy(p, &stored_, (count) * sizeof *(p)); \
    } while (0)

/* Clamps to +-limit, which is far below 2^51, and rounds to even: `magic` + v has no fraction. */
SIMD half_ints round_to_ints(doubles v, double limit)
{
    typedef VECTOR(int64_t, REGISTER) mask;
    const double magic = 0x1.8p52;
    const mask low = (v < -limit), high = (v > limit);
    const mask clamped = (~(low | high) & (mask)v) |
                         (low & (mask)((doubles){0} - limit)) |
                         (high & (mask)((doubles){0} + limit));
    return __builtin_convertvector((doubles)clamped + magic - magic, half_ints);
}

SIMD void store_doubles(enum format f, void *x, ptrdiff_t i, doubles v)
{
    const half_floats single = __builtin_convertvector(v, half_floats);
    switch (f) {
    case F64:
        STORE_VALUES((type_f64 *)x + i, DOUBLES, v);
        break;
    case F32:
        STORE_VALUES((type_f32 *)x + i, DOUBLES, single);
        break;
    case F16:
        STORE_VALUES((type_f16 *)x + i, DOUBLES, HALF_AS_f16(single));
        break;
    case I32:
        STORE_VALUES((type_i32 *)x + i, DOUBLES, round_to_ints(v, LARGEST_i32));
        break;
    case I16:
        STORE_VALUES(
            (type_i16 *)x + i, DOUBLES,
            __builtin_convertvector(round_to_ints(v, LARGEST_i16), half_shorts));
        break;
    case I8: /* only of matrices, which no kernel stores */
        break;
    }
}

/* x is a vector in a floating-point format. */
SIMD void store_lanes(enum format f, void *x, ptrdiff_t i, vec v)
{
    half_floats half[2];
    if (LANES == DOUBLES) {
        store_doubles(f, x, i, (doubles)v);
    } else if (f == F32) {
        STORE_VALUES((type_f32 *)x + i, LANES, v);
    } else if (f == F16) {
        STORE_VALUES((type_f16 *)x + i, LANES, AS_f16((floats)v));
    } else {
        memcpy(half, &v, sizeof half);
        for (int h = 0; h < 2; h++)
            store_doubles(f, x, i + h * DOUBLES, load_doubles(F32, &half[h], 0));
    }
}
#endif
