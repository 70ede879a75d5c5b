/* opt/simd.h - vectors of one compilation: load, gather, store.
 *
 * gcc's and clang's vector extensions: one vector is 64 bytes of sums, which the compiler
 * makes of whatever registers the machine has (one of AVX-512, two of AVX2, four of
 * SSE2 or NEON). Loads may lie anywhere (aligned to a number only). gcc 12 gathers one
 * number at a time from such code, so AVX-512's gather is written out, with its portable
 * twin beside it.
 */
#ifndef MEMWALL_SIMD_H
#define MEMWALL_SIMD_H
#include "real.h"
#include <layout.h>
#include <vectors.h>
#if defined(__AVX512F__)
#include <immintrin.h>
#endif

enum { VECTORS = SLICE / LANES };

static inline vec K(load)(const real *x)
{
    return JOIN2(load_, REAL)(x);
}

static inline vec K(load_store)(const store *a)
{
    return JOIN2(load_, STORE)(a);
}

static inline void K(put)(real *x, vec v)
{
    JOIN2(put_, REAL)(x, v);
}

static inline vec K(all)(acc s)
{
    return s - (vec){0};
}

static inline vec K(gather)(const real *x, const int *at)
{
#if defined(__AVX512F__)
    if (F_REAL == F64)
        return (vec)_mm512_i32gather_pd(_mm256_loadu_si256((const void *)at), x, 8);
    if (F_REAL == F32)
        return (vec)_mm512_i32gather_ps(_mm512_loadu_si512(at), x, 4);
#endif
    vec v;
    for (int l = 0; l < LANES; l++)
        v[l] = wide(x[at[l]]);
    return v;
}
#endif
