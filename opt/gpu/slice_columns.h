/* opt/gpu/slice_columns.h - sum + L x or sum + U x for the row of a thread.
 *
 * A thread visits the slice columns of its row in batches. For each batch it
 *   1. requests the values, and the columns of x or their offsets,
 *   2. requests the entries of x,
 *   3. adds the products.
 * All loads of a step are issued before the first of them is used, so that many
 * bytes are on their way at the same time.
 *
 * Slice columns are stored in groups of INTERLEAVED = 4 (layout.h): a thread loads
 * its four values of a group with one instruction, or two in f64, and its four
 * indices with one. Of the columns behind the last group, which are at most three,
 * it loads each value by itself.
 *
 * Differs from opt/slice_columns.h: the columns of one row are requested together,
 * instead of the rows of one column.
 */
#ifndef MEMWALL_SLICE_COLUMNS_H
#define MEMWALL_SLICE_COLUMNS_H
#include <rows_common.h>

enum {
    REST = INTERLEAVED - 1, /* the most columns behind the last group */
    /* The slice columns of a batch: as many as the registers of a thread can hold. */
    BATCH = sizeof(acc) == 8 || sizeof(store) == 8 ? 8 : 16
};

/* Consecutive slice columns of one part, as the thread of row r of the slice sees
 * them. Whether they are coded and implicit is known where these functions are
 * inlined. */
struct part_columns {
    const struct values *a;
    enum format values, f; /* of A and of x */
    int coded, implicit;
    int columns;     /* how many are left */
    ptrdiff_t value; /* where the values of the next one start */
    const int *list; /* implicit: its offset; explicit: where its indices start */
    int r, first;    /* implicit: columns are counted from `first` */
    const void *x;
};

/* ---- Loads ---- */

extern "C++" {
/* v[0 .. INTERLEAVED-1] = a[0 .. INTERLEAVED-1], with loads of at most 16 bytes.
 * `once`: they are not needed again and bypass the caches. */
template <typename number>
DEVICE void load_group(const number *a, int once, number v[INTERLEAVED])
{
    const int fit = 16 / sizeof(number),
              at_once = fit < (int)INTERLEAVED ? fit : (int)INTERLEAVED;
    struct piece {
        number v[at_once];
    } __attribute__((aligned(at_once * sizeof(number))));
    UNROLL_ALL
    for (int k = 0; k < INTERLEAVED; k += at_once) {
        const struct piece *from = (const struct piece *)(a + k),
                           p = once ? LOAD_ONCE(from) : *from;
        UNROLL_ALL
        for (int c = 0; c < at_once; c++)
            v[k + c] = p.v[c];
    }
}
}

#define LOAD_VALUES(type, widen, a, value)       \
    do {                                         \
        type n_[INTERLEAVED];                    \
        load_group((const type *)(a), 1, n_);    \
        UNROLL_ALL                               \
        for (int c_ = 0; c_ < INTERLEAVED; c_++) \
            (value)[c_] = (acc)widen(n_[c_]);    \
    } while (0)

/* The values i .. i+INTERLEAVED-1 of a part that is not coded. */
DEVICE void load_numbers(const struct part_columns *C, ptrdiff_t i,
                         acc value[INTERLEAVED])
{
    const void *a = C->a->number[C->values];
    switch (C->values) {
    case F64:
        LOAD_VALUES(type_f64, widen_f64, (const type_f64 *)a + i, value);
        break;
    case F32:
        LOAD_VALUES(type_f32, widen_f32, (const type_f32 *)a + i, value);
        break;
    case F16:
        LOAD_VALUES(type_f16, widen_f16, (const type_f16 *)a + i, value);
        break;
    default:
        LOAD_VALUES(type_bf16, widen_bf16, (const type_bf16 *)a + i, value);
    }
}

/* The same of a coded part: one load returns four codes, which select numbers of a
 * table that remains in the L1 cache. */
DEVICE void look_up_codes(const struct part_columns *C, ptrdiff_t i,
                          acc value[INTERLEAVED])
{
    const int four_bits = C->a->coding == CODES_4;
    const size_t at = (size_t)i;
    const acc *table = (const acc *)C->a->table[C->values][sizeof(acc) == 8];
    const uint32_t codes =
        LOAD_ONCE(
            (const uint32_t *)(C->a->code + (four_bits ? code_byte(at) : at))) >>
        (four_bits ? code_bit(at) : 0);
    UNROLL_ALL
    for (int c = 0; c < INTERLEAVED; c++)
        value[c] = table[codes >> 8 * c & (four_bits ? 15 : 255)];
}

DEVICE void load_values(const struct part_columns *C, ptrdiff_t i,
                        acc value[INTERLEAVED])
{
    if (C->coded)
        look_up_codes(C, i, value);
    else
        load_numbers(C, i, value);
}

/* The columns of x in which a group has its entries of this row. */
DEVICE void load_group_columns(const struct part_columns *C, int k,
                               int column[INTERLEAVED])
{
    load_group(C->implicit ? C->list + k
                           : C->list + k * SLICE_ROWS + C->r * INTERLEAVED,
               !C->implicit, column);
    UNROLL_ALL
    for (int c = 0; c < INTERLEAVED && C->implicit; c++)
        column[c] += C->first;
}

/* ---- Sums ---- */

/* sum + the next slice columns times x: as many groups as are left, at most `size`
 * columns, and if that are all groups, the columns behind them. `size` is a
 * constant. Where there is no column, x[0] is loaded and not used. */
DEVICE acc add_batch(const struct part_columns *C, const int size, acc sum)
{
    acc value[BATCH] = {}, number[BATCH], rest_value[REST] = {}, rest_number[REST];
    int column[BATCH] = {}, rest_column[REST] = {};
    const int grouped = C->columns / INTERLEAVED * INTERLEAVED,
              rest = C->columns - grouped;
    UNROLL_ALL
    for (int k = 0; k < size; k += INTERLEAVED)
        if (k < grouped) {
            load_values(C, C->value + k * SLICE_ROWS + C->r * INTERLEAVED,
                        value + k);
            load_group_columns(C, k, column + k);
        }
    UNROLL_ALL
    for (int c = 0; c < REST; c++)
        if (c < rest) {
            const ptrdiff_t at = (ptrdiff_t)(grouped + c) * SLICE_ROWS + C->r;
            rest_value[c] = value_number(C->a, C->coded ? C->a->coding : PLAIN,
                                         C->values, C->value + at);
            rest_column[c] = C->implicit ? C->first + C->list[grouped + c]
                                         : LOAD_ONCE(C->list + at);
        }
    UNROLL_ALL
    for (int k = 0; k < size; k++)
        number[k] = vector_number(C->f, C->x, column[k]);
    UNROLL_ALL
    for (int c = 0; c < REST; c++)
        rest_number[c] = vector_number(C->f, C->x, rest_column[c]);
    UNROLL_ALL
    for (int k = 0; k < size; k++)
        sum = k < grouped ? sum + value[k] * number[k] : sum;
    UNROLL_ALL
    for (int c = 0; c < REST; c++)
        sum = c < rest ? sum + rest_value[c] * rest_number[c] : sum;
    return sum;
}

/* sum + all slice columns of C times x. In all batches but the last one the number
 * of columns is a constant. */
DEVICE acc add_part_columns(struct part_columns C, acc sum)
{
    int left = C.columns;
    C.columns = BATCH;
    UNROLL(1)
    for (; left >= BATCH; left -= BATCH) {
        sum = add_batch(&C, BATCH, sum);
        C.value += BATCH * SLICE_ROWS;
        C.list += C.implicit ? BATCH : BATCH * SLICE_ROWS;
    }
    C.columns = left;
    return left > 0 ? add_batch(&C, BATCH - INTERLEAVED, sum) : sum;
}

/* sum + (one part of A) x. */
DEVICE acc add_coded_or_plain(struct pack_rows p, enum part part, int coded,
                              enum format f, const void *x, acc sum)
{
    const struct slice *slice = p.slice;
    const int implicit = slice->implicit[part];
    struct part_columns C = {&p.layout->val[part],
                             p.values,
                             f,
                             coded,
                             1,
                             implicit,
                             (ptrdiff_t)slice->value_start[part],
                             p.layout->offset + slice->offset_start[part],
                             p.slice_row,
                             slice->base + stepped(slice->step, p.slice_row),
                             x};
    sum = add_part_columns(C, sum);
    C.implicit = 0;
    C.columns = slice->width[part] - implicit;
    C.value += implicit * SLICE_ROWS;
    C.list = p.layout->col[part] + slice->index_start[part];
    return add_part_columns(C, sum);
}

/* The same for any slice. Only in whole slices the columns are a constant distance
 * apart, so that their addresses need no registers. */
DEVICE acc add_row(struct pack_rows p, enum part part, enum format f, const void *x,
                   acc sum)
{
    const enum coding coding = p.layout->val[part].coding;
    if (p.layout->kind == LAYOUT_ELL || p.slice->stride != SLICE_ROWS)
        return add_row_columns(with_coding(p, coding), part, f, x, sum);
    return coding == PLAIN ? add_coded_or_plain(p, part, 0, f, x, sum)
                           : add_coded_or_plain(p, part, 1, f, x, sum);
}
#endif
