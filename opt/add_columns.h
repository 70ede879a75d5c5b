/* opt/add_columns.h - adds the products of slice columns to the sums of a slice. */
#ifndef MEMWALL_ADD_COLUMNS_H
#define MEMWALL_ADD_COLUMNS_H
#include <load_window.h>
#include <slice_rows.h>

enum widths { NARROW, WIDE };

/* Slice columns that follow each other (columns.h). */
struct slice_pointers {
    const store *value;
    const int *base;
    const unsigned char *distance;
    const int *index;
};

/* Sums of products. If a register has less than 64 bytes, gcc 12 stores and loads a `vec` in
 * each pass of the loop, so that sums are vectors of the size of a register. */
#if defined(__AVX512F__)
enum { REGISTER = 64 };
#elif defined(__AVX__)
enum { REGISTER = 32 };
#else
enum { REGISTER = 16 };
#endif
typedef acc in_register __attribute__((vector_size(REGISTER)));
enum { PIECES = 64 / REGISTER };
struct sums_in_registers {
    in_register piece[VECTORS][PIECES];
};

SIMD struct row_sums row_sums_of(struct sums_in_registers s)
{
    struct row_sums a;
    memcpy(&a, &s, sizeof a);
    return a;
}

#define FOR_VECTORS(v) \
    OMP(GCC unroll 8)  \
    for (int v = 0; v < VECTORS; v++)

/* Adds products to the sums of vector v. */
SIMD void add_to_sums(struct sums_in_registers *s, int v, vec product)
{
    in_register piece[PIECES];
    memcpy(piece, &product, sizeof piece);
    OMP(GCC unroll 4)
    for (int p = 0; p < PIECES; p++)
        s->piece[v][p] += piece[p];
}

/* Asks for values that follow those of this slice column. The processor alone has too few
 * loads in transit if a part of a slice has few columns, as in two dimensions. */
SIMD void prefetch_values(const store *value)
{
    enum { LINE = 64, AHEAD = 2048 };
    OMP(GCC unroll 4)
    for (size_t b = 0; b < SLICE * sizeof(store); b += LINE)
        __builtin_prefetch((const char *)value + AHEAD + b);
}

/* Adds the products of `count` slice columns; kind is a constant. */
SIMD void add_columns(const enum widths kind, int count, struct slice_pointers c,
                      const real *x, struct sums_in_registers *total)
{
    for (int k = 0; k < count; k++) {
        if (kind == NARROW)
            prefetch_values(c.value);
        FOR_VECTORS(v)
            add_to_sums(total, v,
                        (kind == NARROW
                             ? load_window(x + c.base[k], c.distance + v * LANES)
                             : gather(x, c.index + v * LANES)) *
                            load_stored(c.value, v * LANES));
        c.value += SLICE;
        if (kind == NARROW)
            c.distance += SLICE;
        else
            c.index += SLICE;
    }
}

/* gather needs so many registers that, in a loop of its own beside that of the narrow slice
 * columns, it would take theirs. Therefore this function is not inlined: in half precision an
 * iteration is 3 % faster. */
static __attribute__((noinline, unused)) struct sums_in_registers
add_wide(struct sums_in_registers total, int count, const store *value,
         const int *index, const real *x)
{
    const struct slice_pointers c = {value, NULL, NULL, index};
    add_columns(WIDE, count, c, x, &total);
    return total;
}
#endif
