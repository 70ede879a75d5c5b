/* common/device/gpu.h - common names for the functions and types of CUDA and HIP.
 *
 *   GPU(Malloc)(...)   is cudaMalloc(...) or hipMalloc(...)
 *   GPU_OK(call)       calls a function of the runtime; if it fails, the program
 *                      ends with the call, the rank, the device and the runtime's
 *                      error message
 *
 * This is the only header that contains the names of a vendor's runtime.
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
#define GPU_VISIBLE              "ROCR_VISIBLE_DEVICES or HIP_VISIBLE_DEVICES"
#else
#include <cuda_runtime.h>
#define GPU_BACKEND              "cuda"
#define GPU(name)                cuda##name
#define GPU_PROPERTIES           cudaDeviceProp
#define GPU_MALLOC_HOST(p, size) cudaMallocHost(p, size)
#define GPU_FREE_HOST            cudaFreeHost
#define GPU_ARCH_FLAG            "CUDA_ARCH"
#define GPU_VISIBLE              "CUDA_VISIBLE_DEVICES"
#endif

extern "C" {
/* Returns the runtime's handle of a stream. The first call initializes the
 * device. */
GPU(Stream_t) gpu_stream(enum stream s);

/* End the program if the code is an error, or if the last launch of a kernel
 * failed. */
void gpu_check(GPU(Error_t) code, const char *call, const char *file, int line);
void gpu_launched(const char *kernel);
}
#define GPU_OK(call) gpu_check(call, #call, __FILE__, __LINE__)
#endif
