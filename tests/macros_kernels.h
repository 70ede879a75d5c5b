/* tests/macros_kernels.h - small kernels that use the kernel macros. */
#ifndef MEMWALL_MACROS_KERNELS_H
#define MEMWALL_MACROS_KERNELS_H

struct sixteen_bytes {
    double number[2];
};

void macros_rows(int n, int *x); /* x_i = 3 i + 1 */
void macros_sums(int n, const double *x, double *sum,
                 double *most); /* of each tile */
void macros_load_once(int n, const struct sixteen_bytes *x,
                      double *y); /* y_i = the sum of two numbers */

/* The following three kernels need teams of several threads; without them the
 * functions return 0. macros_nan: *most = the maximum over the numbers 0, 1, ... of the
 * threads, of which thread `nan` (modulo their number) has a NaN instead. shape:
 * threads of a team, threads of a warp. In macros_warp, thread l adds
 * (l + 1) (c + 1) twice to each sum c < count of its warp. */
enum { MACROS_SUMS = 8 };
int macros_warp(int count, int *shape, double *sum);
int macros_nan(int nan, double *most);
int macros_relay(
    int teams,
    double *seen); /* thread l of 256 reads what thread 255 - l has written */
#endif
