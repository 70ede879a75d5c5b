/* opt/slice.h - what the kernels do with a slice: sums += (part of A) x, row by row.
 *
 * A full slice of consecutive rows keeps its sums in registers while its slots stream
 * past; a partial one, or one of the natural order's fronts, goes row by row. Each row
 * adds its slots up in the same order on every machine and number of threads.
 *
 * Differs from ref: vectors of rows instead of a loop along the row; half the index
 * traffic or none of it.
 */
#ifndef MEMWALL_SLICE_H
#define MEMWALL_SLICE_H
#include <layout.h>
#include "level.h"
#include "real.h"
#include "words.h"
#if !ON_DEVICE
#include <simd.h>

/* All the entries of one part, for a slice of SLICE rows. */
static inline __attribute__((always_inline)) void
K(add_part)(const struct layout *L, const struct slice *S, enum part part, const real *x,
            vec sum[VECTORS])
{
    const size_t stride = (size_t)S->stride;
    const store *a = (const store *)L->val[part][F_STORE] + S->at[part];
    const int *offset = L->offset + S->run_at[part];
    const int *col = L->col[part] + S->col_at[part];
    const int runs = S->runs[part], slots = S->slots[part];
    const real *xs = x + S->base;
    int k = 0;
    for (; k < runs; k++, a += stride) {
        const real *xk = xs + offset[k];
#pragma GCC unroll 8
        for (int v = 0; v < VECTORS; v++)
            sum[v] += K(load_store)(a + v * LANES) * K(load)(xk + v * LANES);
    }
    for (; k < slots; k++, a += stride, col += stride)
#pragma GCC unroll 8
        for (int v = 0; v < VECTORS; v++)
            sum[v] += K(load_store)(a + v * LANES) * K(gather)(x, col + v * LANES);
}

static inline int K(is_full)(const struct layout *L, const struct slice *S)
{
    return S->rows == SLICE && S->step == STEP_ONE && !L->natural;
}

#endif

/* The layout as a kernel's argument: the head by value where the kernel runs elsewhere. */
#if ON_DEVICE
#define LAYOUT           struct layout
#define PASS(L)          (*(L))
#define RECEIVED(got)    (&(got))
#define LANES_A_SLICE(L) ((L)->height) /* that a launch counts */
#else
#define LAYOUT           const struct layout *
#define PASS(L)          (L)
#define RECEIVED(got)    (got)
#define LANES_A_SLICE(L) 1
#endif

/* Row k of the slices from `first` on, where each counts `height` rows: its slice and its
 * lane there, or NULL behind the last row of a short one. */
DEVICE const struct slice *K(slice_of)(const struct layout *L, int first, int k,
                                       int *lane)
{
    const struct slice *S = L->slice + first + k / L->height;
    *lane = k % L->height;
    return *lane < S->rows ? S : NULL;
}

/* (One part of A) x for row r of any slice. On a device the rows of a warp's lanes lie side
 * by side: a slot is one load of the whole warp, of values, of indices and, in a run, of
 * x. The matrix is read once and streamed past the caches, which x needs for itself. */
DEVICE acc K(row_part)(const struct layout *L, const struct slice *S, int r,
                       enum part part, const real *x)
{
    const store *a = (const store *)L->val[part][F_STORE] + S->at[part] + r;
    const size_t stride = (size_t)S->stride, col_at = S->col_at[part] + (size_t)r;
    const int runs = S->runs[part], others = S->slots[part] - runs,
              offset_at = S->run_at[part], first = S->base + step_by(S->step, r);
    acc sum = 0;
    UNROLL(4)
    for (int k = 0; k < runs; k++)
        sum += wide_s(STREAMED(a + (size_t)k * stride)) *
               wide(x[first + L->offset[offset_at + k]]);
    a += (size_t)runs * stride;
    UNROLL(4)
    for (int k = 0; k < others; k++)
        sum += wide_s(STREAMED(a + (size_t)k * stride)) *
               wide(x[STREAMED(L->col[part] + col_at + (size_t)k * stride)]);
    return sum;
}

DEVICE int K(row_of)(const struct layout *L, const struct slice *S, int r)
{
    return L->natural ? L->natural[S->row + r] : S->row + r;
}

/* Row b of the halo part times the halo values: a lane reads along its row, so that what
 * it reads next is in a cache already, and is not streamed. */
DEVICE acc K(halo_row)(const struct layout *L, int b, const real *halo)
{
    const struct halo_part *H = &L->halo;
    const store *a = (const store *)H->val[F_STORE];
    acc sum = 0;
    for (int e = H->first[b]; e < H->first[b + 1]; e++)
        sum += wide_s(a[e]) * wide(halo[H->col[e]]);
    return sum;
}

/* Which boundary row lane r of a slice is; -1: none. */
DEVICE int K(boundary_of)(const struct layout *L, const struct slice *S, int r)
{
    for (int b = S->boundary; b < S[1].boundary; b++)
        if (L->halo.lane[b] == r)
            return b;
    return -1;
}

/* Bytes of what the layout stores: parts, slices, diagonal, halo part. */
static inline double K(part_bytes)(const struct layout *L, enum part part)
{
    return (double)L->values[part] * sizeof(store) + 4.0 * (double)L->indices[part];
}

static inline double K(frame_bytes)(const struct level *A)
{
    return (double)A->layout->slices * sizeof(struct slice) +
           (A->square ? (double)A->n * sizeof(store) : 0);
}

static inline double K(halo_bytes)(const struct level *A)
{
    const struct halo_part *H = &A->layout->halo;
    return (double)H->entries * (4 + sizeof(store)) + 12.0 * H->rows +
           (double)A->halo_n * sizeof(real);
}
#endif
