/* docs/labs/08-irregular/start/irregular.cu - where lab 8 starts: y = A x for any
 * sparse matrix, CSR with a thread and with a warp for each row.
 *
 *     y_i = sum_j a_ij x_j          an entry of A has 4 bytes for its column, 4 for its value
 *
 *   nvcc -O3 -arch=native -I. mine/irregular.cu -o irregular      NVIDIA
 *   hipcc -O3 -I. -x hip mine/irregular.cu -o irregular           AMD
 *   run/lab 8 mine                                                no GPU
 */
#include "docs/labs/gpu.h"

enum { WARP = 32, SLICE = 32, BLOCK = 256 };

/* Compressed sparse rows: row i has the entries start[i] .. start[i + 1] - 1. */
struct csr {
    int n; /* rows */
    const int *start, *column;
    const float *value;
};

__global__ void by_threads(csr A, const float *x, float *y)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= A.n)
        return;
    float sum = 0;
    for (int e = A.start[i]; e < A.start[i + 1]; e++)
        sum += A.value[e] * x[A.column[e]];
    y[i] = sum;
}

static void multiply_threads(csr A, const float *x, float *y)
{
    by_threads<<<1 + (A.n - 1) / BLOCK, BLOCK>>>(A, x, y);
}

/* Returns in lane 0 the sum over the entries first .. end - 1, by a warp. */
__device__ inline float warp_sum(csr A, int first, int end, const float *x)
{
    float sum = 0;
    for (int e = first + threadIdx.x % WARP; e < end; e += WARP)
        sum += A.value[e] * x[A.column[e]];
    for (int step = WARP / 2; step > 0; step /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, step);
    return sum;
}

__global__ void by_warps(csr A, const float *x, float *y)
{
    const int i = (blockIdx.x * blockDim.x + threadIdx.x) / WARP;
    if (i >= A.n) /* all threads of a warp return, or none */
        return;
    const float sum = warp_sum(A, A.start[i], A.start[i + 1], x);
    if (threadIdx.x % WARP == 0)
        y[i] = sum;
}

static void multiply_warps(csr A, const float *x, float *y)
{
    enum { ROWS = BLOCK / WARP }; /* of a block */
    by_warps<<<1 + (A.n - 1) / ROWS, BLOCK>>>(A, x, y);
}

/* Slices of 32 rows, in an order that order_of chooses. Slice s has the slice columns
 * first[s] .. first[s + 1] - 1; entry k * SLICE + r is that of its row r in slice
 * column k, and missing entries have the value 0. Row r of slice s is row
 * row[s * SLICE + r] of A, or -1 past the last row. */
struct slices {
    int count; /* of slices, a multiple of BLOCK / SLICE */
    const int *row, *first, *column;
    const float *value;
};

/* Returns the rows in the order in which the slices get them. Row i has length[i]
 * entries. */
static std::vector<int> order_of(const std::vector<int> &length)
{
    std::vector<int> order(length.size());
    for (int i = 0; i < (int)order.size(); i++)
        order[i] = i;
    return order;
}

/* Yours: from S. Until you have written it, a thread for each row of A computes y. */
static void multiply_slices(csr A, slices S, const float *x, float *y)
{
    (void)S;
    multiply_threads(A, x, y);
}

enum { LONG = 1 << 30, PIECE = 1 }; /* entries; no row is longer */

/* The rows with more than LONG entries, in pieces of at most PIECE entries: piece p is
 * first[p] .. end[p] - 1 in the arrays of A, and belongs to row[p]. In the slices that
 * are used with the pieces these rows have no entries. */
struct pieces {
    int count;
    const int *row, *first, *end;
};

/* Yours: adds the rows in P to y, whose rows multiply_slices has set to 0. */
static void multiply_pieces(csr A, pieces P, const float *x, float *y)
{
    (void)A, (void)P, (void)x, (void)y;
}

#include "docs/labs/08-irregular/main.h"
