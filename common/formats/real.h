/* common/formats/real.h - the number types of a kernel file; conversions.
 *
 * A kernel file is compiled once for each pair of formats. For the pair (f32, f16)
 * the Makefile defines REAL as f32 and STORE as f16, and this header defines:
 *
 *   real       type of an entry of the vector that is multiplied     (format REAL)
 *   store      type of an entry of what is stored: of a matrix, of
 *              the Krylov basis, or of another vector                (format STORE)
 *   acc        type of the arithmetic: double if REAL or STORE is f64, else float
 *   K(spmv)    the function name spmv_f32_f16; K() marks the functions that other
 *              files call, because all pairs are linked into one program
 *   F_REAL     the formats as values of enum format: F32 and
 *   F_STORE    F16
 *
 * `real` and `store` are types for storage only. A kernel converts explicitly
 * whenever it loads or stores a number, and all arithmetic is done in acc:
 *
 *   wide(x)      real to acc, exact        narrow(a)      acc to real, rounds to nearest
 *   wide_s(s)    store to acc              narrow_s(d)    double to store, rounds
 *
 * Example: y[i] = narrow(wide(x[i]) + alpha * wide_s(z[i]));
 *
 * wide_s rounds only if STORE is i32 and acc is float. An entry of an integer format
 * is a number in units of a scale that the caller multiplies with (vector.h, row_scale.h);
 * narrow_s rounds it to the nearest integer, at most LARGEST_S in magnitude.
 */
#ifndef MEMWALL_REAL_H
#define MEMWALL_REAL_H
#include "number.h"

#define JOIN4_(name, a, b) name##_##a##_##b
#define JOIN4(name, a, b)  JOIN4_(name, a, b)
#define JOIN2_(a, b)       a##b
#define JOIN2(a, b)        JOIN2_(a, b)
#define K(name)            JOIN4(name, REAL, STORE)
#define F_REAL             JOIN2(FORMAT_, REAL)
#define F_STORE            JOIN2(FORMAT_, STORE)

typedef JOIN2(type_, REAL) real;
typedef JOIN2(type_, STORE) store;

/* The type of the arithmetic: IS_f64 is a macro, all other IS_ names are 0 here. */
#define IS_f64 1
#if JOIN2(IS_, REAL) || JOIN2(IS_, STORE)
typedef double acc;
#else
typedef float acc;
#endif

/* LARGEST_S: the largest integer of the format STORE; 1 for floating-point
 * formats. */
#define LARGEST_f64 1.0
#define LARGEST_f32 1.0
#define LARGEST_f16 1.0
#define LARGEST_i32 2147483647.0
#define LARGEST_i16 32767.0
#define LARGEST_i8  127.0
#define LARGEST_S   JOIN2(LARGEST_, STORE)

/* max(most, |x|) */
DEVICE acc max_abs(acc most, acc x)
{
    x = x < 0 ? -x : x;
    return x > most ? x : most;
}

DEVICE acc wide(real x)
{
    return (acc)JOIN2(widen_, REAL)(x);
}
DEVICE acc wide_s(store x)
{
    return (acc)JOIN2(widen_, STORE)(x);
}
DEVICE real narrow(acc x)
{
    return JOIN2(round_, REAL)((double)x);
}
DEVICE store narrow_s(double x)
{
    return JOIN2(round_, STORE)(x);
}
#endif
