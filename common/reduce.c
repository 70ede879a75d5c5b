/* common/reduce.c - sums over tiles and ranks, always in double. */
#include "error.h"
#include "kernels.h"
#include "phase.h"

void sum_over_ranks(double *s, int count, MPI_Comm comm)
{
    phase_begin(PHASE_REDUCE, 0);
    MPI_OK(MPI_Allreduce(MPI_IN_PLACE, s, count, MPI_DOUBLE, MPI_SUM, comm));
    phase_end(0, 0);
}

void sum_tiles(const double *partial, int tile_count, int count, double *s, MPI_Comm comm)
{
    for (int j = 0; j < count; j++)
        s[j] = 0;
    for (int t = 0; t < tile_count; t++)
        for (int j = 0; j < count; j++)
            s[j] += partial[(size_t)t * (size_t)count + (size_t)j];
    sum_over_ranks(s, count, comm);
}
