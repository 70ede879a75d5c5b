/* tests/data/cuda/banks.cu - requests whose words are in as many banks as their names say. */
#include <cstdio>
#include <cuda_runtime.h>
enum { MOST = 64 * 32 + 4 };

/* Thread t reads number DISTANCE * t of global memory, and of shared memory. */
template <class T, int DISTANCE> __global__ void global(const T *x, T *y)
{
    y[threadIdx.x] = x[DISTANCE * threadIdx.x];
}
#define SHARED_KERNEL(name, T, distance)            \
    __global__ void name(T *y)                      \
    {                                               \
        __shared__ T x[MOST];                       \
        x[distance * threadIdx.x] = threadIdx.x;    \
        y[threadIdx.x] = x[distance * threadIdx.x]; \
    }
SHARED_KERNEL(shared_1, float, 1)
SHARED_KERNEL(shared_2, float, 2)
SHARED_KERNEL(shared_27, float, 27)
SHARED_KERNEL(shared_32, float, 32)
SHARED_KERNEL(shared_33, float, 33)
SHARED_KERNEL(shared_double, double, 1)

/* float4: a thread reads 16 bytes by one instruction */
__global__ void packs(const float4 *x, float *y)
{
    const float4 a = x[threadIdx.x];
    y[threadIdx.x] = a.x + a.w;
}

/* Each thread writes a column of a tile in shared memory and reads a row, 32 numbers apart. */
__global__ void tile(float *y)
{
    __shared__ float a[32 * 32];
    float sum = 0;
    for (int k = 0; k < 32; k++)
        a[32 * k + threadIdx.x] = k;
    __syncthreads();
    for (int k = 0; k < 32; k++)
        sum += a[32 * threadIdx.x + k];
    y[threadIdx.x] = sum;
}

/* Thread t has t + 1 loads, so that 32, 31, .. 1 threads take part, and a store. */
__global__ void loops(const float *x, float *y)
{
    float sum = 0;
    for (unsigned k = 0; k <= threadIdx.x; k++)
        sum += x[k];
    y[threadIdx.x] = sum;
}

template <class T> struct arrays {
    T *x, *y;
    arrays()
    {
        cudaMalloc(&x, MOST * sizeof(T));
        cudaMalloc(&y, 64 * sizeof(T));
        cudaMemset(x, 0, MOST * sizeof(T));
    }
};

template <class T, int... DISTANCE> static void strided(const arrays<T> &a)
{
    (global<T, DISTANCE><<<1, 32>>>(a.x, a.y), ...);
}

int main()
{
    arrays<float> f;
    arrays<double> d;
    strided<float, 0, 1, 2, 8, 27, 32, 33, 63, 64>(f);
    strided<double, 1, 27, 64>(d);
    packs<<<1, 32>>>((const float4 *)f.x, f.y);
    shared_1<<<1, 64>>>(f.y);
    shared_2<<<1, 32>>>(f.y);
    shared_27<<<1, 32>>>(f.y);
    shared_32<<<1, 32>>>(f.y);
    shared_33<<<1, 32>>>(f.y);
    shared_double<<<1, 32>>>(d.y);
    tile<<<1, 32>>>(f.y);
    loops<<<1, 32>>>(f.x, f.y);
    return cudaDeviceSynchronize() != cudaSuccess;
}
