/* common/device/gpu.h - CUDA and HIP under one name each: the only place that knows a vendor.
 *
 *   GPU(Malloc)(...) is cudaMalloc(...) or hipMalloc(...); GPU_OK(call) ends the job with
 *   the call, the rank, the device and the vendor's own words unless it succeeds.
 */
#ifndef MEMWALL_GPU_H
#define MEMWALL_GPU_H
#include "device.h"
#if defined(__HIPCC__)
#include <hip/hip_runtime.h>
#define GPU_BACKEND                "hip"
#define GPU(name)                  hip##name
#define GPU_PROPERTIES             hipDeviceProp_t
#define GPU_MALLOC_HOST(at, bytes) hipHostMalloc(at, bytes, hipHostMallocDefault)
#define GPU_FREE_HOST              hipHostFree
#define GPU_ARCH_FLAG              "HIP_ARCH"
#define GPU_VISIBLE                "ROCR_VISIBLE_DEVICES or HIP_VISIBLE_DEVICES"
#else
#include <cuda_runtime.h>
#define GPU_BACKEND                "cuda"
#define GPU(name)                  cuda##name
#define GPU_PROPERTIES             cudaDeviceProp
#define GPU_MALLOC_HOST(at, bytes) cudaMallocHost(at, bytes)
#define GPU_FREE_HOST              cudaFreeHost
#define GPU_ARCH_FLAG              "CUDA_ARCH"
#define GPU_VISIBLE                "CUDA_VISIBLE_DEVICES"
#endif

extern "C" {
GPU(Stream_t) gpu_stream(enum stream s);
void gpu_check(GPU(Error_t) code, const char *call, const char *file, int line);
void gpu_launched(const char *kernel); /* ends the job if its launch failed */
}
#define GPU_OK(call) gpu_check(call, #call, __FILE__, __LINE__)
#endif
