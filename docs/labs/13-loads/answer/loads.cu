/* docs/labs/13-loads/answer/loads.cu - y = A x in 8 bits, with the loads of nine
 * entries in flight.
 *
 *     y_i = sum_k a_ik x_j,    j = base_k + offset_ik          w = A z in (1.3)
 *
 * A thread waits for a number when it uses it, not when it loads it. So it loads
 * the bases, the offsets and the values of nine slice columns, then the nine
 * numbers of x, and then adds. It waits twice for nine entries, because the
 * addresses of x need the offsets. */
#include "docs/labs/gpu.h"

enum { WARP = 32, SLICE = 32, BLOCK = 256, BATCH = 9 }; /* 27 = 9 + 9 + 9 */

/* Slices of 32 rows: slice s has the slice columns first[s] .. first[s + 1] - 1.
 * Entry k * SLICE + r is that of row r in slice column k. Missing ones have the
 * value 0. */
struct slices {
    int n; /* rows; threads of the last block that have no row have a slice */
    const int *first, *base;
    const unsigned char *offset;
    const signed char *value;
};

/* No load of a batch has a condition. What is left behind the whole batches is
 * added entry by entry. The launch bounds, 4 blocks on a multiprocessor, allow 64
 * registers for a thread: without them nvcc uses 32, which divides the batch. */
__global__ void __launch_bounds__(BLOCK, 4)
    narrow(slices A, const float *x, float *y)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x, s = i / SLICE,
              r = i % SLICE;
    const int end = A.first[s + 1];
    int k = A.first[s];
    float sum = 0;
    for (; k + BATCH <= end; k += BATCH) {
        int column[BATCH];
        float a[BATCH], x_k[BATCH];
        for (int c = 0; c < BATCH; c++) {
            column[c] = A.base[k + c] + A.offset[(k + c) * SLICE + r];
            a[c] = A.value[(k + c) * SLICE + r];
        }
        for (int c = 0; c < BATCH; c++)
            x_k[c] = x[column[c]];
        for (int c = 0; c < BATCH; c++)
            sum += a[c] * x_k[c];
    }
    for (; k < end; k++)
        sum += A.value[k * SLICE + r] * x[A.base[k] + A.offset[k * SLICE + r]];
    if (i < A.n)
        y[i] = sum;
}

static void multiply(slices A, const float *x, float *y)
{
    narrow<<<1 + (A.n - 1) / BLOCK, BLOCK>>>(A, x, y);
}

#include "docs/labs/13-loads/main.h"
