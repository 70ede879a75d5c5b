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
#if defined(__AVX512F__)
#include <immintrin.h>
#endif

enum { LANES = 64 / sizeof(acc), VECTORS = SLICE / LANES };

typedef acc vec __attribute__((vector_size(64)));
typedef real real_vec
    __attribute__((vector_size(LANES * sizeof(real)), aligned(sizeof(real)), may_alias));
typedef store store_vec
    __attribute__((vector_size(LANES * sizeof(store)), aligned(sizeof(store)), may_alias));

static inline vec K(load)(const real *x)
{
    return __builtin_convertvector(*(const real_vec *)x, vec);
}

static inline vec K(load_store)(const store *a)
{
    return __builtin_convertvector(*(const store_vec *)a, vec);
}

static inline void K(put)(real *x, vec v)
{
    *(real_vec *)x = __builtin_convertvector(v, real_vec);
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
        v[l] = (acc)x[at[l]];
    return v;
}
#endif
