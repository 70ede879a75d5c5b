/* opt/coded_values.h - the values of a part of a matrix: as numbers or as codes.
 *
 *   plain     number[f][i]               value i in format f
 *   coded     table[f][..][code of i]    one table of the distinct values per format
 *
 * Many matrices have few distinct values. If a part (D, L, U or H) has at most 16 of
 * them, each value is stored as a code of 4 bits, up to 256 as a code of 8 bits,
 * otherwise as a number. This is value indexing, CSR-VI (Kourtis, Goumas and Koziris,
 * Computing Frontiers 2008). The codes do not depend on the format, so that f64, f32
 * and f16 share one copy of the matrix. Two values are distinct if their bits
 * differ, as in 0.0 and -0.0. Therefore a code stands for exactly the number that
 * would be stored otherwise, and all results have the same bits.
 *
 * Codes of 8 bits are stored in the order of the values. Codes of 4 bits are stored
 * in blocks of 32 values, which are 16 bytes:
 *
 *   byte              0          1        ...     15
 *   lower 4 bits      code 0     code 1           code 15
 *   upper 4 bits      code 16    code 17          code 31
 *
 * One load returns the codes of a slice column of 32 rows, without a shift for the
 * first half and with one shift for the other (decode.h). For this purpose the
 * stride of a slice is a multiple of CODE_BLOCK if values may be coded.
 */
#ifndef MEMWALL_CODED_VALUES_H
#define MEMWALL_CODED_VALUES_H
#include "device_function.h"
#include "format.h"
#include "matrix.h"
#include <stddef.h>
#include <stdint.h>

enum { CODE_BLOCK = 32 };

enum coding { PLAIN, CODES_4, CODES_8 };

/* The number of distinct values that a coding allows. */
enum { MOST_CODES_4 = 16, MOST_CODES_8 = 256 };

/* All arrays are in device memory. */
struct values {
    size_t count; /* stored values, with padding */
    enum coding coding;
    int distinct;            /* coded: the values in each table */
    void *number[FORMATS];   /* plain: [count]; NULL if the format is not stored */
    uint8_t *code;           /* coded: [code_bytes(coding, count)] */
    void *table[FORMATS][2]; /* coded: [16 or 256] as float, as double */
};

/* The address that identifies the values in format f. */
DEVICE const void *values_key(const struct values *v, enum format f)
{
    return v->coding == PLAIN ? v->number[f] : v->table[f][0];
}

DEVICE size_t code_bytes(enum coding coding, size_t count)
{
    const size_t blocks = (count + CODE_BLOCK - 1) / CODE_BLOCK;
    return blocks * (coding == CODES_4 ? CODE_BLOCK / 2 : CODE_BLOCK);
}

/* Value i of 4 bits is stored in this byte, from this bit on. */
DEVICE size_t code_byte(size_t i)
{
    return i / CODE_BLOCK * (CODE_BLOCK / 2) + i % (CODE_BLOCK / 2);
}

DEVICE int code_bit(size_t i)
{
    return i & (CODE_BLOCK / 2) ? 4 : 0;
}
#endif
