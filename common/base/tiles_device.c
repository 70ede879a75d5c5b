/* common/base/tiles_device.c - sums over tiles on a device: a team for each sum. */
#include "kernels.h"
#include "words.h"
#include <string.h>

KERNEL add_tiles(const double *restrict partial, int tile_count, int count,
                 double *restrict sum)
{
    FOR_TEAMS(j, count) {
        double s = 0;
        UNROLL(8)
        FOR_LANES_SUM(s, t, 0, tile_count)
            s += partial[(size_t)t * (size_t)count + (size_t)j];
        s = team_sum(s);
        IF_LEADER
        sum[j] = s;
    }
}

void sum_tiles(const double *partial, int tile_count, int count, double *s, MPI_Comm comm)
{
    double *sum = device_answer();
    TEAM_LAUNCH(add_tiles, count, partial, tile_count, count, sum);
    stream_wait(COMPUTE); /* the one place where the host waits for the arithmetic */
    memcpy(s, sum, (size_t)count * sizeof *s);
    sum_over_ranks(s, count, comm);
}
