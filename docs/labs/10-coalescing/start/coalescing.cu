/* docs/labs/10-coalescing/start/coalescing.cu - where lab 10 starts: y = A x, a
 * thread for each row.
 *
 *     y_i = sum_j a_ij x_j          w = A z in (1.3)
 *
 * An entry of A has 4 bytes for its column and 4 (float) or 8 (double) for its
 * value.
 *
 *   nvcc -O3 -arch=native -I. mine/coalescing.cu -o coalescing    NVIDIA
 *   hipcc -O3 -I. -x hip mine/coalescing.cu -o coalescing         AMD
 *   run/lab 10 mine                                                   no GPU
 */
#include "docs/labs/gpu.h"

enum { WARP = 32, SLICE = 32, BLOCK = 256 };

/* Compressed sparse rows: row i has the entries start[i] .. start[i + 1] - 1. */
template <class real> struct csr {
    int n; /* rows */
    const int *start, *column;
    const real *value;
};

template <class real> __global__ void by_rows(csr<real> A, const real *x, real *y)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= A.n) /* the last block has threads past the last row */
        return;
    real sum = 0;
    for (int e = A.start[i]; e < A.start[i + 1]; e++)
        sum += A.value[e] * x[A.column[e]];
    y[i] = sum;
}

template <class real> void multiply_rows(csr<real> A, const real *x, real *y)
{
    by_rows<real><<<1 + (A.n - 1) / BLOCK, BLOCK>>>(A, x, y);
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
    return r * width + k;
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
