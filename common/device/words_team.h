/* common/device/words_team.h - what the lanes of a team do together, on any device.
 *
 *   warp_sum(s)           the sum over a warp, known to each of its lanes
 *   team_sum, team_max    the same over a team
 *   warp_add(to, s, n)    to[c] += the sum over a warp of s[c], c < n <= TOGETHER
 *
 * All lanes of a team come to each of them. A warp swaps numbers between its lanes
 * (warp_swap) without a barrier: log2(32) = 5 steps, or 6 of 64 lanes; a team then has one
 * number a warp in its own memory and two barriers, where a tree in that memory has ten.
 *
 * TOGETHER sums at once: with each step a lane keeps half of the sums that it still has,
 * and gives the other half away for its partner's part of those it keeps.
 *
 *   lane  0 .. 15   keeps s_0 .. s_3, gets those of lanes 16 .. 31
 *   lane 16 .. 31   keeps s_4 .. s_7, gets those of lanes 0 .. 15      and so on;
 *
 * so eight sums over 32 lanes take 4 + 2 + 1 + 1 + 1 swaps instead of 8 * 5. Orders of
 * addition are fixed.
 */
#ifndef MEMWALL_WORDS_TEAM_H
#define MEMWALL_WORDS_TEAM_H

enum { TOGETHER = 8, MOST_WARPS = 32 };

LANE_FUNCTION double warp_sum(double s)
{
    UNROLL(8)
    for (int bit = WARP_LANES / 2; bit > 0; bit /= 2)
        s += warp_swap(s, bit);
    return s;
}

LANE_FUNCTION double larger_of(double a, double b)
{
    return b > a ? b : a;
}

/* The warps' numbers, to be read by all until team_barrier. */
LANE_FUNCTION const double *warps_numbers(double of_warp)
{
    SHARED double number[MOST_WARPS];
    if (TEAM_LANE % WARP_LANES == 0)
        number[TEAM_LANE / WARP_LANES] = of_warp;
    team_barrier();
    return number;
}

LANE_FUNCTION double team_sum(double s)
{
    const double *number = warps_numbers(warp_sum(s));
    double sum = 0;
    for (int w = 0; w < TEAM_LANES / WARP_LANES; w++)
        sum += number[w];
    team_barrier();
    return sum;
}

LANE_FUNCTION double team_max(double m)
{
    for (int bit = WARP_LANES / 2; bit > 0; bit /= 2)
        m = larger_of(m, warp_swap(m, bit));
    const double *number = warps_numbers(m);
    for (int w = 0; w < TEAM_LANES / WARP_LANES; w++)
        m = larger_of(m, number[w]);
    team_barrier();
    return m;
}

/* Of 2 half sums a lane keeps half, those in its upper half if it has that bit. */
LANE_FUNCTION void keep_half(double s[TOGETHER], const int half, int bit)
{
    const int upper = TEAM_LANE & bit;
    UNROLL(8)
    for (int c = 0; c < half; c++) {
        const double low = s[c], high = s[c + half];
        s[c] = (upper ? high : low) + warp_swap(upper ? low : high, bit);
    }
}

/* to[c] belongs to this warp; the same lane adds to it every time, so that the lanes of
 * the warp need not wait for each other. s[] is used up. */
LANE_FUNCTION void warp_add(double *to, double s[TOGETHER], int n)
{
    if (WARP_LANES < TOGETHER) { /* a lane on its own */
        for (int c = 0; c < n; c++)
            to[c] += s[c];
        return;
    }
    keep_half(s, TOGETHER / 2, WARP_LANES / 2);
    keep_half(s, TOGETHER / 4, WARP_LANES / 4);
    keep_half(s, TOGETHER / 8, WARP_LANES / 8);
    const int each = WARP_LANES / TOGETHER, lane = TEAM_LANE % WARP_LANES;
    UNROLL(8)
    for (int bit = each / 2; bit > 0; bit /= 2)
        s[0] += warp_swap(s[0], bit);
    if (lane % each == 0 && lane / each < n)
        to[lane / each] += s[0];
}
#endif
