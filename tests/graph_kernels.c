/* tests/graph_kernels.c - z += a x in two formats. */
#include "graph_kernels.h"
#include "kernel_macros.h"

KERNEL add_doubles(int n, double a, const double *x, double *z)
{
    FOR_ALL(i, n)
        z[i] += a * x[i];
}

KERNEL add_floats(int n, float a, const float *x, float *z)
{
    FOR_ALL(i, n)
        z[i] += a * x[i];
}

void add_f64(int n, double a, const double *x, double *z)
{
    LAUNCH(add_doubles, n, n, a, x, z);
}

void add_f32(int n, double a, const float *x, float *z)
{
    LAUNCH(add_floats, n, n, (float)a, x, z);
}

int on_device(void)
{
    return ON_DEVICE;
}
