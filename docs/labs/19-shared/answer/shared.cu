/* docs/labs/19-shared/answer/shared.cu - y = A x by way of shared memory, with
 * asynchronous copies.
 *
 *     y_i = sum_k a_ik x_j,    j = base_k + delta_ik          w = A z in (1.3)
 *
 * In shared memory the entries of a slice column are side by side, as in global
 * memory: the 32 threads read from 32 banks, and 16 bytes can be copied at once. An
 * asynchronous copy needs no register while it is on its way.
 */
#include "docs/labs/gpu.h"

enum { WARP = 32, SLICE = 32, BLOCK = 256, STAGED = 16, PACK = 16 };

/* Slices of 32 rows: slice s has the slice columns first[s] .. first[s + 1] - 1.
 * Entry k * SLICE + r is that of row r in slice column k. Missing ones have the
 * value 0. */
struct slices {
    int n; /* rows; threads of the last block that have no row have a slice */
    const int *first, *base;
    const unsigned char *offset;
    const float *value;
};

/* The warp starts to copy `bytes` bytes, a multiple of PACK, to shared memory. */
__device__ void start_copies(void *to, const void *from, int bytes)
{
    for (int at = threadIdx.x % WARP * PACK; at < bytes; at += WARP * PACK)
        __pipeline_memcpy_async((char *)to + at, (const char *)from + at, PACK);
}

__global__ void narrow(slices A, const float *x, float *y)
{
    alignas(PACK) __shared__ float value[BLOCK / SLICE][STAGED * SLICE];
    alignas(PACK) __shared__ unsigned char offset[BLOCK / SLICE][STAGED * SLICE];
    __shared__ int base[BLOCK / SLICE][STAGED];
    const int i = blockIdx.x * blockDim.x + threadIdx.x, s = i / SLICE,
              r = i % SLICE, w = threadIdx.x / SLICE, end = A.first[s + 1];
    float sum = 0;
    for (int k = A.first[s]; k < end; k += STAGED) {
        const int count = min((int)STAGED, end - k);
        __syncwarp(); /* the warp has added the slice columns before these */
        start_copies(value[w], A.value + k * SLICE, count * SLICE * 4);
        start_copies(offset[w], A.offset + k * SLICE, count * SLICE);
        if (r < count)
            __pipeline_memcpy_async(&base[w][r], &A.base[k + r], 4);
        __pipeline_commit();
        __pipeline_wait_prior(0); /* the copies of this thread have arrived, */
        __syncwarp();             /* and those of the others */
        for (int c = 0; c < count; c++)
            sum += value[w][c * SLICE + r] *
                   x[base[w][c] + offset[w][c * SLICE + r]];
    }
    if (i < A.n)
        y[i] = sum;
}

static void multiply(slices A, const float *x, float *y)
{
    narrow<<<1 + (A.n - 1) / BLOCK, BLOCK>>>(A, x, y);
}

#include "docs/labs/19-shared/main.h"
