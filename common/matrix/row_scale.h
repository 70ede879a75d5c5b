/* common/matrix/row_scale.h - the rows of a matrix in 8 bits: integers and a scale.
 *
 *   a_ij = s_i k_ij      k_ij an integer, |k_ij| <= 127; s_i = 2^e a power of two
 *
 * s_i is 1 if all entries of row i are integers of at most 127, as 26 and -1 are: such a
 * row is not scaled, and it is exact. For any other row e is the smallest exponent with
 * which its largest entry fits. Then this entry is at least 63.75 s_i, and an entry is
 * rounded by at most s_i / 2, that is by at most 1/127 of the largest entry of its row.
 * Integers times a power of two are exact, and entries much smaller than the largest one
 * of their row become 0. Only e is stored, in one byte: s_i is a normal number of f32, so
 * that -126 <= e <= 127 (power_of_two in number.h). Such a format is called block floating
 * point (J. Wilkinson, Rounding Errors in Algebraic Processes, 1963), here with a block for
 * each row.
 *
 * The rules of HPG-MxP forbid to scale a matrix into the range of a lower precision. It is
 * undecided whether this concerns a scale for each row; a row with s_i = 1 is not scaled.
 *
 * Kernels multiply the integers and then apply the scale to the sum, which changes no
 * rounding error. If a row is exact, its products therefore have the same bits as with
 * the values in f32, unless a sum leaves the range of the arithmetic.
 */
#ifndef MEMWALL_ROW_SCALE_H
#define MEMWALL_ROW_SCALE_H
#include "csr.h"
#include <mpi.h>

/* The largest magnitude of an entry of row i of A; 0 if it has none, NaN if one is NaN. */
double row_largest(const struct csr *A, int i);

/* Returns e for row i of A, whose scale is s_i = 2^e; 0 if all its entries are zero. */
int row_exponent(const struct csr *A, int i);

/* Returns 0 if row i has a NaN or Inf, if its largest entry is not between 2^-120 and 2^133, or
 * if its diagonal entry would become zero and `sweeps` is 1, so that kernels divide by it. */
int row_fits_i8(const struct csr *A, int i, int sweeps);

/* What rounding the rows of a matrix to 8 bits changes. */
struct row_rounding {
    double rows, exact; /* counts of rows; exact: unchanged by rounding */
    double scaled;      /* the number of rows whose scale is not 1 */
    double error; /* largest change of an entry, relative to the largest entry of
                           its row */
};

/* Returns what rounding changes in the rows of all ranks, each of which fits. Collective
 * over comm. */
struct row_rounding rounding_of_rows(const struct csr *A, MPI_Comm comm);
#endif
