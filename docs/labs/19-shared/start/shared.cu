/* docs/labs/19-shared/start/shared.cu - where lab 19 starts: y = A x by way of shared
 * memory.
 *
 *     y_i = sum_k a_ik x_j,    j = base_k + delta_ik          w = A z in (1.3)
 *
 * A warp copies STAGED slice columns of its slice to shared memory, where the entries
 * of a row are side by side, and then adds them.
 *
 *   nvcc -O3 -arch=native -I. mine/shared.cu -o shared && ./shared    NVIDIA
 *   run/lab 19 mine                                                   no GPU
 */
#include "docs/labs/gpu.h"

enum { WARP = 32, SLICE = 32, BLOCK = 256, STAGED = 16, STRIDE = 32 };

/* Slices of 32 rows: slice s has the slice columns first[s] .. first[s + 1] - 1.
 * Entry k * SLICE + r is that of row r in slice column k. Missing ones have the
 * value 0. */
struct slices {
    int n; /* rows; threads of the last block that have no row have a slice */
    const int *first, *base;
    const unsigned char *offset;
    const float *value;
};

__global__ void narrow(slices A, const float *x, float *y)
{
    __shared__ float value[BLOCK / SLICE][SLICE * STRIDE];
    __shared__ unsigned char offset[BLOCK / SLICE][SLICE * STRIDE];
    __shared__ int base[BLOCK / SLICE][STAGED];
    const int i = blockIdx.x * blockDim.x + threadIdx.x, s = i / SLICE,
              r = i % SLICE, w = threadIdx.x / SLICE, end = A.first[s + 1];
    float sum = 0;
    for (int k = A.first[s]; k < end; k += STAGED) {
        const int count = min((int)STAGED, end - k);
        __syncwarp(); /* the warp has added the slice columns before these */
        for (int c = 0; c < count; c++) {
            value[w][r * STRIDE + c] = A.value[(k + c) * SLICE + r];
            offset[w][r * STRIDE + c] = A.offset[(k + c) * SLICE + r];
        }
        if (r < count)
            base[w][r] = A.base[k + r];
        __syncwarp(); /* these have arrived */
        for (int c = 0; c < count; c++)
            sum += value[w][r * STRIDE + c] *
                   x[base[w][c] + offset[w][r * STRIDE + c]];
    }
    if (i < A.n)
        y[i] = sum;
}

static void multiply(slices A, const float *x, float *y)
{
    narrow<<<1 + (A.n - 1) / BLOCK, BLOCK>>>(A, x, y);
}

#include "docs/labs/19-shared/main.h"
