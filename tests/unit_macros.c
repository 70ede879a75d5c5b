/* tests/unit_macros.c - every kernel macro does what kernel_macros.h says. */
#include "fixture.h"
#include "tap.h"
#include "kernel_macros.h"
#include "macros_kernels.h"
#include <math.h>

static const int sizes[] = {0,   1,   2,        31,   63,          65,
                            255, 257, TILE - 1, TILE, 3 * TILE + 7};
enum { SIZES = sizeof sizes / sizeof *sizes, MOST = 3 * TILE + 7 };

/* An array in device memory, not initialized (the emulated device fills it with
 * NaN). */
static void *new_array(size_t count, size_t size)
{
    return device_alloc(count, size, "array");
}

static void test_rows(int n)
{
    static int got[MOST + 1];
    int *x = new_array(MOST + 1, sizeof *x), right = 1;
    device_clear(x, (MOST + 1) * sizeof *x);
    macros_rows(n, x);
    device_get(got, x, sizeof got);
    for (int i = 0; i <= MOST; i++)
        right &= got[i] == (i < n ? 3 * i + 1 : 0);
    ok(right, "FOR_ALL: each of %d rows, and no other row, is written", n);
    device_free(x);
}

static void test_sums(int n)
{
    static double value[MOST];
    double sum[4], most[4];
    double *x = new_array(MOST, sizeof *x), *s = new_array(4, sizeof *s),
           *m = new_array(4, sizeof *m);
    for (int i = 0; i < n; i++)
        value[i] = i % 2 ? i : -2 * i;
    device_put(x, value, sizeof value);
    macros_sums(n, x, s, m);
    device_get(sum, s, sizeof sum);
    device_get(most, m, sizeof most);
    int right = 1;
    for (int t = 0; t < tiles(n); t++) {
        double all = 0, best = -1e300;
        for (int i = t * TILE; i < n && i < (t + 1) * TILE; i++) {
            all += value[i];
            best = value[i] > best ? value[i] : best;
        }
        right &= sum[t] == all && most[t] == best;
    }
    ok(right, "team_sum and team_max over tiles of %d rows", n);
    device_free(x);
    device_free(s);
    device_free(m);
}

static void test_load_once(void)
{
    enum { N = 300 };
    double got[N];
    struct sixteen_bytes two[N];
    for (int i = 0; i < N; i++)
        two[i] = (struct sixteen_bytes){{1e6 * i, 0.25 * i}};
    struct sixteen_bytes *x = new_array(N, sizeof *x);
    double *y = new_array(N, sizeof *y);
    device_put(x, two, sizeof two);
    macros_load_once(N, x, y);
    device_get(got, y, sizeof got);
    int right = 1;
    for (int i = 0; i < N; i++)
        right &= got[i] == 1e6 * i + 0.25 * i;
    ok(right, "LOAD_ONCE");
    device_free(x);
    device_free(y);
}

static void test_warp(int count)
{
    int shape[2];
    double got[256 * MACROS_SUMS];
    int *there = new_array(2, sizeof *there);
    double *sum = new_array(256 * MACROS_SUMS, sizeof *sum);
    if (macros_warp(count, there, sum)) {
        device_get(shape, there, sizeof shape);
        device_get(got, sum, sizeof got);
        int right = shape[0] % shape[1] == 0;
        for (int w = 0; w < shape[0] / shape[1]; w++) {
            const double threads = shape[1], first = w * shape[1] + 1,
                         all = threads * first + threads * (threads - 1) / 2;
            for (int c = 0; c < MACROS_SUMS; c++)
                right &=
                    got[w * MACROS_SUMS + c] == (c < count ? 2 * all * (c + 1) : 0);
        }
        ok(right, "warp_add: %d sums, %d threads in warps of %d", count, shape[0],
           shape[1]);
    } else {
        skip("warp_add: a team has one thread on the CPU");
    }
    device_free(there);
    device_free(sum);
}

static void test_nan(int thread)
{
    double got = 0, *most = new_array(1, sizeof *most);
    if (macros_nan(thread, most)) {
        device_get(&got, most, sizeof got);
        ok(isnan(got), "team_max: the NaN of thread %d is the result", thread);
    } else {
        skip("team_max: a team has one thread on the CPU");
    }
    device_free(most);
}

static void test_relay(int teams)
{
    static double got[5 * 256];
    double *seen = new_array(5 * 256, sizeof *seen);
    if (macros_relay(teams, seen)) {
        device_get(got, seen, (size_t)teams * 256 * sizeof *got);
        int right = 1;
        for (int t = 0; t < teams; t++)
            for (int l = 0; l < 256; l++)
                right &= got[t * 256 + l] == t + 255 - l;
        ok(right, "team_barrier: %d teams", teams);
    } else {
        skip("team_barrier: a team has one thread on the CPU");
    }
    device_free(seen);
}

int main(int argc, char **argv)
{
    start(&argc, &argv);
    for (int s = 0; s < SIZES; s++) {
        test_rows(sizes[s]);
        test_sums(sizes[s]);
    }
    test_load_once();
    for (int count = 0; count <= MACROS_SUMS; count++)
        test_warp(count);
    for (int thread = 0; thread < 256; thread += 51)
        test_nan(thread);
    test_relay(1);
    test_relay(5);
    return done();
}
