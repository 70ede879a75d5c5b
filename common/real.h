/* common/real.h - the types and names of one compilation of a kernel file.
 *
 * A kernel file is compiled once per pair of formats, -DREAL=f32 -DSTORE=f64 say:
 *   real   a number of the vectors the kernel works on
 *   store  a number of its second operand: the matrix, the Krylov basis, or a vector
 *          in another format
 *   acc    what is added up in: never narrower than real or f32
 *   K(spmv) is spmv_f32_f64, F_REAL and F_STORE are the formats as enum values.
 */
#ifndef MEMWALL_REAL_H
#define MEMWALL_REAL_H
#include "format.h"

#define JOIN4_(name, a, b)  name##_##a##_##b
#define JOIN4(name, a, b)   JOIN4_(name, a, b)
#define JOIN2_(a, b)        a##b
#define JOIN2(a, b)         JOIN2_(a, b)
#define K(name)             JOIN4(name, REAL, STORE)
#define F_REAL              JOIN2(FORMAT_, REAL)
#define F_STORE             JOIN2(FORMAT_, STORE)

typedef double type_f64;
typedef float type_f32;
typedef double acc_f64;
typedef float acc_f32;

typedef JOIN2(type_, REAL) real;
typedef JOIN2(type_, STORE) store;
typedef JOIN2(acc_, REAL) acc;
#endif
