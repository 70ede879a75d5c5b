/* opt/distinct_values.c - the distinct values of a matrix; numbers or codes. */
#include <distinct_values.h>
#include "device.h"
#include "error.h"
#include "memory.h"
#include <stdlib.h>
#include <string.h>

/* ---- The set ---- */

/* `last` is a NaN, which is never added. */
void distinct_clear(struct distinct *set)
{
    memset(set, 0, sizeof *set);
    set->last = UINT64_MAX;
}

void distinct_insert(struct distinct *set, uint64_t bits)
{
    double value;
    memcpy(&value, &bits, sizeof value);
    if (value != value)
        die("an entry of the matrix is NaN; --values=coded allows only numbers");
    const unsigned b = bucket_of(set, bits);
    set->last = bits;
    if (set->bucket[b] != 0)
        return;
    if (set->count == MOST_CODES_8) {
        set->count = TOO_MANY;
        return;
    }
    set->bits[set->count++] = bits;
    set->bucket[b] = (uint16_t)set->count;
}

void distinct_merge(struct distinct *set, const struct distinct *other)
{
    const int known = other->count < TOO_MANY ? other->count : MOST_CODES_8;
    for (int k = 0; k < known && set->count < TOO_MANY; k++)
        distinct_insert(set, other->bits[k]);
    if (other->count == TOO_MANY)
        set->count = TOO_MANY;
}

static int compare(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

void distinct_sort(struct distinct *set)
{
    if (set->count == TOO_MANY)
        return;
    const int count = set->count;
    qsort(set->bits, (size_t)count, sizeof *set->bits, compare);
    memset(set->bucket, 0, sizeof set->bucket);
    for (int k = 0; k < count; k++)
        set->bucket[bucket_of(set, set->bits[k])] = (uint16_t)(k + 1);
}

/* ---- Numbers or codes ---- */

/* The tables of one format: its numbers as float and as double. */
static void create_tables(struct values *v, const struct distinct *set,
                          enum format f)
{
    const size_t size = v->coding == CODES_4 ? MOST_CODES_4 : MOST_CODES_8;
    float *as_float = mem_zero(size, sizeof *as_float, "table of values");
    double *as_double = mem_zero(size, sizeof *as_double, "table of values");
    for (int k = 0; k < set->count; k++) {
        double value, stored[1];
        memcpy(&value, &set->bits[k], sizeof value);
        format_put(f, stored, 0, value);
        as_double[k] = format_get(f, stored, 0);
        as_float[k] = (float)as_double[k];
    }
    v->table[f][0] = as_float;
    v->table[f][1] = as_double;
}

void values_create(struct values *v, const struct distinct *set, size_t count,
                   format_set need)
{
    *v = (struct values){.count = count};
    if (set && set->count < TOO_MANY) {
        v->coding = set->count <= MOST_CODES_4 ? CODES_4 : CODES_8;
        v->distinct = set->count;
        v->code = mem_zero(code_bytes(v->coding, count), 1, "codes of values");
    }
    for (int f = 0; f < FORMATS; f++) {
        if (!(need >> f & 1))
            continue;
        if (v->coding == PLAIN)
            v->number[f] =
                mem_alloc(count, format_bytes((enum format)f), "matrix values");
        else
            create_tables(v, set, (enum format)f);
    }
}

enum { HALF_BLOCK = CODE_BLOCK / 2 };

/* The same code of 4 bits for values of one half of a block: the bits from `bit` on. */
static void put_half(uint8_t *byte, int count, int bit, unsigned code)
{
    for (int k = 0; k < count; k++)
        byte[k] = (uint8_t)((byte[k] & ~(15 << bit)) | (int)(code & 15) << bit);
}

/* The same code for values i .. i+count-1. */
static void put_codes(struct values *v, size_t i, int count, unsigned code)
{
    const size_t last = i + (size_t)count;
    if (v->coding == CODES_8)
        memset(v->code + i, (int)code, (size_t)count);
    else if (count == CODE_BLOCK && i % CODE_BLOCK == 0)
        memset(v->code + code_byte(i), (int)(code << 4 | code), HALF_BLOCK);
    else
        for (size_t end; i < last; i = end) {
            end = (i / HALF_BLOCK + 1) * HALF_BLOCK;
            end = end < last ? end : last;
            put_half(v->code + code_byte(i), (int)(end - i), code_bit(i), code);
        }
}

/* How many of the values begin with the same bits. */
static int equal_values(const double *value, int count)
{
    int equal = 1;
    while (equal < count && bits_of(value[equal]) == bits_of(value[0]))
        equal++;
    return equal;
}

void values_put(struct values *v, const struct distinct *set, size_t i,
                const double *value, int count)
{
    if (v->coding != PLAIN) {
        for (int k = 0, equal; k < count; k += equal) {
            equal = equal_values(value + k, count - k);
            put_codes(v, i + (size_t)k, equal, code_of(set, value[k]));
        }
        return;
    }
    if (v->number[F64])
        memcpy((double *)v->number[F64] + i, value, (size_t)count * sizeof *value);
    if (v->number[F32])
        for (int k = 0; k < count; k++)
            ((float *)v->number[F32])[i + (size_t)k] = (float)value[k];
    for (int f = F16; f <= BF16; f++)
        for (int k = 0; v->number[f] && k < count; k++)
            format_put((enum format)f, v->number[f], i + (size_t)k, value[k]);
}

/* If 0 is not in the set, nothing is padded, and the codes are replaced later. */
void values_clear(struct values *v, const struct distinct *set, size_t i, int count)
{
    if (v->coding != PLAIN)
        put_codes(v, i, count, code_of(set, 0) & (MOST_CODES_8 - 1));
    for (int f = 0; f < FORMATS; f++) {
        const size_t size = format_bytes((enum format)f);
        if (v->number[f])
            memset((char *)v->number[f] + i * size, 0, (size_t)count * size);
    }
}

void values_distinct(struct distinct *set, const double *value, size_t count)
{
    distinct_clear(set);
    for (size_t i = 0; i < count; i++)
        distinct_add(set, value[i]);
    distinct_sort(set);
}

void values_store(struct values *v, const double *value, size_t count,
                  format_set need, int coded)
{
    struct distinct set;
    values_distinct(&set, value, coded ? count : 0);
    values_create(v, coded ? &set : NULL, count, need);
    if (v->coding != PLAIN) {
        for (size_t i = 0; i < count; i++)
            values_put(v, &set, i, &value[i], 1);
        return;
    }
    for (int f = 0; f < FORMATS; f++)
        if (v->number[f])
            format_narrow((enum format)f, value, count, v->number[f]);
}

size_t values_stored(const struct values *v)
{
    size_t bytes = v->code ? code_bytes(v->coding, v->count) : 0;
    for (int f = 0; f < FORMATS; f++)
        if (v->number[f])
            bytes += v->count * format_bytes((enum format)f);
    return bytes;
}

void values_upload(struct values *v)
{
    const size_t size = v->coding == CODES_4 ? MOST_CODES_4 : MOST_CODES_8;
    for (int f = 0; f < FORMATS; f++) {
        v->number[f] = device_upload(v->number[f], v->count,
                                     format_bytes((enum format)f), "matrix values");
        v->table[f][0] =
            device_upload(v->table[f][0], size, sizeof(float), "table of values");
        v->table[f][1] =
            device_upload(v->table[f][1], size, sizeof(double), "table of values");
    }
    v->code = device_upload(v->code, code_bytes(v->coding, v->count), 1,
                            "codes of values");
}

void values_free(struct values *v)
{
    for (int f = 0; f < FORMATS; f++) {
        device_free(v->number[f]);
        device_free(v->table[f][0]);
        device_free(v->table[f][1]);
    }
    device_free(v->code);
}
