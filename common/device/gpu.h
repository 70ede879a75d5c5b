/* common/device/gpu.h - common names for the functions and types of CUDA and HIP.
 *
 *   GPU(Malloc)(...)   is cudaMalloc(...) or hipMalloc(...)
 *   GPU_OK(call)       calls a function of the runtime; if it fails, the program
 *                      ends with the call, the rank, the device and the runtime's
 *                      error message
 *
 * The files for CUDA and HIP use these names, so that they are written once. What differs in
 * kernels is in macros_gpu.h.
 */
#ifndef MEMWALL_GPU_H
#define MEMWALL_GPU_H
#include "device.h"
#if defined(__HIPCC__)
#include <hip/hip_runtime.h>
#define GPU_BACKEND              "hip"
#define GPU(name)                hip##name
#define GPU_PROPERTIES           hipDeviceProp_t
#define GPU_MALLOC_HOST(p, size) hipHostMalloc(p, size, hipHostMallocDefault)
#define GPU_FREE_HOST            hipHostFree
#define GPU_ARCH_FLAG            "HIP_ARCH"
#define GPU_CLOCK                hipDeviceAttributeClockRate
#define GPU_SHARED_MEMORY        hipDeviceAttributeMaxSharedMemoryPerBlock
#define GPU_VERSION_MAJOR(n)     ((n) / 10000000)
#define GPU_VERSION_MINOR(n)     ((n) / 100000 % 100)
#define GPU_COMPILER             "clang " __clang_version__
/* "gfx90a" of gfx90a:sramecc+:xnack- */
#define GPU_ARCH(text, length, p)                                       \
    snprintf(text, length, "%.*s", (int)strcspn((p)->gcnArchName, ":"), \
             (p)->gcnArchName)
#define GPU_VISIBLE "ROCR_VISIBLE_DEVICES or HIP_VISIBLE_DEVICES"
/* Writes to `text` what identifies the device on its node. */
#define GPU_IDENTITY(text, length, p, number) \
    ((void)(p), GPU_OK(hipDeviceGetPCIBusId(text, length, number)))
/* The events of phases are read by the host only after stream_synchronize; a
 * release to the whole system would write back the L2 cache at each event. */
#define GPU_TIMING_EVENT hipEventReleaseToDevice
#else
#include <cuda_runtime.h>
#define GPU_BACKEND              "cuda"
#define GPU(name)                cuda##name
#define GPU_PROPERTIES           cudaDeviceProp
#define GPU_MALLOC_HOST(p, size) cudaMallocHost(p, size)
#define GPU_FREE_HOST            cudaFreeHost
#define GPU_ARCH_FLAG            "CUDA_ARCH"
#define GPU_CLOCK                cudaDevAttrClockRate
#define GPU_SHARED_MEMORY        cudaDevAttrMaxSharedMemoryPerBlockOptin
#define GPU_VERSION_MAJOR(n)     ((n) / 1000)
#define GPU_VERSION_MINOR(n)     ((n) % 1000 / 10)
#define GPU_QUOTE(text)          GPU_QUOTED(text)
#define GPU_QUOTED(text)         #text
#define GPU_COMPILER \
    "nvcc " GPU_QUOTE(__CUDACC_VER_MAJOR__) "." GPU_QUOTE(__CUDACC_VER_MINOR__)
#define GPU_ARCH(text, length, p) \
    snprintf(text, length, "sm_%d%d", (p)->major, (p)->minor)
#define GPU_VISIBLE "CUDA_VISIBLE_DEVICES"
#define GPU_IDENTITY(text, length, p, number) \
    ((void)(number), memcpy(text, (p)->uuid.bytes, sizeof(p)->uuid.bytes))
#define GPU_TIMING_EVENT cudaEventDefault
#endif

extern "C" {
/* Returns the runtime's handle of a stream. The first call initializes the
 * device. */
GPU(Stream_t) gpu_stream(enum stream s);

/* End the program if the code is an error, if the last launch of a kernel failed, or if a
 * kernel cannot get this much shared memory. */
void gpu_check(GPU(Error_t) code, const char *call, const char *file, int line);
void gpu_launched(const char *kernel);
void gpu_request_shared(const void *function, const char *kernel, size_t bytes);
}
#define GPU_OK(call) gpu_check(call, #call, __FILE__, __LINE__)
#endif
