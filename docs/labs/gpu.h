/* docs/labs/gpu.h - what the CUDA files of the labs, docs/spmv.cu and docs/roof.cu share: AMD's
 * names, memory, times.
 *
 * A lab's file begins with this header and ends with main.h of the lab, which
 * computes what is right and compares. On the emulated device (run/cuda_on_cpu) all
 * times are NaN and not printed. */
#ifndef MEMWALL_LABS_GPU_H
#define MEMWALL_LABS_GPU_H
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>
#include <vector>
#ifdef __NVCC__
#include <cuda_pipeline.h> /* asynchronous copies to shared memory */
#endif
#ifdef __HIPCC__ /* AMD's names of the same functions */
#include <hip/hip_runtime.h>
#define cudaDeviceProp                      hipDeviceProp_t
#define cudaDeviceSynchronize               hipDeviceSynchronize
#define cudaError_t                         hipError_t
#define cudaEventCreate                     hipEventCreate
#define cudaEventElapsedTime                hipEventElapsedTime
#define cudaEventRecord                     hipEventRecord
#define cudaEventSynchronize                hipEventSynchronize
#define cudaEvent_t                         hipEvent_t
#define cudaFree                            hipFree
#define cudaGetDeviceProperties             hipGetDeviceProperties
#define cudaGetErrorString                  hipGetErrorString
#define cudaGetLastError                    hipGetLastError
#define cudaMalloc                          hipMalloc
#define cudaMemcpy                          hipMemcpy
#define cudaMemcpyAsync                     hipMemcpyAsync
#define cudaMemcpyDefault                   hipMemcpyDefault
#define cudaMemGetInfo                      hipMemGetInfo
#define cudaMemset                          hipMemset
#define __syncwarp()                        __builtin_amdgcn_wave_barrier()
#define __pipeline_memcpy_async             memcpy /* no asynchronous copies */
#define __pipeline_commit()
#define __pipeline_wait_prior(batches)
#define __shfl_sync(mask, value, thread)    __shfl(value, thread, WARP)
#define __shfl_down_sync(mask, value, step) __shfl_down(value, step, WARP)
#define __shfl_up_sync(mask, value, step)   __shfl_up(value, step, WARP)
#define __shfl_xor_sync(mask, value, bits)  __shfl_xor(value, bits, WARP)
#endif

/* Ends the program with a line if an operation of the device has failed. */
template <class Error> void check(Error error)
{
    if (error) {
        printf("WRONG: %s\n", cudaGetErrorString(error));
        exit(1);
    }
}

/* An array of n numbers in the memory of the device. Without a GPU, or if it has too
 * little memory, the program ends with status 3. */
template <class T> T *allocate(size_t n)
{
    T *device = NULL;
    if (cudaMalloc(&device, std::max(n, (size_t)1) * sizeof(T))) {
        printf("GPU: %s\n", cudaGetErrorString(cudaGetLastError()));
        exit(3);
    }
    return device;
}

/* A copy of v in the memory of the device. */
template <class T> T *upload(const std::vector<T> &v)
{
    T *device = allocate<T>(v.size());
    check(cudaMemcpy(device, v.data(), v.size() * sizeof(T), cudaMemcpyDefault));
    return device;
}

/* The first n numbers of an array of the device. */
template <class T> std::vector<T> download(const T *device, size_t n)
{
    std::vector<T> v(n);
    check(cudaMemcpy(v.data(), device, n * sizeof(T), cudaMemcpyDefault));
    return v;
}

/* Calls launch() `repeat` times. Returns the median of its times in ms. */
template <class Launch> double median_ms(int repeat, Launch launch)
{
    cudaEvent_t before, after;
    std::vector<float> ms(repeat);
    check(cudaEventCreate(&before));
    check(cudaEventCreate(&after));
    for (float &t : ms) {
        check(cudaEventRecord(before));
        launch();
        check(cudaGetLastError());
        check(cudaEventRecord(after));
        check(cudaEventSynchronize(after));
        check(cudaEventElapsedTime(&t, before, after));
    }
    std::sort(ms.begin(), ms.end());
    return ms[repeat / 2];
}

/* GB/s of a copy of an array of this size: each byte is read and written. */
static inline double copy_speed(size_t bytes)
{
    char *from = allocate<char>(bytes), *to = allocate<char>(bytes);
    const double ms = median_ms(
        20, [&] { check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDefault)); });
    check(cudaFree(from));
    check(cudaFree(to));
    return 2e-6 * (double)bytes / ms;
}

/* Prints whether a result is right and, with a GPU, its speed and that of a copy. */
static inline void print_result(const char *name, int wrong, double bytes,
                                double ms)
{
    printf("%-5s  %-40s", wrong ? "WRONG" : "right", name);
    if (ms == ms)
        printf(" %8.3f ms %5.0f GB/s %3.0f %% of a copy", ms, 1e-6 * bytes / ms,
               1e-4 * bytes / ms / copy_speed((size_t)bytes / 2));
    puts("");
}

/* ---- Matrices, in the memory of the host. All numbers are small integers, so that sums
 * of less than 2^24 are exact in every order of additions. ---- */

struct host_csr { /* row i has the entries start[i] .. start[i + 1] - 1 */
    std::vector<int> start{0}, column, value;
    int rows() const
    {
        return (int)start.size() - 1;
    }
};

/* The 27-point matrix of the benchmark on a grid of m^3 points. */
static inline host_csr stencil(int m)
{
    host_csr A;
    for (int i = 0; i < m * m * m; i++) {
        for (int d = 0; d < 27; d++) {
            const int p = i % m + d % 3 - 1, q = i / m % m + d / 3 % 3 - 1,
                      r = i / m / m + d / 9 - 1;
            if (std::min({p, q, r}) < 0 || std::max({p, q, r}) >= m)
                continue; /* (p, q, r) is not in the grid */
            A.column.push_back((r * m + q) * m + p);
            A.value.push_back(A.column.back() == i ? 26 : -1);
        }
        A.start.push_back((int)A.column.size());
    }
    return A;
}

/* Measures multiply(x, y), which moves `bytes` bytes, and compares each row of y = A x.
 * x has other numbers, from 1 to 1009, in every run, so that a kernel must load them.
 * Returns the number of wrong ones. */
template <class real, class Multiply>
int measure(const char *name, const host_csr &A, double bytes, int repeat,
            Multiply multiply)
{
    const int n = A.rows();
    std::vector<real> x(n);
    std::minstd_rand draw(std::random_device{}());
    for (int j = 0; j < n; j++)
        x[j] = (real)(1 + draw() % 1009);
    const real *device_x = upload(x);
    real *device_y = upload(std::vector<real>(n, (real)NAN));
    const double ms = median_ms(repeat, [&] { multiply(device_x, device_y); });
    const std::vector<real> y = download(device_y, n);
    int wrong = 0, first = -1;
    double wanted = 0;
    for (int i = 0; i < n; i++) {
        double sum = 0, size = 0;
        for (int e = A.start[i]; e < A.start[i + 1]; e++) {
            sum += A.value[e] * (double)x[A.column[e]];
            size += std::abs(A.value[e] * (double)x[A.column[e]]);
        }
        const double error =
            size < 0x1p24 ? 0 : (A.start[i + 1] - A.start[i]) * 0x1p-24 * size;
        if (!(std::abs(y[i] - sum) <= error) && wrong++ == 0)
            first = i, wanted = sum;
    }
    print_result(name, wrong, bytes, ms);
    if (wrong)
        printf(
            "WRONG: %s: %d of %d rows, the first is row %d: %.9g instead of %.9g\n",
            name, wrong, n, first, (double)y[first], wanted);
    return wrong;
}
#endif
