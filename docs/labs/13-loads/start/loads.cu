/* docs/labs/13-loads/start/loads.cu - where lab 13 starts: y = A x in 8 bits, entry
 * by entry.
 *
 *     y_i = sum_k a_ik x_j,    j = base_k + offset_ik          w = A z in (1.3)
 *
 * An entry has 2 bytes: a value and an offset. Their sectors are used fully, and
 * 27 entries with 4 bytes of x and of y need 27 (2 + 4 / 32) + 8 = 65.4 bytes for a
 * row, but a thread that waits for each entry has few of these bytes in flight.
 *
 *   nvcc -O3 -arch=native -I. mine/loads.cu -o loads && ./loads      NVIDIA
 *   hipcc -O3 -I. -x hip mine/loads.cu -o loads && ./loads           AMD
 *   run/lab 13 mine                                                  no GPU
 */
#include "docs/labs/gpu.h"

enum { WARP = 32, SLICE = 32, BLOCK = 256 };

/* Slices of 32 rows: slice s has the slice columns first[s] .. first[s + 1] - 1.
 * Entry k * SLICE + r is that of row r in slice column k. Missing ones have the
 * value 0. */
struct slices {
    int n; /* rows; threads of the last block that have no row have a slice */
    const int *first, *base;
    const unsigned char *offset;
    const signed char *value;
};

__global__ void narrow(slices A, const float *x, float *y)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x, s = i / SLICE,
              r = i % SLICE;
    float sum = 0;
    for (int k = A.first[s]; k < A.first[s + 1]; k++)
        sum += A.value[k * SLICE + r] * x[A.base[k] + A.offset[k * SLICE + r]];
    if (i < A.n)
        y[i] = sum;
}

static void multiply(slices A, const float *x, float *y)
{
    narrow<<<1 + (A.n - 1) / BLOCK, BLOCK>>>(A, x, y);
}

#include "docs/labs/13-loads/main.h"
