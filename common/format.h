/* common/format.h - the number formats, as rows of one table.
 *
 * Everything that a policy can vary is a format of a vector, a matrix or the
 * Krylov basis. A kernel is compiled once per pair (format of its vectors,
 * format of its second operand): see kernels.h for what the second operand is.
 * To add a format: a row in FORMATS_X, its pairs in PAIRS_X, a case in real.h.
 */
#ifndef MEMWALL_FORMAT_H
#define MEMWALL_FORMAT_H
#include <stddef.h>

/*              name  bytes  unit roundoff */
#define FORMATS_X(X)                                                               \
    X(f64, 8, 0x1p-53)                                                             \
    X(f32, 4, 0x1p-24)

/* Pairs (vectors, second operand) that are compiled; the Makefile reads this list. */
#define PAIRS_X(X) X(f64, f64) X(f64, f32) X(f32, f64) X(f32, f32)

enum format {
#define X(name, bytes, roundoff) FORMAT_##name,
    FORMATS_X(X)
#undef X
        FORMATS
};
#define F64 FORMAT_f64
#define F32 FORMAT_f32

const char *format_name(enum format f);
size_t format_bytes(enum format f);    /* bytes of one number */
double format_roundoff(enum format f); /* unit roundoff: half an ulp of 1 */

/* The format called `name`, or FORMATS when there is none. */
enum format format_find(const char *name);
#endif
