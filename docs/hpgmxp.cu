/* docs/hpgmxp.cu - the HPG-MxP benchmark on one GPU in one file of plain CUDA.
 *
 *   nvcc -O3 -arch=native docs/hpgmxp.cu -o hpgmxp && ./hpgmxp 128      NVIDIA
 *   hipcc -O3 -x hip docs/hpgmxp.cu -o hpgmxp && ./hpgmxp 128           AMD
 *   run/cuda_on_cpu docs/hpgmxp.cu -o hpgmxp && ./hpgmxp 16             no GPU, no times
 *
 * The program solves A x = b on a grid of 128^3 points twice: with all numbers in
 * double, and with all numbers inside a cycle of GMRES in float (GMRES-IR). It is
 * docs/hpgmxp.c, but rows are ordered by color, so that a sweep updates many at a time,
 * and the matrix is stored in slices of 32 rows, so that a warp uses all bytes that it
 * loads (docs/spmv.cu). Numbers (1.1) to (1.11) are those of docs/01-benchmark.md. With
 * one rounding error in a * b + c, as on GPUs, the number of iterations can be another. */
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>
#ifdef __HIPCC__ /* AMD's names of the same functions */
#include <hip/hip_runtime.h>
#define cudaEventCreate        hipEventCreate
#define cudaEventDestroy       hipEventDestroy
#define cudaEventElapsedTime   hipEventElapsedTime
#define cudaEventRecord        hipEventRecord
#define cudaEventSynchronize   hipEventSynchronize
#define cudaEvent_t            hipEvent_t
#define cudaError_t            hipError_t
#define cudaFree               hipFree
#define cudaGetErrorString     hipGetErrorString
#define cudaGetLastError       hipGetLastError
#define cudaMalloc             hipMalloc
#define cudaMemcpy             hipMemcpy
#define cudaMemcpyDefault      hipMemcpyDefault
#define cudaMemGetInfo         hipMemGetInfo
#define cudaMemsetAsync        hipMemsetAsync
#define __shfl_down_sync(mask, value, step) __shfl_down(value, step, WARP)
#endif

enum { LEVELS = 4, RESTART = 30, ITERATION_LIMIT = 5000, COLORS = 8 };
enum { WARP = 32, SLICE = 32, WIDTH = 27, BATCH = 9, BLOCK = 256, TILE = 1024 };
static const double TOLERANCE = 1e-9;

/* ---- 1. Vectors in the memory of the device, in double or in float ---- */

static void check(cudaError_t error)
{
    if (error)
        fprintf(stderr, "hpgmxp: %s\n", cudaGetErrorString(error)), exit(3);
}

/* A copy of v in the memory of the device */
template <class T> T *upload(const std::vector<T> &v)
{
    T *copy = NULL;
    check(cudaMalloc(&copy, v.size() * sizeof(T)));
    check(cudaMemcpy(copy, v.data(), v.size() * sizeof(T), cudaMemcpyDefault));
    return copy;
}
template <class T> T *zeros(size_t n) { return upload(std::vector<T>(n)); }

/* The yardstick: copies n times 16 bytes, which each thread loads and stores at once. */
__global__ void copy(size_t n, const int4 *from, int4 *to)
{
    const size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (i < n)
        to[i] = from[i];
}

/* y = alpha x */
template <class from, class to>
__global__ void scale(int n, double alpha, const from *x, to *y)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = (to)(alpha * x[i]);
}

struct coefficients { double c[RESTART + 1]; }; /* arguments of a kernel are copied */

/* y += sum_j alpha_j x_j, in the precision of y; x_j is column j of X, for j < k */
template <class from, class to>
__global__ void add(int n, int k, coefficients alpha, const from *X, to *y)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    to sum = 0;
    for (int j = 0; i < n && j < k; j++)
        sum += (to)alpha.c[j] * X[j * (size_t)n + i];
    if (i < n)
        y[i] += sum;
}

/* The sum over the threads of a block, for thread 0. Each thread of a warp adds the values
 * 16, 8, 4, 2 and 1 places behind it; then thread 0 adds the sums of the warps. */
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

/* partial_jt = sum over the rows i of tile t of q_ij w_i. A block computes those of
 * a tile for all columns j < k, so that the tile of w is read from memory once. A thread has
 * four loads of a column in flight, and each column waits for a sum: lab 12 does better. */
template <class real>
__global__ void dot_tiles(int n, int k, const real *Q, const real *w, double *partial)
{
    const int first = blockIdx.x * TILE, last = min(n, first + TILE);
    for (int j = 0; j < k; j++) {
        double sum = 0;
        for (int i = first + threadIdx.x; i < last; i += BLOCK)
            sum += (double)Q[j * (size_t)n + i] * w[i];
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
    static double *sums = zeros<double>(RESTART + 1), /* n is always the same */
                  *partial = zeros<double>((RESTART + 1) * tiles);
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

/* The rows in slices of 32 with 27 slice columns. Number (27 s + k) 32 + t of the arrays is
 * entry k of row 32 s + t, or 0 outside of the grid: a warp reads consecutive numbers. */
template <class real> struct slices {
    int n;
    const int *column;
    const real *value, *diagonal;
};

/* A level of multigrid; the next coarser one follows it in an array of levels. The rows
 * of color c are color[c] .. color[c + 1] - 1; no two of them are neighbors. The last ones
 * fill a slice; they belong to no point, have no entries, and are 0 in all vectors. */
template <class real> struct level {
    slices<real> A;
    int color[COLORS + 1];
    std::vector<int> row; /* of each point */
    double entries;
    int coarse_n, *coarse_row; /* rows of color 0; their rows on the coarser grid, or -1 */
    real *r, *z;               /* vectors of the V-cycle */
};

/* 26 on the diagonal and -1 for each neighbor of a point (1.1). The parities of x,
 * y and z are the color of a point (docs/03). The points of color 0, every second
 * one in each direction, are those of the next coarser grid, if there is one. */
template <class real> level<real> level_create(int m, const level<real> *coarser)
{
    level<real> L = {};
    std::vector<int> point, column; /* the point of each row, -1: none */
    std::vector<real> value;
    L.row.resize(m * m * m);
    for (int c = 0; c < COLORS; c++) {
        for (int p = 0; p < m * m * m; p++)
            if (p % m % 2 + p / m % m % 2 * 2 + p / m / m % 2 * 4 == c)
                L.row[p] = point.size(), point.push_back(p);
        point.resize((point.size() + SLICE - 1) / SLICE * SLICE, -1);
        L.color[c + 1] = point.size();
    }
    const int n = point.size();
    for (int e = 0; e < WIDTH * n; e++) {
        const int i = e / SLICE / WIDTH * SLICE + e % SLICE, d = e / SLICE % WIDTH;
        const int p = point[i], x = p % m + d % 3 - 1, y = p / m % m + d / 3 % 3 - 1,
                  z = p / m / m + d / 9 - 1;
        const bool inside = p >= 0 && std::min({x, y, z}) >= 0 && std::max({x, y, z}) < m;
        column.push_back(inside ? L.row[(z * m + y) * m + x] : i);
        value.push_back(!inside ? 0 : column[e] == i ? 26 : -1);
        L.entries += inside;
    }
    std::vector<int> coarse_row(coarser ? coarser->row : point);
    coarse_row.resize(L.color[1], -1); /* point i of the coarser grid is row i here */
    L.coarse_n = coarser ? L.color[1] : 0, L.coarse_row = upload(coarse_row);
    L.A = {n, upload(column), upload(value), upload(std::vector<real>(n, 26))};
    L.r = zeros<real>(n), L.z = zeros<real>(n);
    return L;
}

/* ---- 3. Kernels that read the matrix, a thread for each row ---- */

/* b_i - sum_j a_ij x_j. A thread waits for a number when it uses it, not when it loads
 * it: it loads the values and the x of a batch before it uses the first of them. The
 * launch bounds of the kernels, 4 blocks, allow the 64 registers that this needs. */
template <class real>
__device__ real row(const slices<real> &A, int i, real b, const real *x)
{
    int e = i / SLICE * WIDTH * SLICE + i % SLICE;
    for (int k = 0; k < WIDTH; k += BATCH, e += BATCH * SLICE) {
        real a[BATCH], xs[BATCH];
        for (int c = 0; c < BATCH; c++)
            a[c] = A.value[e + c * SLICE];
        for (int c = 0; c < BATCH; c++)
            xs[c] = x[A.column[e + c * SLICE]];
        for (int c = 0; c < BATCH; c++)
            b -= a[c] * xs[c];
    }
    return b;
}

/* y = alpha (b - A x), without b if it is NULL */
template <class real> __global__ void __launch_bounds__(BLOCK, 4)
    residual(slices<real> A, real alpha, const real *b, const real *x, real *y)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < A.n)
        y[i] = alpha * row(A, i, b ? b[i] : 0, x);
}

/* The rows first .. last - 1 of A z = r, which have one color, are solved for z_i. */
template <class real> __global__ void __launch_bounds__(BLOCK, 4)
    relax(slices<real> A, int first, int last, const real *r, real *z)
{
    const int i = first + blockIdx.x * blockDim.x + threadIdx.x;
    if (i < last)
        z[i] += row(A, i, r[i], z) / A.diagonal[i];
}

/* One Gauss-Seidel sweep, z += S (r - A z), color after color (1.9). If it starts
 * with z = 0, it computes (D + L)^-1 r (1.6). */
template <class real> void sweep(const level<real> *L, const real *r, real *z)
{
    for (int c = 0; c < COLORS; c++) {
        const int first = L->color[c], last = L->color[c + 1];
        relax<real><<<(last - first) / BLOCK + 1, BLOCK>>>(L->A, first, last, r, z);
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
    check(cudaMemsetAsync(z, 0, L->A.n * sizeof(real)));
    sweep(L, r, z); /*                            z  = (D + L)^-1 r         (1.6) */
    if (n == 0)
        return;
    real *rc = L[1].r, *zc = L[1].z; /*           rc = R (r - A z)          (1.7) */
    restrict_residual<real><<<n / BLOCK + 1, BLOCK>>>(L->A, n, coarse, r, z, rc);
    vcycle(L + 1, rc, zc); /*                     zc = M_c^-1 rc                  */
    prolong<real><<<n / BLOCK + 1, BLOCK>>>(n, coarse, zc, z); /* z = z + P zc  (1.8) */
    sweep(L, r, z); /*                            z  = z + S (r - A z)      (1.9) */
}

/* ---- 5. One cycle of GMRES ---- */

/* Column q_k of the equations is Q + (k - 1) n: C arrays count from 0. */
template <class real> struct krylov {
    real *Q, *z, *w;
    double R[RESTART][RESTART];    /* columns of H, made triangular by rotations */
    double c[RESTART], s[RESTART]; /* cosines and sines of the rotations */
    double g[RESTART + 1];         /* the right-hand side rho e_1, rotated */
};

/* CGS2 (1.5): makes w orthogonal to q_1 .. q_k, twice because of rounding errors.
 * Stores the k coefficients in h, beta below them, and q_{k+1}. */
template <class real> void orthonormalize(int n, real *Q, int k, real *w, double *h)
{
    coefficients more;
    std::fill(h, h + k, 0);
    for (int pass = 1; pass <= 2; pass++) {
        dots(n, k, Q, w, more.c); /*              h' = Q'w                        */
        for (int j = 0; j < k; j++) /*            h  = h + h'                     */
            h[j] += more.c[j], more.c[j] = -more.c[j];
        add<real, real><<<n / BLOCK + 1, BLOCK>>>(n, k, more, Q, w); /* w = w - Q h'  */
    }
    h[k] = norm_of(n, w); /*                      beta = ||w||                    */
    real *q = Q + k * (size_t)n; /*               q_{k+1} = w / beta              */
    scale<real, real><<<n / BLOCK + 1, BLOCK>>>(n, 1 / h[k], w, q);
}

/* Applies the earlier rotations to column k of H, which is h[0 .. k], and a new one
 * that makes h[k] zero. Returns |g_{k+1}|, the residual norm after k steps. */
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

/* Adds a correction to x, whose residual is r. Ends after RESTART steps, or when
 * the residual norm is at most `target`. Returns the number of steps. */
template <class real>
int cycle(const level<real> *L, krylov<real> *K, double *r, double target, double *x)
{
    const int n = L->A.n;
    coefficients t, one = {{1}};
    double h[RESTART + 1], estimate, rho = norm_of(n, r);
    int k = 0;
    scale<double, real><<<n / BLOCK + 1, BLOCK>>>(n, 1 / rho, r, K->Q); /* q_1 = r/rho (1.2) */
    K->g[0] = rho;
    do { /*                                       for k = 1, 2, ...         (1.3) */
        vcycle(L, K->Q + k++ * (size_t)n, K->z); /*   z = M^-1 q_k                */
        residual<real><<<n / BLOCK + 1, BLOCK>>>(L->A, -1, NULL, K->z, K->w); /* w = A z  */
        orthonormalize(n, K->Q, k, K->w, h); /*       h, beta, q_{k+1}            */
        estimate = rotate(K, k, h); /*                |g_{k+1}|                   */
    } while (k < RESTART && estimate > target);

    for (int i = k - 1; i >= 0; i--) { /*         R t = g                   (1.4) */
        t.c[i] = K->g[i];
        for (int j = i + 1; j < k; j++)
            t.c[i] -= K->R[j][i] * t.c[j];
        t.c[i] /= K->R[i][i];
    }
    check(cudaMemsetAsync(K->w, 0, n * sizeof(real)));
    add<real, real><<<n / BLOCK + 1, BLOCK>>>(n, k, t, K->Q, K->w); /*     w = Q t          */
    vcycle(L, K->w, K->z); /*                                    z = M^-1 w       */
    add<real, double><<<n / BLOCK + 1, BLOCK>>>(n, 1, one, K->z, x); /*    x = x + z        */
    return k;
}

/* ---- 6. The benchmark ---- */

/* The operations of a cycle of k steps, as the benchmark counts them (1.11). */
template <class real> double cycle_flops(const level<real> *L, double k)
{
    const double N = L->row.size(), Z = L->entries;
    double F_M = 0;
    for (; L->coarse_n > 0; L++)
        F_M += 3 * L->entries + 2 * L[1].entries + L[1].row.size();
    F_M += 2 * L->entries;
    return 4 * k * (k + 1) * N + 3 * k * N + 2 * (k + 1) * Z + (7 + 2 * k) * N +
           (k + 1) * F_M;
}

/* The bytes of a cycle of k steps, and of the residual behind it, if each kernel moves each
 * number once. The kernels of a sweep count as one: it reads A, its diagonal, r and z, and
 * writes z. Step j reads the j columns of Q four times: 4 (1 + .. + k) = 2 k (k + 1). */
template <class real> double cycle_bytes(const level<real> *L, double k)
{
    const double v = sizeof(real), row = WIDTH * (v + 4), n = L->A.n;
    double bytes = (WIDTH * 12 + 64 + k * row) * n + (k * (2 * k + 14) + 5) * v * n, M = 0;
    for (; L->coarse_n > 0; L++)
        M += (2 * row + 10 * v) * L->A.n + (row + 5 * v + 8) * L->coarse_n;
    return bytes + (k + 1) * (M + (row + 5 * v) * L->A.n);
}

/* The seconds since the last call, on the clock of the device */
static double seconds()
{
    static cudaEvent_t last;
    cudaEvent_t now;
    float ms = 0;
    check(cudaEventCreate(&now));
    check(cudaEventRecord(now));
    check(cudaEventSynchronize(now));
    if (last)
        check(cudaEventElapsedTime(&ms, last, now)), check(cudaEventDestroy(last));
    last = now;
    return 1e-3 * ms;
}

struct result { int iterations; double seconds, flops, bytes, residual; };

/* Iterative refinement: solves A x = b, starting with x = 0. `real` is the precision of
 * the cycles; x and its residual are always in double. */
template <class real>
result solve(const level<double> *D, const level<real> *L, const double *b, double tolerance)
{
    const int n = D->A.n;
    result s = {};
    double *x = zeros<double>(n), *r = zeros<double>(n);
    krylov<real> K = {zeros<real>(n * (RESTART + 1l)), zeros<real>(n), zeros<real>(n)};
    seconds();
    double norm_b = norm_of(n, b), norm_r = norm_b, target = tolerance * norm_b;
    scale<double, double><<<n / BLOCK + 1, BLOCK>>>(n, 1, b, r);
    s.bytes = 24. * n;
    while (norm_r > target && s.iterations < ITERATION_LIMIT) {
        const int k = cycle(L, &K, r, target, x);
        residual<double><<<n / BLOCK + 1, BLOCK>>>(D->A, 1, b, x, r); /* r = b - A x  */
        norm_r = norm_of(n, r);
        s.iterations += k, s.flops += cycle_flops(L, k), s.bytes += cycle_bytes(L, k);
    }
    s.seconds = seconds(), s.residual = norm_r / norm_b;
    for (void *array : {(void *)x, (void *)r, (void *)K.Q, (void *)K.z, (void *)K.w})
        check(cudaFree(array));
    return s;
}

static void print(const char *precision, const result &s, double copy_speed)
{
    printf("%-6s %4d iterations, residual %.2e, %.6g GB", precision, s.iterations, s.residual,
           1e-9 * s.bytes);
    if (s.seconds == s.seconds) /* without a GPU all times are NaN */
        printf(", %.3f s, %.1f GFLOP/s, %.0f GB/s, %.0f %% of a copy", s.seconds,
               1e-9 * s.flops / s.seconds, 1e-9 * s.bytes / s.seconds,
               100 * s.bytes / s.seconds / copy_speed);
    puts("");
}

/* The bytes per second of the fastest of five copies of the values of A */
static double measure_copy(const slices<double> &A)
{
    const size_t packs = WIDTH * A.n * sizeof(double) / sizeof(int4);
    double *to = zeros<double>(WIDTH * (size_t)A.n), least = INFINITY;
    for (int round = 0; round < 5; round++) {
        seconds();
        copy<<<packs / BLOCK + 1, BLOCK>>>(packs, (const int4 *)A.value, (int4 *)to);
        least = std::min(seconds(), least);
    }
    check(cudaFree(to));
    return 2.0 * sizeof(int4) * packs / least;
}

int main(int argc, char **argv)
{
    const int m = argc == 2 ? atoi(argv[1]) : 0;
    if (m < 8 || m > 400 || m % 8 != 0)
        return fputs("usage: hpgmxp m  (8, 16, .. 400; for m^3 points)\n", stderr), 2;
    size_t free, all;
    check(cudaMemGetInfo(&free, &all));
    const double needed = 1e-9 * 1000 * m * m * m; /* GB: 1000 bytes for each point */
    if (needed > 1e-9 * free)
        return fprintf(stderr, "hpgmxp: %d^3 points need %.1f GB of device memory, and "
                       "%.1f GB are free\n", m, needed, 1e-9 * free), 3;
    level<double> D[LEVELS]; level<float> F[LEVELS];
    for (int l = LEVELS - 1; l >= 0; l--) {
        D[l] = level_create(m >> l, l + 1 < LEVELS ? D + l + 1 : NULL);
        F[l] = level_create(m >> l, l + 1 < LEVELS ? F + l + 1 : NULL);
    }
    const int n = D->A.n;
    double *x = upload(std::vector<double>(n, 1)), *b = zeros<double>(n);
    residual<double><<<n / BLOCK + 1, BLOCK>>>(D->A, -1, NULL, x, b); /* b = A 1 (1.1) */
    solve(D, D, b, 0.1), solve(D, F, b, 0.1); /* a warm-up: the kernels are loaded now */

    const double copy_speed = measure_copy(D->A);
    const result d = solve(D, D, b, TOLERANCE), f = solve(D, F, b, TOLERANCE);
    const double penalty = std::min(1.0, (double)d.iterations / f.iterations);
    print("double", d, copy_speed), print("mixed", f, copy_speed);
    if (f.seconds == f.seconds)
        printf("rating %.1f GFLOP/s, with the factor %d/%d for iterations; a copy %.0f GB/s\n",
               1e-9 * f.flops / f.seconds * penalty, d.iterations, f.iterations,
               1e-9 * copy_speed);
    return !(d.residual <= TOLERANCE && f.residual <= TOLERANCE); /* 1 if it is NaN */
}
