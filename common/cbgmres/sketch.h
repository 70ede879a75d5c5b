/* common/cbgmres/sketch.h - a random linear map S from vectors of N entries to d values.
 *
 *   row g of the whole vector, counted from 0, is row i = g mod 256 of block t = g / 256
 *   (S x)_l = 1/2 sum over c = 0 .. 3 and over the rows with (i + shift_c(t)) mod d = l of
 *             sign_c(t) sign(t, i) x_g
 *
 * S keeps the norm of a vector up to a relative error of about (2 d)^(-1/2), and the
 * scalar products of a few vectors likewise (d must be several times their number).
 * Shifts and signs are hashes of the seed and of the number of the row in the whole
 * vector, so that S does not depend on the number of threads or ranks. A block is added
 * to consecutive entries of S x four times, which needs no indices. A copy of S is a sum
 * of blocks of CountSketch (Charikar, Chen, Farach-Colton, ICALP 2002) whose positions
 * within a block are consecutive; Kane and Nelson use four copies (J. ACM 61, 2014).
 */
#ifndef MEMWALL_SKETCH_H
#define MEMWALL_SKETCH_H
#include "mix_bits.h"
#include "vector.h"
#include <stdint.h>

enum {
    SKETCH_BLOCK = 256,
    SKETCH_COPIES = 4,
    MOST_SKETCH = 7 * SKETCH_BLOCK, /* d is a multiple of SKETCH_BLOCK */
    SKETCH_TEAMS =
        32 /* at most, each with its own sums, for any number of threads */
};

struct sketch {
    int d;         /* length of S x */
    int64_t first; /* number of the first local row in the whole vector */
    uint64_t seed;
    double *partial; /* [SKETCH_TEAMS * 2 d] scratch, in device memory */
};

/* s = S q_{j+1} and p = S w, stored in s[0 .. d-1] and s[d .. 2d-1], where s is in host
 * memory; the same in all trees (sketch.c). Collective over the ranks of Q. */
void basis_sketch(const struct basis *Q, int j, const struct sketch *S,
                  const struct vector *w, double *s);

/* The random bits of block t. */
DEVICE uint64_t sketch_key(const struct sketch *S, int64_t t)
{
    return mix_bits(mix_bits(S->seed + 1) + (uint64_t)t);
}

/* shift_c of the block with this key, from 15 of its bits */
DEVICE int sketch_shift(const struct sketch *S, uint64_t key, int c)
{
    return (int)(key >> 16 * c & 0x7fff) * S->d >> 15;
}

/* sign_c / 2 of the block with this key */
DEVICE double sketch_factor(uint64_t key, int c)
{
    return key >> (16 * c + 15) & 1 ? 0.5 : -0.5;
}

/* The sign of row i of a block, from 32 hashed bits of its key: fast in SIMD. */
DEVICE double sketch_sign(uint32_t bits, int i)
{
    const uint32_t x = (bits + (uint32_t)i) * UINT32_C(0x9e3779b9);
    return (double)((int)((x ^ x >> 15) * UINT32_C(0x85ebca6b) >> 30 & 2) - 1);
}
#endif
