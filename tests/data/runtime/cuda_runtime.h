/* tests/data/runtime/cuda_runtime.h - a CUDA runtime without a GPU, whose calls fail as a test wants.
 *
 * With it g++ compiles device_gpu.c (tests/runtime.t). The environment variable STUB says what
 * is wrong with the device. A copy is executed as late as the manual allows: when the host
 * waits for its stream. */
#ifndef STUB_CUDA_RUNTIME_H
#define STUB_CUDA_RUNTIME_H
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <utility>
#include <vector>
#define __CUDACC_VER_MAJOR__ 13
#define __CUDACC_VER_MINOR__ 0
#define __global__
#define __device__
#define __host__
#define __shared__ static
#define __launch_bounds__(...)

enum cudaError_t { cudaSuccess, cudaErrorInvalidValue, cudaErrorNoDevice, cudaErrorNoKernelImageForDevice };
inline const char *cudaGetErrorString(cudaError_t e)
{
    static const char *const text[] = {"no error", "invalid argument", "no CUDA-capable device is detected",
                                       "no kernel image is available for execution on the device"};
    return text[e];
}
static cudaError_t stub_last; /* the error of the last call that failed */
static int stub(const char *what)
{
    const char *wrong = getenv("STUB");
    return wrong && strcmp(wrong, what) == 0;
}
static cudaError_t stub_error(cudaError_t e) { return e ? stub_last = e : e; }
inline cudaError_t cudaGetLastError() { return std::exchange(stub_last, cudaSuccess); }

/* ---- The device ---- */

struct cudaDeviceProp {
    char name[256];
    int major, minor, warpSize, l2CacheSize;
    struct { char bytes[16]; } uuid;
};
enum cudaDeviceAttr { cudaDevAttrClockRate, cudaDevAttrMaxSharedMemoryPerBlockOptin };
inline cudaError_t cudaGetDeviceCount(int *n)
{
    *n = !stub("none");
    return stub_error(*n == 0 ? cudaErrorNoDevice : cudaSuccess);
}
inline cudaError_t cudaDriverGetVersion(int *n) { return *n = stub("none") ? 0 : 12040, cudaSuccess; }
inline cudaError_t cudaRuntimeGetVersion(int *n) { return *n = 13000, cudaSuccess; }
inline cudaError_t cudaSetDevice(int) { return cudaSuccess; }
inline cudaError_t cudaGetDeviceProperties(cudaDeviceProp *p, int)
{
    return *p = {"NVIDIA B200", 10, 0, 32, 126 << 20, {"B200"}}, cudaSuccess;
}
inline cudaError_t cudaDeviceGetAttribute(int *value, cudaDeviceAttr a, int)
{
    return *value = a == cudaDevAttrClockRate ? 1965000 : 65536, cudaSuccess;
}
inline cudaError_t cudaMemGetInfo(size_t *available, size_t *all)
{
    return *available = *all = (size_t)1 << 30, cudaSuccess;
}

/* ---- Streams, whose copies are late ---- */

struct stub_copy { void *to; const void *from; size_t bytes; };
typedef std::vector<stub_copy> *cudaStream_t;
typedef int cudaEvent_t;
enum { cudaStreamNonBlocking, cudaEventDisableTiming, cudaEventDefault };
enum cudaMemcpyKind { cudaMemcpyHostToDevice, cudaMemcpyDeviceToHost };
enum cudaFuncAttribute { cudaFuncAttributeMaxDynamicSharedMemorySize };
inline cudaError_t cudaDeviceGetStreamPriorityRange(int *a, int *b) { return *a = *b = 0, cudaSuccess; }
inline cudaError_t cudaStreamCreateWithPriority(cudaStream_t *s, int, int)
{
    return *s = new std::vector<stub_copy>, cudaSuccess;
}
inline cudaError_t cudaStreamSynchronize(cudaStream_t s)
{
    for (const stub_copy &c : *s)
        memcpy(c.to, c.from, c.bytes);
    return s->clear(), cudaSuccess;
}
inline cudaError_t cudaEventCreateWithFlags(cudaEvent_t *e, int) { return *e = 1, cudaSuccess; }
inline cudaError_t cudaEventRecord(cudaEvent_t, cudaStream_t) { return cudaSuccess; }
inline cudaError_t cudaStreamWaitEvent(cudaStream_t, cudaEvent_t, int) { return cudaSuccess; }
inline cudaError_t cudaEventElapsedTime(float *ms, cudaEvent_t, cudaEvent_t)
{
    return *ms = NAN, cudaSuccess;
}
inline cudaError_t cudaMalloc(void **p, size_t n) { return *p = calloc(1, n), cudaSuccess; }
inline cudaError_t cudaFree(void *p) { return free(p), cudaSuccess; }
inline cudaError_t cudaMallocHost(void **p, size_t n) { return cudaMalloc(p, n); }
inline cudaError_t cudaFreeHost(void *p) { return cudaFree(p); }
inline cudaError_t cudaMemcpy(void *to, const void *from, size_t n, cudaMemcpyKind)
{
    return memcpy(to, from, n), cudaSuccess;
}
inline cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t n, cudaMemcpyKind, cudaStream_t s)
{
    return s->push_back({to, from, n}), cudaSuccess;
}
inline cudaError_t cudaMemsetAsync(void *p, int byte, size_t n, cudaStream_t)
{
    return memset(p, byte, n), cudaSuccess;
}
inline cudaError_t cudaFuncSetAttribute(const void *, cudaFuncAttribute, int) { return cudaSuccess; }

/* ---- A launch executes the first thread of the first block. ---- */

struct uint4 { unsigned x, y, z, w; };
static struct { unsigned x; } threadIdx, blockIdx, blockDim = {1}, gridDim = {1};
inline void __syncthreads() {}
inline double __shfl_xor_sync(unsigned, double v, int) { return v; }
template <class T> T __ldcs(const T *p) { return *p; }
template <class... P, class... A> void stub_launch(void (*kernel)(P...), A... argument)
{
    if (stub("image"))
        stub_error(cudaErrorNoKernelImageForDevice);
    else
        kernel(argument...);
}
#endif
