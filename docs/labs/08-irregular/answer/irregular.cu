/* docs/labs/08-irregular/answer/irregular.cu - y = A x for any sparse matrix: slices
 * of rows that are sorted by their length, and pieces of the long rows.
 *
 *     y_i = sum_j a_ij x_j          an entry of A has 4 bytes for its column, 4 for its value
 *
 * The rows of a slice have nearly the same length, so that little is padded. A long row
 * would widen its slice, and its thread would work alone: warps add pieces of it. */
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

/* Returns the rows in the order in which the slices get them: sorted by their length
 * within windows, so that y and the rows that use the same x remain close (SELL-C-sigma:
 * M. Kreutzer et al., SIAM J. Sci. Comput. 36, 2014). */
static std::vector<int> order_of(const std::vector<int> &length)
{
    enum { WINDOW = 1024 };
    const int n = (int)length.size();
    std::vector<int> order(n);
    for (int i = 0; i < n; i++)
        order[i] = i;
    for (int i = 0; i < n; i += WINDOW)
        std::stable_sort(order.begin() + i, order.begin() + std::min(i + WINDOW, n),
                         [&](int a, int b) { return length[a] > length[b]; });
    return order;
}

__global__ void by_slices(slices S, const float *x, float *y)
{
    const int t = blockIdx.x * blockDim.x + threadIdx.x, s = t / SLICE,
              r = t % SLICE;
    float sum = 0;
    for (int k = S.first[s]; k < S.first[s + 1]; k++)
        sum += S.value[k * SLICE + r] * x[S.column[k * SLICE + r]];
    if (S.row[t] >= 0)
        y[S.row[t]] = sum;
}

static void multiply_slices(csr A, slices S, const float *x, float *y)
{
    (void)A;
    by_slices<<<S.count / (BLOCK / SLICE), BLOCK>>>(S, x, y);
}

enum { LONG = 64, PIECE = 256 }; /* entries */

/* The rows with more than LONG entries, in pieces of at most PIECE entries: piece p is
 * first[p] .. end[p] - 1 in the arrays of A, and belongs to row[p]. In the slices that
 * are used with the pieces these rows have no entries. */
struct pieces {
    int count;
    const int *row, *first, *end;
};

__global__ void by_pieces(csr A, pieces P, const float *x, float *y)
{
    const int p = (blockIdx.x * blockDim.x + threadIdx.x) / WARP;
    if (p >= P.count)
        return;
    const float sum = warp_sum(A, P.first[p], P.end[p], x);
    if (threadIdx.x % WARP == 0)
        atomicAdd(&y[P.row[p]], sum); /* warps of other pieces add to it, too */
}

static void multiply_pieces(csr A, pieces P, const float *x, float *y)
{
    enum { PIECES = BLOCK / WARP }; /* of a block */
    if (P.count > 0)
        by_pieces<<<1 + (P.count - 1) / PIECES, BLOCK>>>(A, P, x, y);
}

#include "docs/labs/08-irregular/main.h"
