/* common/device/team.h - loops, sums and maxima of a warp or team of a device.
 *
 *   warp_sum(s)           the sum of s over a warp; every thread gets the result
 *   team_sum, team_max    sum and maximum over a team; every thread gets the
 *                         result
 *   warp_add(sum, s, n)   sum[c] += the sum over a warp of s[c], for c < n
 *
 * Every thread of the warp or team must call the function. The order of the
 * additions is fixed.
 *
 * Sum over a warp. Thread t adds the value of thread t XOR bit (warp_shuffle), for
 * bit = 16, 8, 4, 2, 1; these are log2(32) = 5 shuffles and no barrier.
 *
 * Sum over a team. Each warp computes its sum and stores it in shared memory, and
 * after a barrier every thread adds these sums. This needs two barriers.
 *
 * COLUMNS_PER_BATCH = 8 sums over a warp at the same time (warp_add). Eight
 * separate sums would need 8 * 5 shuffles. Instead, the threads divide the sums
 * among them. In the first step, thread t and thread t XOR 16 exchange halves of
 * their values:
 *
 *   threads  0 .. 15   keep s_0 .. s_3 and add the ones of threads 16 .. 31
 *   threads 16 .. 31   keep s_4 .. s_7 and add the ones of threads  0 .. 15
 *
 * After three such steps each thread has one sum, over 8 threads; the other two
 * bits are added as in warp_sum. These are 4 + 2 + 1 + 1 + 1 = 9 shuffles.
 */
#ifndef MEMWALL_TEAM_H
#define MEMWALL_TEAM_H

#define ONE_THREAD  0
#define TEAM_LEADER (TEAM_THREAD == 0)
#define FOR_THREADS(i, first, last) \
    for (int i = (first) + TEAM_THREAD; i < (last); i += TEAM_THREADS)
#define FOR_THREADS_SUM(s, i, first, last) FOR_THREADS(i, first, last)
#define FOR_THREADS_MAX(m, i, first, last) FOR_THREADS(i, first, last)

enum { COLUMNS_PER_BATCH = 8, MAX_WARPS = 32 };

DEVICE_ONLY double warp_sum(double s)
{
    UNROLL(8)
    for (int bit = WARP_SIZE / 2; bit > 0; bit /= 2)
        s += warp_shuffle(s, bit);
    return s;
}

/* NaN if a or b is NaN, so that every thread gets it. */
DEVICE_ONLY double larger_of(double a, double b)
{
    return b > a || b != b ? b : a;
}

/* Stores one value per warp in shared memory and returns this array, which all
 * threads of the team may read until the next team_barrier. */
DEVICE_ONLY const double *gather_from_warps(double of_this_warp)
{
    SHARED double value[MAX_WARPS];
    if (TEAM_THREAD % WARP_SIZE == 0)
        value[TEAM_THREAD / WARP_SIZE] = of_this_warp;
    team_barrier();
    return value;
}

DEVICE_ONLY double team_sum(double s)
{
    const double *value = gather_from_warps(warp_sum(s));
    double sum = 0;
    for (int w = 0; w < TEAM_THREADS / WARP_SIZE; w++)
        sum += value[w];
    team_barrier();
    return sum;
}

DEVICE_ONLY double team_max(double m)
{
    for (int bit = WARP_SIZE / 2; bit > 0; bit /= 2)
        m = larger_of(m, warp_shuffle(m, bit));
    const double *value = gather_from_warps(m);
    for (int w = 0; w < TEAM_THREADS / WARP_SIZE; w++)
        m = larger_of(m, value[w]);
    team_barrier();
    return m;
}

/* One step of warp_add, for the 2 * half values s[0 .. 2 half - 1]: a thread whose
 * index contains `bit` keeps the upper half of the sums, the other threads the
 * lower half. The sums that a thread keeps are then s[0 .. half-1]. */
DEVICE_ONLY void keep_half(double s[COLUMNS_PER_BATCH], const int half, int bit)
{
    const int upper = TEAM_THREAD & bit;
    UNROLL(8)
    for (int c = 0; c < half; c++) {
        const double low = s[c], high = s[c + half];
        s[c] = (upper ? high : low) + warp_shuffle(upper ? low : high, bit);
    }
}

/* sum[c] += the sum over the warp of s[c], for c < n <= COLUMNS_PER_BATCH. The
 * array `sum` belongs to this warp. The same thread always adds to the same entry,
 * so the threads of the warp need no barrier between two calls. The contents of s[]
 * are destroyed. */
DEVICE_ONLY void warp_add(double *sum, double s[COLUMNS_PER_BATCH], int n)
{
    if (WARP_SIZE < COLUMNS_PER_BATCH) { /* a warp of one thread, on emu */
        for (int c = 0; c < n; c++)
            sum[c] += s[c];
        return;
    }
    keep_half(s, COLUMNS_PER_BATCH / 2, WARP_SIZE / 2);
    keep_half(s, COLUMNS_PER_BATCH / 4, WARP_SIZE / 4);
    keep_half(s, COLUMNS_PER_BATCH / 8, WARP_SIZE / 8);
    const int threads_per_sum = WARP_SIZE / COLUMNS_PER_BATCH,
              thread = TEAM_THREAD % WARP_SIZE, c = thread / threads_per_sum;
    UNROLL(8)
    for (int bit = threads_per_sum / 2; bit > 0; bit /= 2)
        s[0] += warp_shuffle(s[0], bit);
    if (thread % threads_per_sum == 0 && c < n)
        sum[c] += s[0];
}
#endif
