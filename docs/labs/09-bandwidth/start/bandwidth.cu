/* docs/labs/09-bandwidth/start/bandwidth.cu - s = x'x as on a CPU: lab 9 starts here.
 *
 *     s = sum_i x_i^2         each x_i is read once: 4 bytes in float, 8 in double
 *
 *   nvcc -O3 -arch=native -I. mine/bandwidth.cu -o bandwidth     NVIDIA
 *   hipcc -O3 -I. -x hip mine/bandwidth.cu -o bandwidth          AMD
 *   run/lab 9 mine                                                  no GPU
 */
#include "docs/labs/gpu.h"

enum { WARP = 32, BLOCK = 256 };
enum { NUMBERS = 64 }; /* of x for each thread */

/* Returns in thread 0 the sum of s over the block. All its threads must call it. */
__device__ inline double block_sum(double s)
{
    __shared__ double of_warp[BLOCK / WARP];
    for (int step = WARP / 2; step > 0; step /= 2)
        s += __shfl_down_sync(0xffffffff, s, step); /* of thread + step */
    if (threadIdx.x % WARP == 0)
        of_warp[threadIdx.x / WARP] = s;
    __syncthreads(); /* from here on, thread 0 can read what all have written */
    if (threadIdx.x == 0)
        for (int w = 1; w < BLOCK / WARP; w++)
            s += of_warp[w];
    return s;
}

/* part[b] = the sum of x_i^2 over the numbers of block b */
template <class real> __global__ void squares(int n, const real *x, double *part)
{
    const int thread = blockIdx.x * blockDim.x + threadIdx.x;
    double sum = 0;
    for (int i = thread * NUMBERS; i < (thread + 1) * NUMBERS && i < n; i++)
        sum += (double)x[i] * (double)x[i];
    sum = block_sum(sum);
    if (threadIdx.x == 0)
        part[blockIdx.x] = sum;
}

/* Launches the kernel. Returns the number of blocks: `part` has space for 1 + n / 32. */
template <class real> int sum_of_squares(int n, const real *x, double *part)
{
    const int blocks = 1 + (n - 1) / (BLOCK * NUMBERS);
    squares<real><<<blocks, BLOCK>>>(n, x, part);
    return blocks;
}

#include "docs/labs/09-bandwidth/main.h"
