/* tests/graph_kernels.h - launches without phases, for unit_graph.c to capture. */
#ifndef MEMWALL_GRAPH_KERNELS_H
#define MEMWALL_GRAPH_KERNELS_H

/* z += a x, in one launch; x and z are arrays of n entries in device memory. */
void add_f64(int n, double a, const double *x, double *z);
void add_f32(int n, double a, const float *x, float *z);

/* Whether kernels run on a device, real or emulated; host code cannot tell. */
int on_device(void);
#endif
