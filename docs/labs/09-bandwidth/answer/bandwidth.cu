/* docs/labs/09-bandwidth/answer/bandwidth.cu - s = x'x with 16 bytes in each load.
 *
 *     s = sum_i x_i^2         each x_i is read once: 4 bytes in float, 8 in double
 *
 * Neighboring threads load neighboring packs of 16 bytes, the most that an
 * instruction of a GPU loads: four numbers in float, two in double. A thread has
 * four of these loads in flight.
 */
#include "docs/labs/gpu.h"

enum { WARP = 32, BLOCK = 256 };
enum { PACKS = 4 }; /* for each thread, BLOCK packs apart */
template <class real> struct alignas(16) pack {
    real number[16 / sizeof(real)];
};

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

template <class real> __device__ double squares_of(pack<real> x)
{
    double sum = 0;
    for (real number : x.number)
        sum += (double)number * (double)number;
    return sum;
}

/* part[b] = the sum of x_i^2 over the numbers of block b. The last block also has
 * the packs that are left, and the numbers behind the last whole pack. */
template <class real> __global__ void squares(int n, const real *x, double *part)
{
    const int each = sizeof(pack<real>) / sizeof(real), packs = n / each;
    const pack<real> *x_packs = (const pack<real> *)x;
    int p = blockIdx.x * BLOCK * PACKS + threadIdx.x;
    double sum = 0;
    if (p + (PACKS - 1) * BLOCK < packs) {
        pack<real> loaded[PACKS];
        for (int k = 0; k < PACKS; k++) /* without a condition between the loads */
            loaded[k] = x_packs[p + k * BLOCK];
        for (int k = 0; k < PACKS; k++)
            sum += squares_of(loaded[k]);
    } else {
        for (int k = 0; k < PACKS; k++, p += BLOCK)
            if (p < packs)
                sum += squares_of(x_packs[p]);
    }
    const int i = packs * each + threadIdx.x;
    if (blockIdx.x == gridDim.x - 1 && i < n)
        sum += (double)x[i] * (double)x[i];
    sum = block_sum(sum);
    if (threadIdx.x == 0)
        part[blockIdx.x] = sum;
}

template <class real> int sum_of_squares(int n, const real *x, double *part)
{
    const int numbers = BLOCK * PACKS * (16 / sizeof(real)),
              blocks = 1 + (n - 1) / numbers;
    squares<real><<<blocks, BLOCK>>>(n, x, part);
    return blocks;
}

#include "docs/labs/09-bandwidth/main.h"
