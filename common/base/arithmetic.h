/* common/base/arithmetic.h - refuses flags of the compiler with which comparisons, sums or
 * divisions are not those of IEEE 754.
 *
 *   flag                    what it allows the compiler              what would go wrong
 *   -ffinite-math-only      to assume that there is no NaN or Inf    a NaN counts as converged
 *   -fassociative-math      to compute a + b - b as a                a number is not rounded
 *                                                                    (opt/simd.h)
 *   -freciprocal-math       to compute a / b as a times 1 / b        1 / b is Inf where a / b is
 *                                                                    a number
 *   -fsingle-precision-constant   to read 1e-9 as a float            tolerances are rounded
 *   -Ofast, -ffast-math, -funsafe-math-optimizations   several of these; the program also
 *                           begins with subnormal numbers set to 0
 *
 * Flags that change no result that the program states: -O1 to -O3, -march, -mtune, -flto,
 * -funroll-loops; -ffp-contract (a product and a sum with one rounding), -fno-math-errno,
 * -fno-trapping-math and -frounding-math (the program reads neither the errno of mathematical
 * functions nor the flags of the processor), -fno-signed-zeros (no result depends on the sign of
 * a zero), -fcx-limited-range and -fcx-fortran-rules (there are no complex numbers).
 *
 * The Makefile includes this header in each file that it compiles, also in those of a tree. Not
 * every compiler states its flags in macros: the Makefile also looks for the names of the flags,
 * and arithmetic_fault computes examples when the program starts.
 */
#ifndef MEMWALL_ARITHMETIC_H
#define MEMWALL_ARITHMETIC_H

#if (defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__) || \
    defined(__FAST_MATH__) || defined(__ASSOCIATIVE_MATH__) || \
    defined(__RECIPROCAL_MATH__)
#error \
    "fast-math flags are refused, because a NaN would count as converged; fine are -O3, -march=native, -ffp-contract=fast, -fno-math-errno, -fno-trapping-math, -fno-signed-zeros"
#endif

/* Returns NULL if this processor, as it is set now, and this compiler compute examples as IEEE 754
 * says, else what is wrong. A library that was built with -ffast-math sets the processor
 * when it is loaded. */
const char *arithmetic_fault(void);
#endif
