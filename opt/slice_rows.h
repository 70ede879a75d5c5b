/* opt/slice_rows.h - one number for each row of a slice, in SIMD vectors. */
#ifndef MEMWALL_SLICE_ROWS_H
#define MEMWALL_SLICE_ROWS_H
#include <layout.h>
#include "entry.h"
#include "kernel_macros.h"
#include "kernels.h"
#include "simd.h"

enum { VECTORS = SLICE / LANES };
typedef struct {
    vec v[VECTORS]; /* row r is v[r / LANES][r % LANES] */
} rows;

#define FOR_VECTORS(v) \
    OMP(GCC unroll 8)  \
    for (int v = 0; v < VECTORS; v++)

/* Sums of products, to which a loop adds. If the registers of the processor have less
 * than 64 bytes, gcc 12 stores and loads such a vector in each pass of the loop, so
 * that sums are vectors of the size of a register. */
#if defined(__AVX512F__)
enum { REGISTER = 64 };
#elif defined(__AVX__)
enum { REGISTER = 32 };
#else
enum { REGISTER = 16 };
#endif
typedef acc in_register __attribute__((vector_size(REGISTER)));
enum { PIECES = 64 / REGISTER };
typedef struct {
    in_register piece[VECTORS][PIECES];
} sums;

SIMD rows rows_of(sums s)
{
    rows a;
    memcpy(&a, &s, sizeof a);
    return a;
}
/* Adds products to the sums of vector v. */
SIMD void add_products(sums *s, int v, vec a, vec x)
{
    const vec product = a * x;
    in_register piece[PIECES];
    memcpy(piece, &product, sizeof piece);
    OMP(GCC unroll 4)
    for (int p = 0; p < PIECES; p++)
        s->piece[v][p] += piece[p];
}

/* The number of row r. */
SIMD acc row_of(const rows *a, int r)
{
    return ((const acc *)a)[r];
}

/* x at the rows of the slice. Behind them whatever x contains there. */
SIMD rows load_rows(const struct slice *s, const real *x)
{
    rows a;
    FOR_VECTORS(v)
        a.v[v] = load_lanes(F_REAL, x, s->row + v * LANES);
    return a;
}

/* The same for a vector in any floating-point format that another thread may be
 * changing behind these rows. */
SIMD rows load_result(const struct slice *s, struct vector x)
{
    rows a = {0};
    if (__builtin_expect(s->rows < SLICE, 0))
        for (int r = 0; r < s->rows; r++)
            ((acc *)&a)[r] = (acc)entry_load(x, s->row + r);
    else
        FOR_VECTORS(v)
            a.v[v] = x.format == F64   ? load_lanes(F64, x.data, s->row + v * LANES)
                     : x.format == F32 ? load_lanes(F32, x.data, s->row + v * LANES)
                     : x.format == F16
                         ? load_lanes(F16, x.data, s->row + v * LANES)
                         : load_lanes(BF16, x.data, s->row + v * LANES);
    return a;
}

/* y at the rows of the slice = a, rounded to the format of y. */
SIMD void store_result(const struct slice *s, struct vector y, rows a)
{
    if (__builtin_expect(s->rows < SLICE, 0)) {
        for (int r = 0; r < s->rows; r++)
            entry_store(y, s->row + r, (double)row_of(&a, r));
        return;
    }
    FOR_VECTORS(v) {
        const ptrdiff_t i = s->row + v * LANES;
        if (y.format == F64)
            store_lanes(F64, y.data, i, a.v[v]);
        else if (y.format == F32)
            store_lanes(F32, y.data, i, a.v[v]);
        else if (y.format == F16)
            store_lanes(F16, y.data, i, a.v[v]);
        else
            store_lanes(BF16, y.data, i, a.v[v]);
    }
}

/* The same for a vector in the format REAL. */
SIMD void store_rows(const struct slice *s, real *y, rows a)
{
    if (__builtin_expect(s->rows < SLICE, 0))
        for (int r = 0; r < s->rows; r++)
            y[s->row + r] = narrow(row_of(&a, r));
    else
        FOR_VECTORS(v)
            store_lanes(F_REAL, y, s->row + v * LANES, a.v[v]);
}

/* The numbers that store_rows would store. */
SIMD rows as_stored(rows a)
{
    real rounded[SLICE];
    if (F_REAL == F64 || (F_REAL == F32 && LANES == 16))
        return a; /* they are stored as they are */
    FOR_VECTORS(v)
        store_lanes(F_REAL, rounded, v * LANES, a.v[v]);
    FOR_VECTORS(v)
        a.v[v] = load_lanes(F_REAL, rounded, v * LANES);
    return a;
}

static inline real *reals(const struct vector *x)
{
    return (real *)x->data;
}
#endif
