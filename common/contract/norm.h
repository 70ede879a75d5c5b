/* common/contract/norm.h - the Euclidean norm that belongs to a sum of squares (norm.c). */
#ifndef MEMWALL_NORM_H
#define MEMWALL_NORM_H
#include "vector.h"

/* Returns ||x||_2 over all ranks of comm. `squares` is the sum of x_i^2 over all
 * ranks, the same number on every rank. If it has left the range of double, the
 * norm is computed from x again, with scaled entries. partial: scratch [tiles(n)]
 * in device memory. Collective. */
double norm_from_squares(double squares, const struct vector *x, double *partial,
                         MPI_Comm comm);
#endif
