/* opt/decode.h - the values of a slice column in SIMD vectors, from numbers or codes.
 *
 *   load_values(a, i, v)     vector v of the values i .. i+SLICE-1
 *
 * A pack holds one number for each row of a slice in SIMD vectors: the number of
 * row r is v[r / LANES][r % LANES].
 *
 * Codes are replaced by the numbers of a table: one of 16 numbers is permuted in
 * registers, one of 256 numbers remains in the L1 cache (lookup.h).
 */
#ifndef MEMWALL_DECODE_H
#define MEMWALL_DECODE_H
#include <layout.h>
#include "lookup.h"

#define PACK_FUNCTION SIMD
#define PACK_OUTLINE  static __attribute__((unused, noinline, flatten))

enum { VECTORS = SLICE / LANES };
typedef struct {
    vec v[VECTORS];
} pack;

#define FOR_VECTORS(v) \
    OMP(GCC unroll 8)  \
    for (int v = 0; v < VECTORS; v++)

/* What a loop over slice columns needs of struct values. `coding` and `f` are constants
 * where these functions are inlined. */
struct value_source {
    enum coding coding;
    enum format f;
    const void *number;
    const uint8_t *code;
    const acc *table;
    lookup sixteen;
};

PACK_FUNCTION struct value_source value_source(const struct values *v,
                                               enum coding coding, enum format f)
{
    struct value_source a = {.coding = coding, .f = f, .number = v->number[f]};
    if (coding != PLAIN) {
        a.code = v->code;
        a.table = (const acc *)v->table[f][sizeof(acc) == sizeof(double)];
    }
    if (coding == CODES_4)
        a.sixteen = lookup_load(a.table);
    return a;
}

/* i is a multiple of CODE_BLOCK if the values are coded. */
PACK_FUNCTION vec load_values(const struct value_source *a, ptrdiff_t i, int v)
{
    const int row = v * LANES;
    if (a->coding == CODES_4)
        return lookup_codes(a->sixteen,
                            a->code + (size_t)i / 2 + row % (CODE_BLOCK / 2),
                            row < CODE_BLOCK / 2 ? 0 : 4);
    if (a->coding == CODES_8)
        return gather_codes(a->table, a->code + i + row);
    return load_lanes(a->f, a->number, i + row);
}

PACK_FUNCTION pack decode_values(const struct values *values, enum coding coding,
                                 enum format f, ptrdiff_t i)
{
    const struct value_source a = value_source(values, coding, f);
    pack value;
    FOR_VECTORS(v)
        value.v[v] = load_values(&a, i, v);
    return value;
}

/* The coded values i .. i+SLICE-1. */
PACK_FUNCTION pack decode_slice(const struct values *values, enum format f,
                                ptrdiff_t i)
{
    return values->coding == CODES_4 ? decode_values(values, CODES_4, f, i)
                                     : decode_values(values, CODES_8, f, i);
}
#endif
