/* tests/cudart/stub.h - a CUDA runtime without a GPU, which checks its caller.
 *
 *   gcc -shared -fPIC -I/usr/local/cuda/include tests/cudart/NAME.c -o stub.so -lstdc++
 *   LD_PRELOAD=./stub.so build/mpi-no-cuda/memwall-opt solve --nx=16
 *
 * (NAME.c: all files of this folder.) It replaces the functions of libcudart that the
 * program calls. Device memory is memory of the host. The kernels that measure the
 * bandwidth and add_tiles compute something, all others do nothing: sums over tiles
 * become smaller from one launch to the next, so that a solver seems to converge.
 * Each kernel occupies its stream for CUDART_STUB_SECONDS (0).
 *
 * Each mistake of the caller is one line on standard error and an error code, with
 * which the program ends: memory that was freed or never allocated, copies beyond the
 * end of a block, memory of the wrong side, a stream or event that does not exist or
 * was not recorded, and a launch with an impossible shape or too much shared memory.
 * The pointers that a kernel gets are known from its mangled name; those inside
 * structures are not checked. At the end of the process, blocks that were never freed
 * are a mistake, and with CUDART_STUB_REPORT a line contains the numbers of launches
 * and mistakes.
 */
#ifndef CUDART_STUB_H
#define CUDART_STUB_H
#include <cuda_runtime_api.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 32768, PARAMETERS = 64 };

extern long launches, mistakes;

/* Prints a line and returns the error code that cudaGetLastError will return, too. */
__attribute__((format(printf, 1, 2))) cudaError_t mistake(const char *format, ...);

/* Returns from the function with the first error. */
#define TRY(call)                    \
    do {                             \
        const cudaError_t e_ = call; \
        if (e_ != cudaSuccess)       \
            return e_;               \
    } while (0)

/* ---- memory.c ---- */

enum place { DEVICE, PINNED, FREED };
struct block {
    char *start;
    size_t bytes;
    enum place place;
};

/* The live block that contains p; a freed one if there is no live one; or NULL. */
struct block *block_of(const void *p);

/* The number of blocks of the device that were not freed. */
int live_blocks(void);

/* ---- streams.c ---- */

struct CUstream_st {
    double busy; /* the time at which its work ends */
};

cudaError_t check_stream(cudaStream_t s, const char *call);
void occupy(cudaStream_t s, long kernels);

/* ---- kernels.c ---- */

struct launch {
    const struct kernel *kernel;
    const void *pointer[PARAMETERS]; /* NULL where the parameter is none */
};
/* Checks that the memory that a kernel reads or writes exists. */
cudaError_t check_pointers(const struct launch *l);
#endif
