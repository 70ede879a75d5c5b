/* docs/hpgmxp.cu - the HPG-MxP benchmark on one GPU in one file of plain CUDA.
 *
 *   nvcc -O3 -arch=native docs/hpgmxp.cu -o hpgmxp && ./hpgmxp 128      NVIDIA
 *   hipcc -O3 -x hip docs/hpgmxp.cu -o hpgmxp && ./hpgmxp 128           AMD
 *   run/cuda_on_cpu docs/hpgmxp.cu -o hpgmxp && ./hpgmxp 16             no GPU, no times
 *
 * The program solves A x = b on a grid of 128^3 points twice: with all numbers in
 * double, and with all numbers inside a cycle of GMRES in float (GMRES-IR). It is
 * docs/hpgmxp.c with three differences: the rows are ordered by color, so that a sweep
 * updates many at the same time; the matrix is stored in slices of 32 rows, so that a
 * warp uses all bytes that it loads (docs/spmv.cu); a dot product is the sum of those of
 * tiles. Numbers (1.1) to (1.11) are those of docs/01-benchmark.md. A compiler for GPUs
 * computes a * b + c with one rounding error, which can change the iterations. */
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>
#ifdef __HIPCC__ /* AMD's names of the same functions */
#include <hip/hip_runtime.h>
#define cudaEventCreate        hipEventCreate
#define cudaEventElapsedTime   hipEventElapsedTime
#define cudaEventRecord        hipEventRecord
#define cudaEventSynchronize   hipEventSynchronize
#define cudaEvent_t            hipEvent_t
#define cudaGetErrorString     hipGetErrorString
#define cudaGetLastError       hipGetLastError
#define cudaMalloc             hipMalloc
#define cudaMemcpy             hipMemcpy
#define cudaMemcpyDefault      hipMemcpyDefault
#define cudaMemset             hipMemset
#define __shfl_down_sync(mask, value, step) __shfl_down(value, step, WARP)
#endif

enum { LEVELS = 4, RESTART = 30, ITERATION_LIMIT = 5000, COLORS = 8 };
enum { WARP = 32, SLICE = 32, BLOCK = 256, BATCH = 9, TILE = 1024 };
static const double TOLERANCE = 1e-9;

/* ---- 1. Vectors in the memory of the device, in double or in float ---- */

static void check(int error)
{
    if (error) {
        fprintf(stderr, "hpgmxp: %s\n", cudaGetErrorString(cudaGetLastError()));
        exit(3);
    }
}

/* n numbers that are zero; they exist until the program ends. */
template <class T> T *allocate(size_t n)
{
    T *memory = NULL;
    check(cudaMalloc(&memory, n * sizeof(T)));
    check(cudaMemset(memory, 0, n * sizeof(T)));
    return memory;
}

template <class T> T *upload(const std::vector<T> &v)
{
    T *memory = allocate<T>(v.size());
    check(cudaMemcpy(memory, v.data(), v.size() * sizeof(T), cudaMemcpyDefault));
    return memory;
}

/* The number of blocks with a thread for each of n rows; the last may have more. */
static int blocks(int n)
{
    return (n + BLOCK - 1) / BLOCK;
}

/* y = alpha x */
template <class from, class to>
__global__ void scale(int n, double alpha, const from *x, to *y)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = (to)(alpha * x[i]);
}

struct coefficients { /* as an argument of a kernel, the numbers are copied to it */
    double c[RESTART + 1];
};

/* y += sum_j alpha_j x_j, in the precision of y; x_j is column j of X, for j < k */
template <class from, class to>
__global__ void add(int n, int k, coefficients alpha, const from *X, to *y)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    to sum = y[i];
    for (int j = 0; j < k; j++)
        sum += (to)alpha.c[j] * X[j * (size_t)n + i];
    y[i] = sum;
}

/* The sum over the threads of a block, which thread 0 obtains. Each thread of a warp adds
 * the values of those 16, 8, 4, 2 and 1 places behind it; then thread 0 adds the sums of
 * the warps. */
__device__ static double block_sum(double sum)
{
    __shared__ double of_warp[BLOCK / WARP];
    for (int step = WARP / 2; step > 0; step /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, step);
    if (threadIdx.x % WARP == 0)
        of_warp[threadIdx.x / WARP] = sum;
    __syncthreads(); /* all sums are stored before they are read */
    for (int w = 1; threadIdx.x == 0 && w < BLOCK / WARP; w++)
        sum += of_warp[w];
    __syncthreads(); /* they are read before the next call replaces them */
    return sum;
}

/* partial_jt = sum over the rows i of tile t of q_ij w_i. A block computes those of a
 * tile for all columns j < k, so that the tile of w is read from memory once. */
template <class real>
__global__ void dot_tiles(int n, int k, const real *Q, const real *w, double *partial)
{
    for (int j = 0; j < k; j++) {
        double sum = 0;
        for (int c = threadIdx.x; c < TILE; c += BLOCK) {
            const int i = blockIdx.x * TILE + c;
            if (i < n)
                sum += (double)Q[j * (size_t)n + i] * w[i];
        }
        sum = block_sum(sum);
        if (threadIdx.x == 0)
            partial[j * gridDim.x + blockIdx.x] = sum;
    }
}

/* h_j = sum over the tiles t of partial_jt; a block for each j */
__global__ void sum_tiles(int tiles, const double *partial, double *h)
{
    double sum = 0;
    for (int t = threadIdx.x; t < tiles; t += BLOCK)
        sum += partial[blockIdx.x * tiles + t];
    sum = block_sum(sum);
    if (threadIdx.x == 0)
        h[blockIdx.x] = sum;
}

/* h = Q'w, summed in double in both precisions. The host waits for the result. */
template <class real> void dots(int n, int k, const real *Q, const real *w, double *h)
{
    const int tiles = (n + TILE - 1) / TILE;
    static double *sums = allocate<double>(RESTART + 1), /* n is always the same */
                  *partial = allocate<double>((RESTART + 1) * tiles);
    dot_tiles<real><<<tiles, BLOCK>>>(n, k, Q, w, partial);
    sum_tiles<<<k, BLOCK>>>(tiles, partial, sums);
    check(cudaGetLastError()); /* of the launches */
    check(cudaMemcpy(h, sums, k * sizeof(double), cudaMemcpyDefault));
}

template <class real> double norm_of(int n, const real *x)
{
    double square;
    dots(n, 1, x, x, &square);
    return sqrt(square);
}

/* ---- 2. The matrix of a grid of m^3 points ---- */

/* The rows in slices of 32. Slice s has the slice columns slice[s] .. slice[s + 1] - 1.
 * Number k * SLICE + r is the entry of row r of the slice in slice column k, or 0 behind
 * the last one: consecutive threads read consecutive numbers. */
template <class real> struct slices {
    int n;
    const int *slice, *column;
    const real *value, *diagonal;
};

/* A level of multigrid; the next coarser one follows it in an array of levels. Rows of a
 * color are not neighbors; those of color c are color[c] .. color[c + 1] - 1. Their
 * number is a multiple of 32: the last ones may belong to no point, which have no entries
 * and are 0 in all vectors. */
template <class real> struct level {
    slices<real> A;
    int color[COLORS + 1];
    double points, entries, padded; /* numbers of; entries with those that are 0 */
    int coarse_n, *coarse_row; /* rows of color 0; their rows on the coarser grid, or -1 */
    real *r, *z;               /* vectors of the V-cycle */
};

/* Orders the points by color (docs/03). Returns the row of each point; stores the point
 * of each row, or -1, and the first row of each color. */
static std::vector<int> order(int m, std::vector<int> &point, int *color)
{
    std::vector<int> row(m * m * m);
    for (int c = 0; c < COLORS; c++) {
        for (int i = 0; i < m * m * m; i++)
            if (i % m % 2 + i / m % m % 2 * 2 + i / m / m % 2 * 4 == c) {
                row[i] = point.size();
                point.push_back(i);
            }
        point.resize((point.size() + SLICE - 1) / SLICE * SLICE, -1);
        color[c + 1] = point.size();
    }
    return row;
}

/* 26 on the diagonal and -1 for each neighbor of a point (1.1). Every second point in each
 * direction, which has color 0, is a point of the next coarser grid; coarse[] is its row. */
template <class real> level<real> level_create(int m, const std::vector<int> &coarse)
{
    level<real> L = {};
    std::vector<int> point, slice(1, 0), column, coarse_row;
    std::vector<real> value;
    const std::vector<int> row = order(m, point, L.color);
    const int n = point.size(), h = m / 2;
    for (int i = 0; i < n; i += SLICE) {
        std::vector<int> of_row[SLICE]; /* the columns of its entries */
        size_t width = 0;
        for (int r = 0; r < SLICE; r++) {
            const int p = point[i + r], x = p % m, y = p / m % m, z = p / m / m;
            for (int d = 0; p >= 0 && d < 27; d++) {
                const int a = x + d % 3 - 1, b = y + d / 3 % 3 - 1, c = z + d / 9 - 1;
                if (std::min({a, b, c}) >= 0 && std::max({a, b, c}) < m)
                    of_row[r].push_back(row[(c * m + b) * m + a]);
            }
            std::sort(of_row[r].begin(), of_row[r].end());
            L.entries += of_row[r].size();
            width = std::max(width, of_row[r].size());
            if (i < L.color[1] && !coarse.empty())
                coarse_row.push_back(p < 0 ? -1 : coarse[(z / 2 * h + y / 2) * h + x / 2]);
        }
        for (size_t k = 0; k < width; k++)
            for (int r = 0; r < SLICE; r++) {
                const bool has = k < of_row[r].size();
                column.push_back(has ? of_row[r][k] : i + r);
                value.push_back(!has ? 0 : column.back() == i + r ? 26 : -1);
            }
        slice.push_back(slice.back() + width);
    }
    L.points = row.size();
    L.coarse_n = coarse_row.size();
    L.coarse_row = upload(coarse_row);
    L.A = {n, upload(slice), upload(column), upload(value),
           upload(std::vector<real>(n, 26))};
    L.padded = value.size();
    L.r = allocate<real>(n);
    L.z = allocate<real>(n);
    return L;
}

/* ---- 3. Kernels that read the matrix, a thread for each row ---- */

/* b_i - sum_j a_ij x_j. A thread waits for a number when it uses it, not when it loads
 * it: it loads the values and the x of a batch before it uses the first of them. The
 * launch bounds of the kernels, 4 blocks, allow the 64 registers that this needs. */
template <class real>
__device__ real row(const slices<real> &A, int i, real b, const real *x)
{
    const int s = i / SLICE, r = i % SLICE, end = A.slice[s + 1];
    int k = A.slice[s];
    for (; k + BATCH <= end; k += BATCH) { /* 27 = 9 + 9 + 9 */
        real a[BATCH], xs[BATCH];
        for (int c = 0; c < BATCH; c++)
            a[c] = A.value[(k + c) * SLICE + r];
        for (int c = 0; c < BATCH; c++)
            xs[c] = x[A.column[(k + c) * SLICE + r]];
        for (int c = 0; c < BATCH; c++)
            b -= a[c] * xs[c];
    }
    for (; k < end; k++)
        b -= A.value[k * SLICE + r] * x[A.column[k * SLICE + r]];
    return b;
}

/* r = b - A x */
__global__ void __launch_bounds__(BLOCK, 4)
    residual(slices<double> A, const double *b, const double *x, double *r)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < A.n)
        r[i] = row(A, i, b[i], x);
}

/* y = A x */
template <class real> __global__ void __launch_bounds__(BLOCK, 4)
    multiply(slices<real> A, const real *x, real *y)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < A.n)
        y[i] = -row(A, i, (real)0, x);
}

/* The rows first .. last - 1 of A z = r, which have one color, are solved for z_i. */
template <class real> __global__ void __launch_bounds__(BLOCK, 4)
    relax(slices<real> A, int first, int last, const real *r, real *z)
{
    const int i = first + blockIdx.x * blockDim.x + threadIdx.x;
    if (i < last)
        z[i] += row(A, i, r[i], z) / A.diagonal[i];
}

/* One Gauss-Seidel sweep, z += S (r - A z), color after color (1.9). If it starts with
 * z = 0, it computes (D + L)^-1 r (1.6). */
template <class real> void sweep(const level<real> *L, const real *r, real *z)
{
    for (int c = 0; c < COLORS; c++) {
        const int first = L->color[c], last = L->color[c + 1], count = last - first;
        if (count > 0)
            relax<real><<<blocks(count), BLOCK>>>(L->A, first, last, r, z);
    }
}

/* rc = R (r - A z), of which only the rows of color 0 are needed */
template <class real> __global__ void __launch_bounds__(BLOCK, 4)
    restrict_residual(slices<real> A, int n, const int *coarse, const real *r,
                      const real *z, real *rc)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && coarse[i] >= 0)
        rc[coarse[i]] = row(A, i, r[i], z);
}

/* z += P zc */
template <class real>
__global__ void prolong(int n, const int *coarse, const real *zc, real *z)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && coarse[i] >= 0)
        z[i] += zc[coarse[i]];
}

/* ---- 4. The preconditioner ---- */

/* One V-cycle computes z = M^-1 r. R selects the coarse points, and P = R'. */
template <class real> void vcycle(const level<real> *L, const real *r, real *z)
{
    const int n = L->coarse_n, *coarse = L->coarse_row;
    check(cudaMemset(z, 0, L->A.n * sizeof(real)));
    sweep(L, r, z); /*                            z  = (D + L)^-1 r         (1.6) */
    if (n == 0)
        return;
    real *rc = L[1].r, *zc = L[1].z; /*           rc = R (r - A z)          (1.7) */
    restrict_residual<real><<<blocks(n), BLOCK>>>(L->A, n, coarse, r, z, rc);
    vcycle(L + 1, rc, zc); /*                     zc = M_c^-1 rc                  */
    prolong<real><<<blocks(n), BLOCK>>>(n, coarse, zc, z); /* z = z + P zc  (1.8) */
    sweep(L, r, z); /*                            z  = z + S (r - A z)      (1.9) */
}

/* ---- 5. One cycle of GMRES ---- */

/* Equations count the columns of the basis from q_1, and C arrays count from 0: column
 * q_k is Q + (k - 1) n. */
template <class real> struct krylov {
    real *Q, *z, *w;
    double R[RESTART][RESTART];    /* columns of H, made triangular by rotations */
    double c[RESTART], s[RESTART]; /* cosines and sines of the rotations */
    double g[RESTART + 1];         /* the right-hand side rho e_1, rotated */
};

/* CGS2 (1.5): makes w orthogonal to q_1 .. q_k, twice because of rounding errors. Stores
 * the k coefficients in h, beta below them, and q_{k+1}. */
template <class real> void orthonormalize(int n, real *Q, int k, real *w, double *h)
{
    coefficients more;
    std::fill(h, h + k, 0);
    for (int pass = 1; pass <= 2; pass++) {
        dots(n, k, Q, w, more.c); /*              h' = Q'w                        */
        for (int j = 0; j < k; j++) {
            h[j] += more.c[j]; /*                 h  = h + h'                     */
            more.c[j] = -more.c[j];
        }
        add<real, real><<<blocks(n), BLOCK>>>(n, k, more, Q, w); /* w = w - Q h'  */
    }
    h[k] = norm_of(n, w); /*                      beta = ||w||                    */
    real *q = Q + k * (size_t)n; /*               q_{k+1} = w / beta              */
    scale<real, real><<<blocks(n), BLOCK>>>(n, 1 / h[k], w, q);
}

/* Applies the earlier rotations to column k of H, which is h[0 .. k], and a new one that
 * makes h[k] zero. Returns |g_{k+1}|, the residual norm after k steps. */
template <class real> double rotate(krylov<real> *K, int k, double *h)
{
    for (int i = 0; i < k; i++) {
        const double above = h[i], below = h[i + 1];
        if (i == k - 1) { /* the new rotation */
            K->c[i] = above / hypot(above, below);
            K->s[i] = below / hypot(above, below);
            K->g[k] = -K->s[i] * K->g[i];
            K->g[i] = K->c[i] * K->g[i];
        }
        K->R[k - 1][i] = K->c[i] * above + K->s[i] * below;
        h[i + 1] = K->c[i] * below - K->s[i] * above;
    }
    return fabs(K->g[k]);
}

/* Adds a correction to x, whose residual is r. Ends after RESTART steps, or when the
 * residual norm is at most `target`. Returns the number of steps. */
template <class real>
int cycle(const level<real> *L, krylov<real> *K, double *r, double target, double *x)
{
    const int n = L->A.n, all = blocks(n);
    coefficients t, one = {{1}};
    double h[RESTART + 1], estimate, rho = norm_of(n, r);
    int k = 0;
    scale<double, real><<<all, BLOCK>>>(n, 1 / rho, r, K->Q); /* q_1 = r/rho (1.2) */
    K->g[0] = rho;
    do { /*                                       for k = 1, 2, ...         (1.3) */
        vcycle(L, K->Q + k++ * (size_t)n, K->z); /*   z = M^-1 q_k                */
        multiply<real><<<all, BLOCK>>>(L->A, K->z, K->w); /* w = A z              */
        orthonormalize(n, K->Q, k, K->w, h); /*       h, beta, q_{k+1}            */
        estimate = rotate(K, k, h); /*                |g_{k+1}|                   */
    } while (k < RESTART && estimate > target);

    for (int i = k - 1; i >= 0; i--) { /*         R t = g                   (1.4) */
        t.c[i] = K->g[i];
        for (int j = i + 1; j < k; j++)
            t.c[i] -= K->R[j][i] * t.c[j];
        t.c[i] /= K->R[i][i];
    }
    check(cudaMemset(K->w, 0, n * sizeof(real)));
    add<real, real><<<all, BLOCK>>>(n, k, t, K->Q, K->w); /*     w = Q t          */
    vcycle(L, K->w, K->z); /*                                    z = M^-1 w       */
    add<real, double><<<all, BLOCK>>>(n, 1, one, K->z, x); /*    x = x + z        */
    return k;
}

/* ---- 6. The benchmark ---- */

/* The operations of a cycle of k steps, as the benchmark counts them (1.11). */
template <class real> double cycle_flops(const level<real> *L, double k)
{
    const double N = L->points, Z = L->entries;
    double F_M = 0;
    for (; L->coarse_n > 0; L++)
        F_M += 3 * L->entries + 2 * L[1].entries + L[1].points;
    F_M += 2 * L->entries;
    return 4 * k * (k + 1) * N + 3 * k * N + 2 * (k + 1) * Z + (7 + 2 * k) * N +
           (k + 1) * F_M;
}

/* The bytes of a cycle of k steps, and of the residual behind it, if each kernel moves
 * each number once. A sweep reads A, its diagonal, r and z, and writes z. */
template <class real> double cycle_bytes(const level<real> *L, double k)
{
    const double v = sizeof(real), n = L->A.n;
    double bytes = L->padded * (12 + k * (v + 4)) + 64 * n + /* b - A x; A z */
                   (k * (4 * k + 14) + 4) * v * n;           /* CGS2, Q t */
    for (; L->coarse_n > 0; L++)
        bytes += (k + 1) * ((2 + 1 / 8.) * L->padded * (v + 4) + 10 * v * L->A.n +
                            (5 * v + 8) * L->coarse_n);
    return bytes + (k + 1) * (L->padded * (v + 4) + 5 * v * L->A.n);
}

/* Reads the clock of the device: the seconds since the event. */
static double seconds_since(cudaEvent_t before)
{
    cudaEvent_t now;
    float ms = 0;
    check(cudaEventCreate(&now) || cudaEventRecord(now) || cudaEventSynchronize(now) ||
          cudaEventElapsedTime(&ms, before, now));
    return 1e-3 * ms;
}

struct result {
    int iterations;
    double seconds, flops, bytes;
};

/* Iterative refinement: solves A x = b, starting with x = 0. `real` is the precision of
 * the cycles; x and its residual are always in double. `copy` is the speed of a copy. */
template <class real>
result solve(const level<double> *D, const level<real> *L, const double *b, double copy)
{
    const int n = D->A.n;
    result s = {};
    double *x = allocate<double>(n), *r = allocate<double>(n);
    krylov<real> K = {allocate<real>((RESTART + 1) * (size_t)n), allocate<real>(n),
                      allocate<real>(n)};
    cudaEvent_t start;
    check(cudaEventCreate(&start) || cudaEventRecord(start));
    const double norm_b = norm_of(n, b), target = TOLERANCE * norm_b;
    double norm_r = norm_b;
    scale<double, double><<<blocks(n), BLOCK>>>(n, 1, b, r);
    while (norm_r > target && s.iterations < ITERATION_LIMIT) {
        const int k = cycle(L, &K, r, target, x);
        residual<<<blocks(n), BLOCK>>>(D->A, b, x, r); /* r = b - A x       (1.2) */
        norm_r = norm_of(n, r);
        s.iterations += k;
        s.flops += cycle_flops(L, k);
        s.bytes += cycle_bytes(L, k);
    }
    s.seconds = seconds_since(start);
    printf("%s %4d iterations, residual %.2e, %.3f s, %.1f GFLOP/s, %.0f GB/s, %.0f %% of "
           "a copy\n", sizeof(real) == 8 ? "double" : "mixed ", s.iterations,
           norm_r / norm_b, s.seconds, 1e-9 * s.flops / s.seconds,
           1e-9 * s.bytes / s.seconds, 100 * s.bytes / s.seconds / copy);
    return s;
}

int main(int argc, char **argv)
{
    const int m = argc == 2 ? atoi(argv[1]) : 0;
    if (m < 8 || m > 400 || m % 8 != 0) {
        fprintf(stderr, "usage: hpgmxp m  (8, 16, .. 400; for m^3 points)\n");
        return 2;
    }
    level<double> D[LEVELS];
    level<float> F[LEVELS];
    std::vector<int> coarse;
    for (int l = LEVELS - 1; l >= 0; l--) {
        std::vector<int> point;
        D[l] = level_create<double>(m >> l, coarse);
        F[l] = level_create<float>(m >> l, coarse);
        coarse = order(m >> l, point, F[l].color);
    }
    const int n = D->A.n, words = (RESTART + 1) * n;
    double *from = allocate<double>(words), *to = allocate<double>(words), copy = 0;
    for (int k = 0; k < 5; k++) { /* the speed of the fastest copy is the yardstick */
        cudaEvent_t start;
        check(cudaEventCreate(&start) || cudaEventRecord(start));
        scale<double, double><<<blocks(words), BLOCK>>>(words, 1, from, to);
        const double speed = 2.0 * sizeof(double) * words / seconds_since(start);
        copy = speed <= copy ? copy : speed;
    }
    double *x = upload(std::vector<double>(n, 1)), *b = allocate<double>(n);
    multiply<double><<<blocks(n), BLOCK>>>(D->A, x, b); /* b = A 1          (1.1) */

    const result d = solve(D, D, b, copy), f = solve(D, F, b, copy);
    const double penalty = std::min(1.0, (double)d.iterations / f.iterations);
    printf("rating %.1f GFLOP/s, with the factor %d/%d for iterations; a copy %.0f GB/s\n",
           1e-9 * f.flops / f.seconds * penalty, d.iterations, f.iterations, 1e-9 * copy);
    return 0;
}
