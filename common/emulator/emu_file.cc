/* common/emulator/emu_file.cc - compiles a file with kernels as C++, for the emulated device.
 *
 * It is device_file.cc with the kernel macros of macros_emu.h.
 */
#include <mpi.h>
#include <omp.h>
#if defined(__F16C__)
#include <immintrin.h>
#endif
#define restrict __restrict__
extern "C" {
#include "device.h"
}
#include "macros_emu.h"
#include "device_file.cc"
