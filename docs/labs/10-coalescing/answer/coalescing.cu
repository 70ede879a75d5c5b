/* docs/labs/10-coalescing/answer/coalescing.cu - y = A x, a warp for each row; and
 * slices.
 *
 *     y_i = sum_j a_ij x_j          w = A z in (1.3)
 */
#include "docs/labs/gpu.h"

enum { WARP = 32, SLICE = 32, BLOCK = 256 };

/* Compressed sparse rows: row i has the entries start[i] .. start[i + 1] - 1. */
template <class real> struct csr {
    int n; /* rows */
    const int *start, *column;
    const real *value;
};

/* The threads of a warp load neighboring entries of a row. Each thread adds to its
 * sum those of the threads 16, 8, 4, 2 and 1 places behind it; thread 0 of the warp
 * then has the whole sum. */
template <class real> __global__ void by_rows(csr<real> A, const real *x, real *y)
{
    const int thread = blockIdx.x * blockDim.x + threadIdx.x;
    const int i = thread / WARP, lane = thread % WARP;
    if (i >= A.n) /* all threads of a warp return, or none */
        return;
    real sum = 0;
    for (int e = A.start[i] + lane; e < A.start[i + 1]; e += WARP)
        sum += A.value[e] * x[A.column[e]];
    for (int step = WARP / 2; step > 0; step /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, step);
    if (lane == 0)
        y[i] = sum;
}

template <class real> void multiply_rows(csr<real> A, const real *x, real *y)
{
    enum { ROWS = BLOCK / WARP }; /* of a block */
    by_rows<real><<<1 + (A.n - 1) / ROWS, BLOCK>>>(A, x, y);
}

/* Slices of 32 rows. Slice s has width[s] entries in each row, as many as its
 * longest row: the others are filled with zeros. Entry k of row r is number
 * first[s] + place(width[s], k, r). */
template <class real> struct slices {
    int n; /* rows; threads of the last block that have no row have a slice */
    const int *first, *width, *column;
    const real *value;
};

__host__ __device__ inline int place(int width, int k, int r)
{
    (void)width;
    return k * SLICE + r; /* the 32 rows of a slice column are neighbors */
}

template <class real>
__global__ void by_slices(slices<real> A, const real *x, real *y)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x, s = i / SLICE,
              r = i % SLICE;
    real sum = 0;
    for (int k = 0; k < A.width[s]; k++) {
        const int e = A.first[s] + place(A.width[s], k, r);
        sum += A.value[e] * x[A.column[e]];
    }
    if (i < A.n)
        y[i] = sum;
}

template <class real> void multiply_slices(slices<real> A, const real *x, real *y)
{
    by_slices<real><<<1 + (A.n - 1) / BLOCK, BLOCK>>>(A, x, y);
}

#include "docs/labs/10-coalescing/main.h"
