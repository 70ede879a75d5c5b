/* common/formats/format.h - the number formats and the pairs of formats.
 *
 * A vector, a matrix and the Krylov basis can each be stored in a format of their
 * own. A kernel file is compiled once for each pair of formats; real.h defines the types
 * of a pair, and kernels.h says which operands have them.
 *
 * "Add a format" in docs/CONTRIBUTING.md lists what a new one needs.
 */
#ifndef MEMWALL_FORMAT_H
#define MEMWALL_FORMAT_H
#include <stddef.h>

/* X(name, C type of a stored number, unit roundoff). The unit roundoff is half the distance
 * from 1 to the next number. For integers, which store a number in units of a
 * scale, it is the rounding error relative to the largest number of that scale. i8 is a
 * format of matrices only, with one scale for each row (row_scale.h); i32 and i16 are
 * formats of the Krylov basis. */
#define FLOATS_X(X)         \
    X(f64, double, 0x1p-53) \
    X(f32, float, 0x1p-24)  \
    X(f16, struct f16_bits, 0x1p-11)
#define INTEGERS_X(X)        \
    X(i32, int32_t, 0x1p-32) \
    X(i16, int16_t, 0x1p-16) \
    X(i8, int8_t, 0x1p-8)
#define FORMATS_X(X) FLOATS_X(X) INTEGERS_X(X)

/* MATRIX_PAIRS_X(X), VECTOR_PAIRS_X(X): X(REAL, STORE) for each pair of formats for which the
 * program contains the kernels with a matrix, and the kernels of the Krylov basis and of
 * vectors (real.h). The Makefile writes this file; its variables FORMATS, PAIRS and
 * VECTOR_PAIRS decide. */
#include "compiled_pairs.h"

/* F64, F32, ... are the formats as constants; FORMATS is their number. */
enum format {
#define X(name, type, roundoff) FORMAT_##name,
    FORMATS_X(X)
#undef X
};
enum {
#define X(name, type, roundoff) +1
    FORMATS = 0 FORMATS_X(X)
#undef X
};
#define F64 FORMAT_f64
#define F32 FORMAT_f32
#define F16 FORMAT_f16
#define I32 FORMAT_i32
#define I16 FORMAT_i16
#define I8  FORMAT_i8

const char *format_name(enum format f); /* "f64", "f32", ... */
size_t format_bytes(enum format f);     /* bytes of one number */
double format_roundoff(enum format f);  /* unit roundoff, as in FORMATS_X */
int format_is_integer(enum format f);   /* 1 for i32, i16 and i8 */

/* The value of an enum format that is no format. */
#define NO_FORMAT ((enum format)FORMATS)

/* Returns the format with this name, or NO_FORMAT if there is none. */
enum format format_find(const char *name);

/* Reads floating-point formats that are separated by commas, and sets f[0 .. count-1] to them;
 * the last one also stands for all that follow. Returns 0 if the text is not such a list of
 * at most `count` formats. */
int format_list(const char *text, int count, enum format f[]);

/* Load or store entry i of an array in format f. format_put rounds to nearest; an
 * integer too large for its format becomes the largest one. A scale of integers is
 * not applied. These functions are for set-up, checks and output: kernels use
 * real.h. */
double format_get(enum format f, const void *array, size_t i);
void format_put(enum format f, void *array, size_t i, double value);

/* array[i] = source[i], converted to format f, for i = 0 .. count-1. */
void format_narrow(enum format f, const double *source, size_t count, void *array);

/* ---- Pairs that were not compiled ---- */

/* The pairs of formats that a run needs and the program lacks, for example "f32_f64 f16_f32"; all
 * zero at first. */
struct missing_pairs {
    char text[256];
};

/* Adds the pair (REAL, STORE), unless it is in the list or its kernels were compiled: the
 * kernels with a matrix, or of a Krylov basis or another vector. */
void missing_matrix_pair(struct missing_pairs *list, enum format real,
                         enum format store);
void missing_vector_pair(struct missing_pairs *list, enum format real,
                         enum format store);

/* Ends the run with one line on all ranks if the list is not empty. name: the set of formats
 * that needs the pairs. */
void missing_pairs_check(const struct missing_pairs *list, const char *name);
#endif
