/* common/device/device_file.cc - compiles a file with kernels as C++, for a device.
 *
 * nvcc and hipcc compile C++, but the rest of the program is C. The Makefile compiles this file once for each kernel file, with
 * KERNEL_FILE defined as its path. `extern "C"` gives its functions the names that
 * C expects. Headers that contain C++ (the system's, and templates of the kernel
 * macros) cannot be included inside extern "C", so they are included first.
 */
#include <math.h>
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#if defined(__CUDACC__)
#include <cuda_fp16.h>
#endif

extern "C" {
#include "device.h"
}
#include "kernel_macros.h"
extern "C" {
#include KERNEL_FILE
}
