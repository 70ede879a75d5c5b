/* common/matrix/row_range.h - the magnitudes of a matrix: refuses a row that a format cannot store.
 *
 *   format      range                                  a row is refused if
 *   f32         1.4e-45 .. 3.4e38                      an entry becomes Inf, or all become 0
 *   f16         6.0e-8 .. 65504                        the same
 *   i8          row_scale.h                            its scale is out of range
 *
 * In a matrix for Gauss-Seidel, which divides by the diagonal entry, a row is also refused if its
 * diagonal entry becomes 0. A row of subnormal numbers is not refused: it is rounded coarsely, but
 * the residual is computed with the matrix in f64. A matrix that is needed in f64 only is not
 * refused: a solve reports a NaN or Inf in it.
 */
#ifndef MEMWALL_ROW_RANGE_H
#define MEMWALL_ROW_RANGE_H
#include "csr.h"
#include "matrix.h"

/* Returns the square root of s of (11.6), the size of the terms of A x: s^2 = sum_i (m_i sum_j |a_ij|)^2,
 * where row i has m_i entries. (Its entries may be near 1e308 or 1e-308, so that s leaves the range. A
 * long double and the root do not.) Ends the run with one line, which names the first such row of all
 * ranks, if a format of `need` cannot store a row. sweeps: 1 if kernels divide by the diagonal. what: the
 * matrix, in words. Rows are counted from 1 over the ranks. Collective over comm. */
double rows_examine(const struct csr *A, format_set need, int sweeps,
                    const char *what, MPI_Comm comm);
#endif
