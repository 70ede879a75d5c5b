/* tests/macros_kernels.c - small kernels that use the kernel macros. */
#include "macros_kernels.h"
#include "kernel_macros.h"
#include <math.h>

KERNEL number_rows(int n, int *x)
{
    FOR_ALL(i, n)
        x[i] = 3 * i + 1;
}

void macros_rows(int n, int *x)
{
    LAUNCH(number_rows, n, n, x);
}

KERNEL sum_tile(int n, const double *restrict x, double *restrict sum,
                double *restrict most)
{
    FOR_TEAMS(t, tiles(n)) {
        const int first = t * TILE, last = first + TILE < n ? first + TILE : n;
        double s = 0, m = -1e300;
        FOR_THREADS_SUM(s, i, first, last)
            s += x[i];
        FOR_THREADS_MAX(m, i, first, last)
            m = x[i] > m ? x[i] : m;
        s = team_sum(s);
        m = team_max(m);
        if (TEAM_LEADER)
            sum[t] = s;
        if (TEAM_LEADER)
            most[t] = m;
    }
}

void macros_sums(int n, const double *x, double *sum, double *most)
{
    TEAM_LAUNCH(sum_tile, tiles(n), n, x, sum, most);
}

KERNEL add_loaded(int n, const struct sixteen_bytes *restrict x, double *restrict y)
{
    FOR_ALL(i, n) {
        const struct sixteen_bytes two = LOAD_ONCE(x + i);
        y[i] = two.number[0] + two.number[1];
    }
}

void macros_load_once(int n, const struct sixteen_bytes *x, double *y)
{
    LAUNCH(add_loaded, n, n, x, y);
}

#if ON_DEVICE
KERNEL add_in_warps(int count, int *shape, double *sum)
{
    TEAM_DOUBLES(room);
    FOR_TEAMS(one, 1) {
        const int warps = TEAM_THREADS / WARP_SIZE;
        double *mine = room + TEAM_THREAD / WARP_SIZE * COLUMNS_PER_BATCH;
        FOR_THREADS(j, 0, warps * COLUMNS_PER_BATCH)
            room[j] = 0;
        team_barrier();
        for (int time = 0; time < 2; time++) {
            double s[COLUMNS_PER_BATCH];
            for (int c = 0; c < COLUMNS_PER_BATCH; c++)
                s[c] = (TEAM_THREAD + 1) * (c + 1);
            warp_add(mine, s, count);
        }
        team_barrier();
        FOR_THREADS(j, 0, warps * COLUMNS_PER_BATCH)
            sum[j] = room[j];
        if (TEAM_LEADER) {
            shape[0] = TEAM_THREADS;
            shape[1] = WARP_SIZE;
        }
    }
}

int macros_warp(int count, int *shape, double *sum)
{
    TEAM_LAUNCH_WITH(TEAM_WARPS * COLUMNS_PER_BATCH, add_in_warps, 1, count, shape,
                     sum);
    return 1;
}

KERNEL largest_with_nan(int nan, double *most)
{
    FOR_TEAMS(one, 1) {
        const int has_nan = TEAM_THREAD == nan % TEAM_THREADS;
        const double largest =
            team_max(has_nan ? (double)NAN : (double)TEAM_THREAD);
        if (TEAM_LEADER)
            *most = largest;
    }
}

int macros_nan(int nan, double *most)
{
    TEAM_LAUNCH(largest_with_nan, 1, nan, most);
    return 1;
}

/* If a team has fewer threads than PLACES, FOR_THREADS gives several entries to a
 * thread. */
KERNEL relay(int teams, double *seen)
{
    enum { PLACES = 256 };
    TEAM_DOUBLES(room);
    FOR_TEAMS(t, teams) {
        FOR_THREADS(l, 0, PLACES)
            room[l] = t + l;
        team_barrier();
        FOR_THREADS(l, 0, PLACES)
            seen[t * PLACES + l] = room[PLACES - 1 - l];
        team_barrier();
    }
}

int macros_relay(int teams, double *seen)
{
    TEAM_LAUNCH_WITH(256, relay, teams, teams, seen);
    return 1;
}
#else
int macros_warp(int count, int *shape, double *sum)
{
    (void)count, (void)shape, (void)sum;
    return 0;
}

int macros_nan(int nan, double *most)
{
    (void)nan, (void)most;
    return 0;
}

int macros_relay(int teams, double *seen)
{
    (void)teams, (void)seen;
    return 0;
}
#endif
