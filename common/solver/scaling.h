/* common/solver/scaling.h - powers of two that scale vectors.
 *
 * Scaling by a power of two changes no rounding error as long as no number
 * underflows or overflows.
 */
#ifndef MEMWALL_SCALING_H
#define MEMWALL_SCALING_H

/* The power of two nearest to x; 1 if there is none (x <= 0, Inf, NaN). */
double scaling_power_of_two(double x);

/* ||t||_2 of k numbers, also if their squares would leave the range of f64. */
double scaling_norm(int k, const double *t);

/* Norms between 1 / SCALING_F64 and SCALING_F64 have products and squares in the
 * range of f64, and so have much smaller numbers. SCALING_F32: likewise for f32. */
#define SCALING_F64 0x1p400
#define SCALING_F32 0x1p60

/* Returns 1 if 1 / most <= norm <= most, or if norm is 0, Inf or NaN. Otherwise
 * returns the power of two, between 2^-1000 and 2^1000, that scales a vector of this
 * norm to a norm as close to 1 as possible. */
double scaling_into_range(double norm, double most);
#endif
