/* common/contract/reduce.h - sums and norms over all rows, for the kernels of every tree. */
#ifndef MEMWALL_REDUCE_H
#define MEMWALL_REDUCE_H
#include "vector.h"

/* Replaces s[0 .. count-1] by their sums over the ranks of comm, in double.
 * Collective. (reduce.c) */
void sum_over_ranks(double *s, int count, MPI_Comm comm);

/* Computes s[j] = sum over t of number j of tile t, which is partial[partial_place(t,
 * tile_count, j, count)] (kernel_macros.h), for t = 0 .. tile_count-1 in a fixed order
 * and then over the ranks of comm, for j = 0 .. count-1; count <= RESULTS (device.h).
 * `partial` is in device memory, s in host memory. Waits for the kernels that compute
 * `partial`. Collective. (tiles.c, tiles_device.c) */
void sum_tiles(const double *partial, int tile_count, int count, double *s,
               MPI_Comm comm);

/* Returns ||x||_2 over all ranks of comm. `squares` is the sum of x_i^2 over all
 * ranks, the same number on every rank. If it has left the range of double, the
 * norm is computed from x again, with scaled entries. partial: scratch [tiles(n)]
 * in device memory. Collective. (norm.c) */
double norm_from_squares(double squares, const struct vector *x, double *partial,
                         MPI_Comm comm);
#endif
