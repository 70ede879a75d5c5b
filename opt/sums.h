/* opt/sums.h - the row sums of a slice, matrix and vector in any two formats.
 *
 *   sum_r = sum_j a_rj x_j over the slots of L, U and the halo entries of row r
 *
 * slice.h does this for a matrix of `store` and a vector of `real`; a correction and the
 * transfers between levels pair other formats, and the transfers step through the vector
 * by two or by a half (layout.h). The formats are constants wherever this is called, so
 * nothing of the choice is left in the loops.
 *
 * Differs from ref: vectors of rows; no index in most slots.
 */
#ifndef MEMWALL_SUMS_H
#define MEMWALL_SUMS_H
#include <few.h>

/* The same of a matrix, which is read once. */
DEVICE acc K(entry_as)(enum format f, const void *a, size_t i)
{
    switch (f) {
    case F64:
        return (acc)STREAMED((const type_f64 *)a + i);
    case F32:
        return (acc)STREAMED((const type_f32 *)a + i);
    case F16:
        return (acc)widen_f16(STREAMED((const type_f16 *)a + i));
    case BF16:
        return (acc)widen_bf16(STREAMED((const type_bf16 *)a + i));
    default:
        return 0;
    }
}

/* sum + one part of row r, slot by slot (slice.h: row_part). */
DEVICE acc K(part_as)(const struct layout *L, const struct slice *S, enum part part,
                      int r, enum format fa, enum format fx, const void *x, acc sum)
{
    const size_t stride = (size_t)S->stride, at = S->at[part] + (size_t)r,
                 col_at = S->col_at[part] + (size_t)r;
    const int runs = S->runs[part], others = S->slots[part] - runs,
              offset_at = S->run_at[part], first = S->base + step_by(S->step, r);
    UNROLL(4)
    for (int k = 0; k < runs; k++)
        sum += K(entry_as)(fa, L->val[part][fa], at + (size_t)k * stride) *
               K(wide_as)(fx, x, first + L->offset[offset_at + k]);
    UNROLL(4)
    for (int k = 0; k < others; k++)
        sum += K(entry_as)(fa, L->val[part][fa], at + (size_t)(runs + k) * stride) *
               K(wide_as)(fx, x, STREAMED(L->col[part] + col_at + (size_t)k * stride));
    return sum;
}

/* Row r of any slice; the halo entries of x stand behind its `columns` local ones. */
DEVICE acc K(sum_row)(const struct layout *L, const struct slice *S, int r,
                      enum format fa, enum format fx, const void *x, int columns)
{
    const struct halo_part *H = &L->halo;
    const int boundary = K(boundary_of)(L, S, r);
    acc sum = K(part_as)(L, S, LOWER, r, fa, fx, x, 0);
    sum = K(part_as)(L, S, UPPER, r, fa, fx, x, sum);
    if (boundary >= 0)
        for (int e = H->first[boundary]; e < H->first[boundary + 1]; e++)
            sum += K(wide_as)(fa, H->val[fa], e) *
                   K(wide_as)(fx, x, (ptrdiff_t)columns + H->col[e]);
    return sum;
}

#if !ON_DEVICE
VECTOR vec K(gather_as)(enum format f, const void *x, const int *at)
{
    vec v = {0};
    if (f == F_REAL)
        return K(gather)((const real *)x, at);
    for (int l = 0; l < LANES; l++)
        v[l] = K(wide_as)(f, x, at[l]);
    return v;
}

#define EVEN_f64  0, 2, 4, 6, 8, 10, 12, 14
#define EVEN_f32  EVEN_f64, 16, 18, 20, 22, 24, 26, 28, 30
#define EVEN_f16  EVEN_f32
#define EVEN_bf16 EVEN_f32
#define PAIR_f64  0, 0, 1, 1, 2, 2, 3, 3
#define PAIR_f32  PAIR_f64, 4, 4, 5, 5, 6, 6, 7, 7
#define PAIR_f16  PAIR_f32
#define PAIR_bf16 PAIR_f32
/* The x of a run for the rows r .. r+LANES-1 (r even) of a slice: one after the other
 * from x[i] on, every second one, or each one twice. */
VECTOR vec K(load_run)(enum step step, enum format f, const void *x, ptrdiff_t i, int r)
{
    vec low = K(load_as)(f, x, i + step_by(step, r));
    switch (step) {
    case STEP_TWO:
        return __builtin_shufflevector(
            low, K(load_as)(f, x, i + step_by(step, r) + LANES), JOIN2(EVEN_, REAL));
    case STEP_HALF:
        return __builtin_shufflevector(low, low, JOIN2(PAIR_, REAL));
    default:
        return low;
    }
}

VECTOR void K(add_runs)(const struct layout *L, const struct slice *S, enum part part,
                        enum step step, enum format fa, enum format fx, const void *x,
                        vec sum[VECTORS])
{
    const ptrdiff_t at = (ptrdiff_t)S->at[part];
    const int *offset = L->offset + S->run_at[part];
    for (int k = 0; k < S->runs[part]; k++)
#pragma GCC unroll 8
        for (int v = 0; v < VECTORS; v++)
            sum[v] += K(load_as)(fa, L->val[part][fa],
                                 at + (ptrdiff_t)k * S->stride + v * LANES) *
                      K(load_run)(step, fx, x, S->base + offset[k], v * LANES);
}

/* One part of a slice of SLICE rows. */
VECTOR void K(add_slots)(const struct layout *L, const struct slice *S, enum part part,
                         enum format fa, enum format fx, const void *x, vec sum[VECTORS])
{
    if (S->step == STEP_ONE)
        K(add_runs)(L, S, part, STEP_ONE, fa, fx, x, sum);
    else if (S->step == STEP_TWO)
        K(add_runs)(L, S, part, STEP_TWO, fa, fx, x, sum);
    else
        K(add_runs)(L, S, part, STEP_HALF, fa, fx, x, sum);
    const int *col = L->col[part] + S->col_at[part];
    const ptrdiff_t at = (ptrdiff_t)S->at[part];
    for (int k = S->runs[part]; k < S->slots[part]; k++, col += S->stride)
#pragma GCC unroll 8
        for (int v = 0; v < VECTORS; v++)
            sum[v] += K(load_as)(fa, L->val[part][fa],
                                 at + (ptrdiff_t)k * S->stride + v * LANES) *
                      K(gather_as)(fx, x, col + v * LANES);
}

/* sum_row for the rows of a slice. */
VECTOR void K(sum_rows)(const struct layout *L, struct rows at, enum format fa,
                        enum format fx, const void *x, int columns, few sum[FEWS])
{
    const struct slice *S = at.S;
    const struct halo_part *H = &L->halo;
    acc lane[SLICE];
    if (K(is_whole)(at)) {
#pragma GCC unroll 8
        for (int v = 0; v < VECTORS; v++)
            sum[v] = (vec){0};
        K(add_slots)(L, S, LOWER, fa, fx, x, sum);
        K(add_slots)(L, S, UPPER, fa, fx, x, sum);
        if (S->boundary == S[1].boundary)
            return;
        __builtin_memcpy(lane, sum, sizeof lane);
        for (int b = S->boundary; b < S[1].boundary; b++)
            for (int e = H->first[b]; e < H->first[b + 1]; e++)
                lane[H->lane[b]] += K(wide_as)(fa, H->val[fa], e) *
                                    K(wide_as)(fx, x, (ptrdiff_t)columns + H->col[e]);
    } else
        for (int r = 0; r < SLICE; r++)
            lane[r] = r < S->rows ? K(sum_row)(L, S, r, fa, fx, x, columns) : 0;
    __builtin_memcpy(sum, lane, sizeof lane);
}
#else
/* sum_row for the row, if there is one. */
DEVICE void K(sum_rows)(const struct layout *L, struct rows at, enum format fa,
                        enum format fx, const void *x, int columns, few sum[FEWS])
{
    sum[0] = at.S ? K(sum_row)(L, at.S, at.lane, fa, fx, x, columns) : 0;
}
#endif

/* (b - A x) of these rows, with sum = (L + U + H) x; a D that is not there is zero. */
FEW few K(rest)(const struct layout *L, struct rows at, int v, const few sum[FEWS],
                const real *b, const real *x)
{
    few Dx = {0};
    if (L->diag[F_STORE])
        Dx = K(get)(at, v, F_STORE, L->diag[F_STORE]) * K(get)(at, v, F_REAL, x);
    return K(get)(at, v, F_REAL, b) - sum[v] - Dx;
}
#endif
