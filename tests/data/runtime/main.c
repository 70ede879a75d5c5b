/* tests/data/runtime/main.c - calls device_gpu.c with the runtime of cuda_runtime.h (runtime.t). */
#include "device_gpu.c"

KERNEL store_sum(int n, const double *h, double *sum)
{
    FOR_ALL(i, 1)
        for (int j = 0; j < n; j++)
            sum[0] += h[j];
}

/* Uploads the coefficients 1 .. n from an array that changes before the copy is executed. */
static void upload(double *device, int n)
{
    double h[RESULTS];
    for (int j = 0; j < n; j++)
        h[j] = j + 1;
    device_upload_small(device, h, n * sizeof *h);
    for (int j = 0; j < n; j++)
        h[j] = NAN;
}

static int uploads_are_right(void)
{
    enum { N = 1000, TIMES = 9 };
    double *device = (double *)device_alloc(TIMES * N, sizeof *device, "coefficients");
    for (int k = 0; k < TIMES; k++)
        upload(device + k * N, N);
    stream_synchronize(COMPUTE);
    for (int k = 0; k < TIMES * N; k++)
        if (device[k] != k % N + 1)
            return 0;
    return 1;
}

int main(int argc, char **argv)
{
    const struct device_request request = {argc > 2 ? atoi(argv[2]) : -1, 0};
    double sum = 0, h[2] = {1, 2};
    device_start(&request, MPI_COMM_WORLD);
    const struct device_info d = device_get_info();
    printf("%s, %s, driver %s, runtime %s, %s, %.0f MHz\n", d.name, d.arch, d.driver, d.runtime,
           d.compiler, 1e-6 * d.clock);
    stub_error(cudaErrorInvalidValue); /* an error that a call of MPI could leave behind */
    LAUNCH(store_sum, 1, 2, h, &sum);
    printf("sum %g, uploads %s\n", sum, uploads_are_right() ? "right" : "WRONG");
    printf("cache of gfx90a, gfx942: %.0f, %.0f\n", last_cache("gfx90a", 8), last_cache("gfx942", 4));
    TEAM_LAUNCH_WITH(argc > 1 ? atoi(argv[1]) : 0, store_sum, 1, 2, h, &sum);
    return 0;
}
