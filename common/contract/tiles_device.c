/* common/contract/tiles_device.c - adds the partial sums of tiles on a device.
 *
 * One team of threads computes each sum. The threads add every TEAM_THREADS-th
 * tile, and then team_sum adds the results of the threads, so the order of the
 * additions is fixed, but it differs from that on the CPU (tiles.c).
 */
#include "reduce.h"
#include "kernel_macros.h"
#include <string.h>

/* sum[j] = the sum over t of number j of tile t */
KERNEL add_tiles(const double *restrict partial, int tile_count, int count,
                 double *restrict sum)
{
    FOR_TEAMS(j, count) {
        double s = 0;
        UNROLL(8)
        FOR_THREADS_SUM(s, t, 0, tile_count)
            s += partial[partial_place(t, tile_count, j, count)];
        s = team_sum(s);
        if (TEAM_LEADER)
            sum[j] = s;
    }
}

void sum_tiles(const double *partial, int tile_count, int count, double *s,
               MPI_Comm comm)
{
    TEAM_LAUNCH(add_tiles, count, partial, tile_count, count,
                device_result_buffer());
    stream_synchronize(COMPUTE); /* the sums are complete */
    memcpy(s, device_result_buffer(), (size_t)count * sizeof *s);
    sum_over_ranks(s, count, comm);
}
