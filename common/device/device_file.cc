/* common/device/device_file.cc - a file with kernels as a compiler for devices sees it.
 *
 * nvcc, hipcc and emu's g++ compile C++, the rest of the program is C: what stands in
 * KERNEL_FILE gets C's names. The headers that are C++ underneath come before.
 */
#include <math.h>
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#if defined(__CUDACC__)
#include <cuda_fp16.h>
#elif !defined(__HIPCC__)
#include <omp.h>
#define restrict __restrict__
#if defined(__F16C__)
#include <immintrin.h>
#endif
#endif

extern "C" {
#include "device.h"
}
#include "words.h" /* with templates in it, which have no C name */
extern "C" {
#include KERNEL_FILE
}
