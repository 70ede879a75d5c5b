/* tests/cudart/device.c - the properties of the device, an H200, and what is reported
 * (stub.h). */
#include "stub.h"
#include <stdarg.h>

long launches, mistakes;
static cudaError_t last_error;

cudaError_t mistake(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    fprintf(stderr, "cudart stub: ");
    vfprintf(stderr, format, list);
    fputc('\n', stderr);
    va_end(list);
    mistakes++;
    return last_error = cudaErrorInvalidValue;
}

static const size_t MEMORY = 141ul * 1000 * 1000 * 1000;

cudaError_t cudaGetDeviceCount(int *n)
{
    *n = 1;
    return cudaSuccess;
}
cudaError_t cudaSetDevice(int number)
{
    return number == 0 ? cudaSuccess : mistake("cudaSetDevice(%d)", number);
}
cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp *p, int number)
{
    TRY(cudaSetDevice(number));
    const char *warp = getenv("CUDART_STUB_WARP");
    *p = (struct cudaDeviceProp){.warpSize = warp ? atoi(warp) : 32,
                                 .major = 9,
                                 .totalGlobalMem = MEMORY,
                                 .multiProcessorCount = 132,
                                 .l2CacheSize = 60 << 20};
    strcpy(p->name, "stub of an H200");
    return cudaSuccess;
}
cudaError_t cudaMemGetInfo(size_t *available, size_t *total)
{
    *available = *total = MEMORY;
    return cudaSuccess;
}
cudaError_t cudaDeviceGetStreamPriorityRange(int *least, int *greatest)
{
    *least = 0;
    *greatest = -5;
    return cudaSuccess;
}
cudaError_t cudaGetLastError(void)
{
    const cudaError_t e = last_error;
    last_error = cudaSuccess;
    return e;
}
const char *cudaGetErrorString(cudaError_t e)
{
    return e == cudaSuccess ? "no error" : "a mistake that the stub has found";
}

__attribute__((destructor)) static void report(void)
{
    if (live_blocks())
        mistake("%d blocks of device memory were never freed", live_blocks());
    if (getenv("CUDART_STUB_REPORT"))
        fprintf(stderr, "cudart stub: %ld launches, %ld mistakes\n", launches,
                mistakes);
}
