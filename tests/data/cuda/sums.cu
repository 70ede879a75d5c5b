/* tests/data/cuda/sums.cu - sums of the rows of a matrix by the threads of a block, in three ways. */
#include <cstdio>
#include <cuda_runtime.h>
enum { BLOCK = 128, COLUMNS = 300, ROWS = 7 };

/* Shared memory: a block sums two rows, so that it uses the array twice. */
__global__ void by_tree(const float *a, float *sum)
{
    __shared__ __align__(16) float part[BLOCK];
    const int t = threadIdx.x;
    for (int row = blockIdx.x; row < ROWS; row += gridDim.x) {
        float s = 0;
        for (int c = t; c < COLUMNS; c += BLOCK)
            s += a[row * COLUMNS + c];
        part[t] = s;
        __syncthreads();
        for (int half = BLOCK / 2; half > 0; half /= 2) {
            if (t < half)
                part[t] += part[t + half];
            __syncthreads(); /* 2 */
        }
        if (t == BLOCK - 1)
            sum[row] = part[0];
        __syncthreads(); /* 3 */
    }
}

/* Shuffles and dynamic shared memory. */
__global__ void by_shuffles(const float *a, float *sum)
{
    extern __shared__ float of_warp[];
    const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    float s = 0;
    for (int c = threadIdx.x; c < COLUMNS; c += BLOCK)
        s += a[blockIdx.x * COLUMNS + c];
    for (int bit = 16; bit > 0; bit /= 2)
        s += __shfl_xor_sync(~0u, s, bit);
    if (lane == 0)
        of_warp[warp] = s;
    __syncthreads(); /* 4 */
    if (warp == 0) {
        s = lane < BLOCK / 32 ? of_warp[lane] : 0;
        for (int bit = 16; bit > 0; bit /= 2)
            s += __shfl_xor_sync(~0u, s, bit);
        if (lane == 0)
            sum[blockIdx.x] = s;
    }
}

__global__ void by_atomics(const float *a, float *sum)
{
    for (int c = threadIdx.x; c < COLUMNS; c += BLOCK)
        atomicAdd(&sum[blockIdx.x], a[blockIdx.x * COLUMNS + c]);
}

int main()
{
    float a[ROWS * COLUMNS], expected[ROWS] = {}, sum[ROWS], *device_a, *device_sum;
    for (int i = 0; i < ROWS * COLUMNS; i++)
        expected[i / COLUMNS] += a[i] = i % 11 - i % 4;
    cudaMalloc(&device_a, sizeof a);
    cudaMalloc(&device_sum, sizeof sum);
    cudaMemcpy(device_a, a, sizeof a, cudaMemcpyHostToDevice);
    int wrong = 0;
    for (int version = 0; version < 3; version++) {
        cudaMemset(device_sum, version == 2 ? 0 : 0xff, sizeof sum);
        if (version == 0)
            by_tree<<<4, BLOCK>>>(device_a, device_sum);
        else if (version == 1)
            by_shuffles<<<ROWS, BLOCK, BLOCK / 32 * sizeof(float)>>>(device_a,
                                                                     device_sum);
        else
            by_atomics<<<ROWS, BLOCK>>>(device_a, device_sum);
        cudaMemcpy(sum, device_sum, sizeof sum, cudaMemcpyDeviceToHost);
        for (int r = 0; r < ROWS; r++)
            wrong += !(sum[r] == expected[r]);
    }
    printf("%d wrong sums\n", wrong);
    return wrong > 0 || cudaGetLastError() != cudaSuccess;
}
