/* tests/words_kernels.c - kernels that do nothing but use each word once. */
#include "words_kernels.h"
#include "words.h"

KERNEL number_rows(int n, int *x)
{
    FOR_ALL(i, n)
        x[i] = 3 * i + 1;
}

void words_rows(int n, int *x)
{
    LAUNCH(number_rows, n, n, x);
}

KERNEL sum_tile(int n, const double *restrict x, double *restrict sum,
                double *restrict most)
{
    FOR_TEAMS(t, tiles(n)) {
        const int first = t * TILE, last = first + TILE < n ? first + TILE : n;
        double s = 0, m = -1e300;
        FOR_LANES_SUM(s, i, first, last)
            s += x[i];
        FOR_LANES_MAX(m, i, first, last)
        m = x[i] > m ? x[i] : m;
        s = team_sum(s);
        m = team_max(m);
        IF_LEADER
        sum[t] = s;
        IF_LEADER
        most[t] = m;
    }
}

void words_sums(int n, const double *x, double *sum, double *most)
{
    TEAM_LAUNCH(sum_tile, tiles(n), n, x, sum, most);
}

KERNEL add_streamed(int n, const unsigned short *restrict x2, const float *restrict x4,
                    const double *restrict x8, const struct sixteen_bytes *restrict x16,
                    double *restrict y)
{
    FOR_ALL(i, n) {
        const struct sixteen_bytes two = STREAMED(x16 + i);
        y[i] = (double)STREAMED(x2 + i) + (double)STREAMED(x4 + i) + STREAMED(x8 + i) +
               two.at[0] + two.at[1];
    }
}

void words_streamed(int n, const unsigned short *x2, const float *x4, const double *x8,
                    const struct sixteen_bytes *x16, double *y)
{
    LAUNCH(add_streamed, n, n, x2, x4, x8, x16, y);
}

#if ON_DEVICE
KERNEL add_in_warps(int count, int *shape, double *sum)
{
    TEAM_DOUBLES(room);
    FOR_TEAMS(one, 1) {
        const int warps = TEAM_LANES / WARP_LANES;
        double *mine = room + TEAM_LANE / WARP_LANES * TOGETHER;
        FOR_LANES(j, 0, warps * TOGETHER)
            room[j] = 0;
        team_barrier();
        for (int time = 0; time < 2; time++) {
            double s[TOGETHER];
            for (int c = 0; c < TOGETHER; c++)
                s[c] = (TEAM_LANE + 1) * (c + 1);
            warp_add(mine, s, count);
        }
        team_barrier();
        FOR_LANES(j, 0, warps * TOGETHER)
            sum[j] = room[j];
        IF_LEADER
        {
            shape[0] = TEAM_LANES;
            shape[1] = WARP_LANES;
        }
    }
}

int words_warp(int count, int *shape, double *sum)
{
    TEAM_LAUNCH_WITH(TEAM_WARPS * TOGETHER, add_in_warps, 1, count, shape, sum);
    return 1;
}

/* With fewer lanes a lane stands for several. */
KERNEL relay(int teams, double *seen)
{
    enum { PLACES = 256 };
    TEAM_DOUBLES(room);
    FOR_TEAMS(t, teams) {
        FOR_LANES(l, 0, PLACES)
            room[l] = t + l;
        team_barrier();
        FOR_LANES(l, 0, PLACES)
            seen[t * PLACES + l] = room[PLACES - 1 - l];
        team_barrier();
    }
}

int words_relay(int teams, double *seen)
{
    TEAM_LAUNCH_WITH(256, relay, teams, teams, seen);
    return 1;
}
#else
int words_warp(int count, int *shape, double *sum)
{
    (void)count, (void)shape, (void)sum;
    return 0;
}

int words_relay(int teams, double *seen)
{
    (void)teams, (void)seen;
    return 0;
}
#endif
