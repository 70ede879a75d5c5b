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

/*              name  bytes  unit roundoff (of integers: relative to the largest) */
#define FORMATS_X(X)   \
    X(f64, 8, 0x1p-53) \
    X(f32, 4, 0x1p-24) \
    X(f16, 2, 0x1p-11) \
    X(bf16, 2, 0x1p-8) \
    X(i32, 4, 0x1p-32) \
    X(i16, 2, 0x1p-16)

/* Pairs (vectors, second operand) that are compiled; the Makefile reads this list. */
/* clang-format off */
#define PAIRS_X(X)                                                                 \
    X(f64, f64) X(f64, f32) X(f64, f16) X(f64, bf16) X(f64, i32) X(f64, i16)       \
    X(f32, f64) X(f32, f32) X(f32, f16) X(f32, bf16) X(f32, i32) X(f32, i16)       \
    X(f16, f64) X(f16, f32) X(f16, f16) X(f16, bf16)                               \
    X(bf16, f64) X(bf16, f32) X(bf16, f16) X(bf16, bf16)
/* clang-format on */

enum format {
#define X(name, bytes, roundoff) FORMAT_##name,
    FORMATS_X(X)
#undef X
        FORMATS
};
#define F64  FORMAT_f64
#define F32  FORMAT_f32
#define F16  FORMAT_f16
#define BF16 FORMAT_bf16
#define I32  FORMAT_i32
#define I16  FORMAT_i16

const char *format_name(enum format f);
size_t format_bytes(enum format f);    /* bytes of one number */
double format_roundoff(enum format f); /* unit roundoff: half an ulp of 1 */

/* Number i of an array in format f, integers without their scale. For set-up, checks and
 * output; kernels convert by themselves (real.h). format_narrow: a whole array. */
double format_get(enum format f, const void *at, size_t i);
void format_put(enum format f, void *at, size_t i, double value);
void format_narrow(enum format f, const double *from, size_t count, void *to);

int format_is_integer(enum format f);

/* The format called `name`, or FORMATS when there is none. */
enum format format_find(const char *name);
#endif
