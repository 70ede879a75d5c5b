/* common/formats/format.h - the number formats and the pairs of formats.
 *
 * A vector, a matrix and the Krylov basis can each be stored in a format of their
 * own. A kernel file is compiled once for each pair of formats; real.h defines the types
 * of a pair, and kernels.h says which operands have them.
 *
 * To add a format, add a row to FORMATS_X, its pairs to the lists of pairs, its type and its
 * conversions to real.h, and its cases to format_get and format_put (format.c).
 */
#ifndef MEMWALL_FORMAT_H
#define MEMWALL_FORMAT_H
#include <stddef.h>

/* X(name, bytes of a number, unit roundoff). The unit roundoff is half the distance
 * from 1 to the next number. For integers, which store a number in units of a
 * scale, it is the rounding error relative to the largest number of that scale. i8 is a
 * format of matrices only, with one scale for each row (row_scale.h); i32 and i16 are
 * formats of the Krylov basis. */
#define FORMATS_X(X)   \
    X(f64, 8, 0x1p-53) \
    X(f32, 4, 0x1p-24) \
    X(f16, 2, 0x1p-11) \
    X(bf16, 2, 0x1p-8) \
    X(i32, 4, 0x1p-32) \
    X(i16, 2, 0x1p-16) \
    X(i8, 1, 0x1p-8)

/* X(REAL, STORE) for each pair of formats that is compiled by default (real.h). The
 * Makefile reads the two lists, and it defines other ones for other values of PAIRS,
 * VECTOR_PAIRS and MORE_PAIRS. Each pair of the first list but those with i8 is also in
 * the second one.
 *
 * Matrix kernels: vector that is multiplied, matrix. These are the pairs of the policies
 * (policy.c) and, with STORE = f64, those in which the verb poisson corrects its
 * solution. */
#ifndef MATRIX_PAIRS_X
/* clang-format off */
#define MATRIX_PAIRS_X(X)                                                          \
    X(f64, f64) X(f32, f64) X(f16, f64)                                            \
    X(f32, f32) X(f32, f16) X(f32, bf16) X(f16, f16) X(bf16, bf16)                 \
    X(f64, i8) X(f32, i8) X(f16, i8) X(bf16, i8)

/* Kernels of the Krylov basis and of vectors: vector, basis or other vector. These are
 * f64 and f32 with all formats, and what multigrid in 16 bits converts. */
#define VECTOR_PAIRS_X(X)                                                          \
    X(f64, f64) X(f64, f32) X(f64, f16) X(f64, bf16) X(f64, i32) X(f64, i16)       \
    X(f32, f64) X(f32, f32) X(f32, f16) X(f32, bf16) X(f32, i32) X(f32, i16)       \
    X(f16, f64) X(f16, f32) X(f16, f16) X(bf16, f32) X(bf16, bf16)
/* clang-format on */
#endif

/* F64, F32, ... are the formats as constants; FORMATS is their number. */
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
#define I8   FORMAT_i8

const char *format_name(enum format f); /* "f64", "f32", ... */
size_t format_bytes(enum format f);     /* bytes of one number */
double format_roundoff(enum format f);  /* unit roundoff, as in FORMATS_X */
int format_is_integer(enum format f);   /* 1 for i32, i16 and i8 */

/* Returns the format with this name, or FORMATS if there is none. */
enum format format_find(const char *name);

/* Load or store entry i of an array in format f. format_put rounds to nearest; an
 * integer too large for its format becomes the largest one. A scale of integers is
 * not applied. These functions are for set-up, checks and output: kernels use
 * real.h. */
double format_get(enum format f, const void *array, size_t i);
void format_put(enum format f, void *array, size_t i, double value);

/* array[i] = source[i], converted to format f, for i = 0 .. count-1. */
void format_narrow(enum format f, const double *source, size_t count, void *array);
#endif
