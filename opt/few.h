/* opt/few.h - a few rows at a time: a slice of them on the CPU, one a lane on a device.
 *
 * So a kernel over the rows of slices states its formula once:
 *
 *   FOR_ALL(k, count * LANES_A_SLICE(L)) {          // the rows of `count` slices
 *       const struct rows at = K(rows_of)(L, first, k);
 *       few sum[FEWS];
 *       K(sum_rows)(L, at, ..., x, sum);            // sums.h: a number for each row
 *       FOR_FEW(v, at)
 *           K(set)(at, v, F_REAL, y, K(get)(at, v, F_REAL, b) - sum[v]);
 *   }
 *
 * `few` is a vector of the host's numbers or one of a device's. Where a slice is short, or
 * its rows are scattered, the host's vectors are filled row by row. The formats are
 * constants wherever these are called, so nothing of the choice is left in the loops.
 */
#ifndef MEMWALL_FEW_H
#define MEMWALL_FEW_H
#include <slice.h>

struct rows {
    const struct slice *S; /* NULL: plain entries of a vector, or none */
    int lane;              /* of the slice: the first of them */
    int first, count;
    const int
        *scattered; /* they are scattered[first], ...; NULL: first, first + 1, ... */
};

/* x[i] of an array in format f; no matrix and none of its vectors is of integers. */
DEVICE acc K(wide_as)(enum format f, const void *x, ptrdiff_t i)
{
    switch (f) {
    case F64:
        return (acc)((const type_f64 *)x)[i];
    case F32:
        return (acc)((const type_f32 *)x)[i];
    case F16:
        return (acc)widen_f16(((const type_f16 *)x)[i]);
    case BF16:
        return (acc)widen_bf16(((const type_bf16 *)x)[i]);
    default:
        return 0;
    }
}

/* y[i] = value, of vectors in the two formats of a compilation. */
DEVICE void K(narrow_as)(enum format f, void *y, ptrdiff_t i, acc value)
{
    if (f == F_REAL)
        ((real *)y)[i] = narrow(value);
    else
        ((store *)y)[i] = narrow_s((double)value);
}

/* Slices first .. last-1 of group g. */
DEVICE int group_end(const struct layout *L, int g)
{
    return (g + 1) * GROUP < L->slices ? (g + 1) * GROUP : L->slices;
}

#if ON_DEVICE
#define FEW DEVICE
typedef acc few;
enum { FEWS = 1 };
#define FOR_FEW(v, at) for (int v = 0; v < (at).count; v++)

/* Row k of the slices from `first` on, or none behind the last row of a short one. */
DEVICE struct rows K(rows_of)(const struct layout *L, int first, int k)
{
    struct rows at = {};
    at.S = K(slice_of)(L, first, k, &at.lane);
    at.count = at.S != NULL;
    at.first = at.S ? K(row_of)(L, at.S, at.lane) : 0;
    return at;
}

/* Entry k of a vector of n. */
#define PIECES(n) (n)
DEVICE struct rows K(piece_of)(int n, int k)
{
    struct rows at = {};
    at.first = k;
    at.count = k < n;
    return at;
}

DEVICE few K(get)(struct rows at, int v, enum format f, const void *x)
{
    return K(wide_as)(f, x, at.first + v);
}

DEVICE void K(set)(struct rows at, int v, enum format f, void *y, few value)
{
    K(narrow_as)(f, y, at.first + v, value);
}

DEVICE double K(squared)(struct rows, int, few value)
{
    return (double)value * (double)value;
}

/* Over the rows of a group of slices; `sum` is the lane's own. */
#define FOR_GROUP_SUM(sum, k, L, g) \
    FOR_LANES_SUM(sum, k, (g)*GROUP * (L)->height, group_end(L, g) * (L)->height)
#else
#define FEW VECTOR
typedef vec few;
enum { FEWS = VECTORS };
#define FOR_FEW(v, at) \
    OMP(GCC unroll 8)  \
    for (int v = 0; v < FEWS; v++)

/* The rows of slice first + k. */
FEW struct rows K(rows_of)(const struct layout *L, int first, int k)
{
    const struct slice *S = &L->slice[first + k];
    return (struct rows){S, 0, S->row, S->rows, L->natural};
}

/* Entries k * SLICE, ... of a vector of n. */
#define PIECES(n) (((n) + SLICE - 1) / SLICE)
FEW struct rows K(piece_of)(int n, int k)
{
    const int first = k * SLICE;
    return (struct rows){NULL, 0, first, n - first < SLICE ? n - first : SLICE, NULL};
}

/* They can be taken as whole vectors. */
FEW int K(is_whole)(struct rows at)
{
    return at.count == SLICE && !at.scattered;
}

/* Which row lane l of vector v has, or -1 behind the last one. */
FEW int K(row_at)(struct rows at, int v, int l)
{
    const int k = v * LANES + l;
    return k >= at.count ? -1 : at.scattered ? at.scattered[at.first + k] : at.first + k;
}

/* LANES numbers of format f from x[i] on. */
FEW vec K(load_as)(enum format f, const void *x, ptrdiff_t i)
{
    switch (f) {
    case F64:
        return load_f64((const type_f64 *)x + i);
    case F32:
        return load_f32((const type_f32 *)x + i);
    case F16:
        return load_f16((const type_f16 *)x + i);
    case BF16:
        return load_bf16((const type_bf16 *)x + i);
    default:
        return (vec){0};
    }
}

/* get and set where rows are no whole vectors; apart, so that loops over those stay short. */
static __attribute__((unused, noinline)) vec K(get_some)(struct rows at, int v,
                                                         enum format f, const void *x)
{
    vec some;
    for (int l = 0; l < LANES; l++) {
        const int i = K(row_at)(at, v, l);
        some[l] = i >= 0 ? K(wide_as)(f, x, i) : 1; /* one may divide by it */
    }
    return some;
}

static __attribute__((unused, noinline)) void
K(set_some)(struct rows at, int v, enum format f, void *y, vec value)
{
    for (int l = 0; l < LANES; l++)
        if (K(row_at)(at, v, l) >= 0)
            K(narrow_as)(f, y, K(row_at)(at, v, l), value[l]);
}

FEW few K(get)(struct rows at, int v, enum format f, const void *x)
{
    return K(is_whole)(at) ? K(load_as)(f, x, at.first + v * LANES)
                           : K(get_some)(at, v, f, x);
}

FEW void K(set)(struct rows at, int v, enum format f, void *y, few value)
{
    if (!K(is_whole)(at))
        K(set_some)(at, v, f, y, value);
    else if (f == F_REAL)
        K(put)((real *)y + at.first + v * LANES, value);
    else
        JOIN2(put_, STORE)((store *)y + at.first + v * LANES, value);
}

/* The sum of squares of the rows' numbers. */
FEW double K(squared)(struct rows at, int v, few value)
{
    for (int l = 0; !K(is_whole)(at) && l < LANES; l++)
        value[l] = v * LANES + l < at.count ? value[l] : 0;
    if (LANES == 8)
        return eight_across(vec_as_eight(value) * vec_as_eight(value));
    const eight low = half_of(value, 0), high = half_of(value, 1);
    return eight_across(low * low + high * high);
}

#define FOR_GROUP_SUM(sum, k, L, g) for (int k = (g)*GROUP; k < group_end(L, g); k++)
#endif
#endif
