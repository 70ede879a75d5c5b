/* common/contract/tiles.c - adds the partial sums of tiles, on the CPU. */
#include "reduce.h"

void sum_tiles(const double *partial, int tile_count, int count, double *s,
               MPI_Comm comm)
{
    for (int j = 0; j < count; j++)
        s[j] = 0;
    for (int t = 0; t < tile_count; t++)
        for (int j = 0; j < count; j++)
            s[j] += partial[(size_t)t * (size_t)count + (size_t)j];
    sum_over_ranks(s, count, comm);
}
