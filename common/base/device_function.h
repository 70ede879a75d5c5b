/* common/base/device_function.h - the macro DEVICE, for functions of kernels.
 *
 *   DEVICE double square(double x) { return x * x; }
 *
 * With a C compiler this is a static inline function. The compilers of CUDA and HIP
 * compile it for the host and for the device. DEVICE_INLINE is the same for a function that
 * must be inlined by any C compiler, because its result is larger than a register.
 */
#ifndef MEMWALL_DEVICE_FUNCTION_H
#define MEMWALL_DEVICE_FUNCTION_H

#if defined(__CUDACC__) || defined(__HIPCC__)
#define DEVICE static __host__ __device__ inline
#define DEVICE_INLINE DEVICE
#else
#define DEVICE static inline
#define DEVICE_INLINE static inline __attribute__((always_inline, unused))
#endif
#endif
