/* common/base/arithmetic.h - refuses flags of the compiler with which comparisons, sums or
 * divisions do not follow IEEE 754.
 *
 *   flag                    what it allows the compiler              what would go wrong
 *   -ffinite-math-only      to assume that there is no NaN or Inf    a NaN counts as converged
 *   -fassociative-math      to compute a + b - b as a                a number is not rounded
 *                                                                    (opt/simd_store.h)
 *   -freciprocal-math       to compute a / b as a times 1 / b        1 / b is Inf where a / b is
 *                                                                    a number
 *   -fsingle-precision-constant   to read 1e-9 as a float            tolerances are rounded
 *   -Ofast, -ffast-math, -funsafe-math-optimizations   several of these; the program also
 *                           begins with subnormal numbers set to 0
 *
 * -O3, -march=native, -flto, -ffp-contract=fast, -fno-math-errno, -fno-trapping-math and
 * -fno-signed-zeros change no result that the program states. The Makefile includes this header in
 * each file that it compiles, also in a tree's files. nvcc does not say in a macro that it was
 * called with -use_fast_math, and no file sees the flags of the link.
 */
#ifndef MEMWALL_ARITHMETIC_H
#define MEMWALL_ARITHMETIC_H

/* The size is negative if constants are floats. */
typedef char memwall_constants_are_doubles[sizeof 0.1 == sizeof(double) ? 1 : -1];

#if (defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__) || \
    defined(__FAST_MATH__) || defined(__ASSOCIATIVE_MATH__) || \
    defined(__RECIPROCAL_MATH__)
#error \
    "fast-math flags are refused, because a NaN would count as converged or numbers would be wrong; fine are -O3, -march=native, -ffp-contract=fast, -fno-math-errno, -fno-trapping-math, -fno-signed-zeros"
#endif

#endif
