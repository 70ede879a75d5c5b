/* opt/simd.h - loads values of a format into vectors; a vector is one register.
 *
 *   load_lanes(f, x, i)     x[i], x[i+1], ... as acc: LANES values
 *   load_doubles(f, x, i)   the same as double, for sums of products: DOUBLES values
 *   load_stored(a, i)       a[i], a[i+1], ... in the format STORE: LANES values
 *   load_scales(e, i)       in i8 2^e[i], 2^e[i+1], ..., else 1: LANES values
 *   gather(x, column)       x[column[0]], x[column[1]], ...: LANES values
 *
 * f is the format of x, which need not be aligned to a vector. It is a constant in each
 * call, so that the compiler chooses the conversion.
 *
 *                        REGISTER    doubles  floats   conversions
 *   AVX-512              64 bytes    8        16       simd_avx512.h
 *   AVX2                 32 bytes    4        8        simd_avx2.h
 *   SSE2, NEON, others   16 bytes    2        4        simd_any.h
 *
 * We use the vector extensions of gcc and clang. gcc 11 and 12 build a vector that is larger
 * than a register in memory, so no vector is larger: with AVX2 on Zen 4 an iteration at 64^3 is
 * 4.1 times (gcc 11) and 1.7 times (gcc 12) as fast as with vectors of 64 bytes. gcc also widens
 * values in pieces, so the conversions of AVX2 and AVX-512 are intrinsic functions.
 */
#ifndef MEMWALL_SIMD_H
#define MEMWALL_SIMD_H
#include "kernel_macros.h"
#include "real.h"
#include <stddef.h>
#include <string.h>

#if defined(__AVX512BW__)
#define REGISTER 64
#elif defined(__AVX2__) && defined(__F16C__)
#define REGISTER 32
#else
#define REGISTER 16
#endif
enum { LANES = REGISTER / sizeof(acc), DOUBLES = REGISTER / sizeof(double) };
#define VECTOR(type, bytes) type __attribute__((vector_size(bytes)))
typedef VECTOR(acc, REGISTER) vec;
typedef VECTOR(double, REGISTER) doubles;
typedef VECTOR(float, REGISTER) floats;
typedef VECTOR(int32_t, REGISTER) ints;
typedef VECTOR(int16_t, REGISTER / 2) shorts;    /* as many as floats */
typedef VECTOR(float, REGISTER / 2) half_floats; /* as many as doubles */
typedef VECTOR(int32_t, REGISTER / 2) half_ints;
typedef VECTOR(int16_t, REGISTER / 4) half_shorts;

#define SIMD static inline __attribute__((unused, always_inline))

/* A vector of this type at p, not aligned. */
#define LOAD(type, p)                      \
    __extension__({                        \
        type loaded_;                      \
        memcpy(&loaded_, p, sizeof(type)); \
        loaded_;                           \
    })

#if REGISTER == 64
#include <simd_avx512.h>
#elif REGISTER == 32
#include <simd_avx2.h>
#else
#include <simd_any.h>
#endif

SIMD doubles load_doubles(enum format f, const void *x, ptrdiff_t i)
{
    switch (f) {
#define X(name, type, roundoff) \
    case FORMAT_##name:         \
        return (doubles)DOUBLES_##name((const type *)x + i);
        FORMATS_X(X)
#undef X
    }
    return (doubles){0};
}

/* Two registers of doubles, rounded. */
SIMD floats FLOATS_f64(const double *p)
{
    half_floats half[2];
    for (int h = 0; h < 2; h++)
        half[h] =
            __builtin_convertvector(LOAD(doubles, p + h * DOUBLES), half_floats);
    return LOAD(floats, half);
}
SIMD vec load_lanes(enum format f, const void *x, ptrdiff_t i)
{
    if (LANES == DOUBLES)
        return (vec)load_doubles(f, x, i);
    switch (f) {
#define X(name, type, roundoff) \
    case FORMAT_##name:         \
        return (vec)FLOATS_##name((const type *)x + i);
        FORMATS_X(X)
#undef X
    }
    return (vec){0};
}
SIMD vec load_stored(const store *a, ptrdiff_t i)
{
    return load_lanes(F_STORE, a, i);
}

/* The bits of 2^e as in power_of_two (number.h). */
SIMD vec load_scales(const type_i8 *e, ptrdiff_t i)
{
    if (F_STORE != I8)
        return (vec){0} + 1;
    const ints bits = ((ints)INTS_i8(e + i) + 127) << 23;
    return load_lanes(F32, &bits, 0);
}

/* x[i[0]], x[i[1]], ...: LANES values, one load for each; i is an array of integers of any
 * size. Values of 16 bits become a vector before they are converted. */
#define ONE_BY_ONE(x, i)                                    \
    __extension__({                                         \
        vec value_ = {0};                                   \
        shorts f16_ = {0};                                  \
        OMP(GCC unroll 16)                                  \
        for (int l_ = 0; l_ < LANES; l_++)                  \
            if (F_REAL == F16)                              \
                f16_[l_] = ((const int16_t *)(x))[(i)[l_]]; \
            else                                            \
                value_[l_] = wide((x)[(i)[l_]]);            \
        F_REAL == F16 ? load_lanes(F16, &f16_, 0) : value_; \
    })
SIMD vec gather(const real *x, const int *column)
{
#if REGISTER == 64
    if (F_REAL == F64)
        return (vec)_mm512_i32gather_pd(LOAD(__m256i, column), x, 8);
    if (F_REAL == F32 && LANES == 16)
        return (vec)_mm512_i32gather_ps(LOAD(__m512i, column), x, 4);
#endif
    return ONE_BY_ONE(x, column);
}
#endif
