/* common/formats/real.h - the number types of a kernel file; conversions.
 *
 * A kernel file is compiled once for each pair of formats. For the pair (f32, f16)
 * the Makefile defines REAL as f32 and STORE as f16, and this header defines:
 *
 *   real       type of an entry of the kernel's vectors              (format REAL)
 *   store      type of an entry of its second operand: a matrix, the
 *              Krylov basis, or a vector in another format           (format STORE)
 *   acc        type of the arithmetic: double if REAL is f64, otherwise float
 *   K(spmv)    the function name spmv_f32_f16; K() marks the functions that other
 *              files call, because all pairs are linked into one program
 *   F_REAL     the formats as values of enum format: F32 and
 *   F_STORE    F16
 *   F_ACC      the format of an array of acc: F64 or F32
 *
 * `real` and `store` are types for storage only. A kernel converts explicitly
 * whenever it loads or stores a number, and all arithmetic is done in acc:
 *
 *   wide(x)      real to acc, exact        narrow(a)      acc to real, rounds to nearest
 *   wide_s(s)    store to acc              narrow_s(d)    double to store, rounds
 *
 * Example: y[i] = narrow(wide(x[i]) + alpha * wide_s(z[i]));
 *
 * wide_s rounds only if STORE is f64 or i32 and acc is float. An entry of an
 * integer format is a number in units of a scale that the caller multiplies with
 * (vector.h); narrow_s rounds it to the nearest integer, at most LARGEST_S in
 * magnitude.
 */
#ifndef MEMWALL_REAL_H
#define MEMWALL_REAL_H
#include "convert.h"
#include "format.h"
#include <math.h>

#define JOIN4_(name, a, b) name##_##a##_##b
#define JOIN4(name, a, b)  JOIN4_(name, a, b)
#define JOIN2_(a, b)       a##b
#define JOIN2(a, b)        JOIN2_(a, b)
#define K(name)            JOIN4(name, REAL, STORE)
#define F_REAL             JOIN2(FORMAT_, REAL)
#define F_STORE            JOIN2(FORMAT_, STORE)

/* The storage type of each format. The 16-bit formats are structs, so that an
 * arithmetic operation on a stored number is an error at compile time. */
typedef double type_f64;
typedef float type_f32;
typedef struct {
    uint16_t bits;
} type_f16;
typedef struct {
    uint16_t bits;
} type_bf16;
typedef int32_t type_i32;
typedef int16_t type_i16;

/* The type of the arithmetic on vectors of each format. */
typedef double acc_f64;
typedef float acc_f32, acc_f16, acc_bf16;

/* The format of an array of the arithmetic type. */
#define F_ACC (sizeof(acc) == sizeof(double) ? F64 : F32)

typedef JOIN2(type_, REAL) real;
typedef JOIN2(type_, STORE) store;
typedef JOIN2(acc_, REAL) acc;

/* Conversion of a stored number to the type in which it is exact. */
DEVICE double widen_f64(type_f64 x)
{
    return x;
}
DEVICE float widen_f32(type_f32 x)
{
    return x;
}
DEVICE float widen_f16(type_f16 x)
{
    return f16_to_f32(x.bits);
}
DEVICE float widen_bf16(type_bf16 x)
{
    return bf16_to_f32(x.bits);
}
DEVICE double widen_i32(type_i32 x)
{
    return x;
}
DEVICE float widen_i16(type_i16 x)
{
    return x;
}

/* Conversion to a storage type, with rounding to nearest. */
DEVICE type_f64 round_f64(double x)
{
    return x;
}
DEVICE type_f32 round_f32(double x)
{
    return (float)x;
}
DEVICE type_f16 round_f16(double x)
{
    type_f16 h = {f32_to_f16((float)x)};
    return h;
}
DEVICE type_bf16 round_bf16(double x)
{
    type_bf16 h = {f32_to_bf16((float)x)};
    return h;
}
DEVICE type_i32 round_i32(double x)
{
    return (type_i32)rint(fmin(fmax(x, -2147483647.0), 2147483647.0));
}
DEVICE type_i16 round_i16(double x)
{
    return (type_i16)rint(fmin(fmax(x, -32767.0), 32767.0));
}

/* LARGEST_S: the largest integer of the format STORE; 1 for floating-point
 * formats. */
#define LARGEST_f64  1.0
#define LARGEST_f32  1.0
#define LARGEST_f16  1.0
#define LARGEST_bf16 1.0
#define LARGEST_i32  2147483647.0
#define LARGEST_i16  32767.0
#define LARGEST_S    JOIN2(LARGEST_, STORE)

/* max(most, |x|) */
DEVICE acc larger(acc most, acc x)
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
