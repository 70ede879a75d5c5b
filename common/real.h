/* common/real.h - the types and names of one compilation of a kernel file.
 *
 * A kernel file is compiled once per pair of formats, -DREAL=f32 -DSTORE=f16 say:
 *   real   a number of the vectors that the kernel works on
 *   store  a number of its second operand: the matrix, the Krylov basis, or a vector
 *          in another format
 *   acc    what is added up in: f64 for f64, else f32
 *   K(spmv) is spmv_f32_f16, F_REAL and F_STORE are the formats as enum values
 *
 * In memory and in arithmetic a number has two types; the way from one to the other is
 * always written out:
 *   wide(x)     real to acc         narrow(a)    acc to real
 *   wide_s(s)   store to acc        narrow_s(d)  double to store
 * Integers hold a number in units of their scale: narrow_s rounds to nearest and stays
 * in range.
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

typedef double acc_f64;
typedef float acc_f32, acc_f16, acc_bf16;

typedef JOIN2(type_, REAL) real;
typedef JOIN2(type_, STORE) store;
typedef JOIN2(acc_, REAL) acc;

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

#define LARGEST_f64  1.0 /* what one unit of scale stands for: only integers use it */
#define LARGEST_f32  1.0
#define LARGEST_f16  1.0
#define LARGEST_bf16 1.0
#define LARGEST_i32  2147483647.0
#define LARGEST_i16  32767.0
#define LARGEST_S    JOIN2(LARGEST_, STORE)

DEVICE acc larger(acc most, acc x) /* max(most, |x|) */
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
