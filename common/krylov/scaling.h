/* common/krylov/scaling.h - powers of two that scale vectors.
 *
 * Scaling by a power of two changes no rounding error as long as no number
 * underflows or overflows.
 */
#ifndef MEMWALL_SCALING_H
#define MEMWALL_SCALING_H

/* The power of two nearest to x; 1 if there is none (x <= 0, Inf, NaN). */
double scaling_power_of_two(double x);

/* ||t||_2 of k values, also if their squares would leave the range of f64. */
double scaling_norm(int k, const double *t);

/* Returns 1 if 2^-60 <= norm <= 2^60, so that products and squares of a vector of this norm
 * are in the range of f32. Else returns the power of two that scales such a vector to a norm as
 * close to 1 as possible; 1 if the norm is 0, Inf or NaN. */
double scaling_into_f32(double norm);
#endif
