/* docs/spmv.cu - y = A x on a GPU, five times: what the storage of A costs.
 *
 *   nvcc -O3 -arch=native docs/spmv.cu -o spmv && ./spmv 128      NVIDIA
 *   hipcc -O3 -x hip docs/spmv.cu -o spmv && ./spmv 128           AMD
 *   run/cuda_on_cpu --count docs/spmv.cu -o spmv && ./spmv 16 1   no GPU: sectors
 *
 * A is the 27-point matrix of HPG-MxP on a grid of 128^3 points. An entry is used in two
 * flops only, so that the bytes decide. If a value has v bytes, 4 in float and 8 in
 * double, a row needs, with its numbers of x and y and its place in the other arrays,
 *   (a, b) CSR      27 (v + 4) + 4 + 2 v         228 bytes     in double 344
 *   (c)    slices   27 (v + 4)     + 2 v         224                     340
 *   (d, e) narrow   27 (v + 1 + 4 / 32) + 2 v    146.4                   262.4
 * Prediction: (d) is 228 / 146.4 = 1.56 times as fast as (a), in double 1.31. But the
 * memory moves sectors of 32 bytes, even if a warp, 32 threads that load together, uses
 * 4 bytes of each: hence (b) and (c). And a thread that waits for each number has too
 * few requests under way: hence (e). */
#include "labs/gpu.h" /* memory, AMD's names, the matrix */

/* A warp of an MI250X has 64 threads: two rows in (b), two slices in (c) to (e). */
enum { WARP = 32, SLICE = 32, BLOCK = 256, BATCH = 9 };

template <class real> struct matrix { /* n rows; arrays in the memory of the device */
    int n, columns; /* slice columns */
    /* Compressed sparse rows: row i has the entries start[i] .. start[i + 1] - 1. */
    const int *start, *column;
    const real *value;
    /* Sliced ELL: slice s has 32 rows, slice columns slice[s] .. slice[s + 1] - 1.
     * Element k * SLICE + r is the entry of row r in slice column k, 0 past the
     * last one. Its column is wide[..], or base[k] + offset[..]. */
    const int *slice, *wide, *base;
    const unsigned char *offset;
    const real *padded;
};

/* (a) CSR, a thread for each row. The k-th entries of the 32 rows of a warp are 27
 * entries apart: a load of the warp touches 32 sectors and uses 4 or 8 bytes of each.
 * The rest is of use only if the sector is still in a cache when the loop gets there. */
template <class real>
__global__ void csr_thread(matrix<real> A, const real *x, real *y)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= A.n) /* the last block has threads past the last row */
        return;
    real sum = 0;
    for (int e = A.start[i]; e < A.start[i + 1]; e++)
        sum += A.value[e] * x[A.column[e]];
    y[i] = sum;
}

/* (b) CSR, a warp for each row: its threads load consecutive entries. To its sum
 * each adds those of the threads 16, 8, 4, 2 and 1 places behind it. */
template <class real>
__global__ void csr_warp(matrix<real> A, const real *x, real *y)
{
    const int thread = blockIdx.x * blockDim.x + threadIdx.x;
    const int i = thread / WARP, lane = thread % WARP;
    if (i >= A.n) /* all threads of a row return, or none */
        return;
    real sum = 0;
    for (int e = A.start[i] + lane; e < A.start[i + 1]; e += WARP)
        sum += A.value[e] * x[A.column[e]];
    for (int step = WARP / 2; step > 0; step /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, step);
    if (lane == 0)
        y[i] = sum;
}

/* (c) Slices, a thread for each row: a warp loads 32 consecutive numbers. */
template <class real> __global__ void slices(matrix<real> A, const real *x, real *y)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x, s = i / SLICE, r = i % SLICE;
    real sum = 0;
    for (int k = A.slice[s]; k < A.slice[s + 1]; k++)
        sum += A.padded[k * SLICE + r] * x[A.wide[k * SLICE + r]];
    if (i < A.n)
        y[i] = sum;
}

/* (d) Slices with narrow columns. The 32 offsets of a slice column are one sector. */
template <class real> __global__ void narrow(matrix<real> A, const real *x, real *y)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x, s = i / SLICE, r = i % SLICE;
    real sum = 0;
    for (int k = A.slice[s]; k < A.slice[s + 1]; k++)
        sum += A.padded[k * SLICE + r] * x[A.base[k] + A.offset[k * SLICE + r]];
    if (i < A.n)
        y[i] = sum;
}

/* (e) The same with loads in flight. A thread waits for a number when it uses it, not
 * when it loads it. So it loads the values and the x of a batch before it uses the first
 * of them; no load has a condition. The launch bounds, 4 blocks on a multiprocessor,
 * allow 64 registers; without them nvcc may use 32, which splits the batch. */
template <class real> __global__ void __launch_bounds__(BLOCK, 4)
    batched(matrix<real> A, const real *x, real *y)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x, s = i / SLICE, r = i % SLICE;
    const int end = A.slice[s + 1];
    int k = A.slice[s];
    real sum = 0;
    for (; k + BATCH <= end; k += BATCH) { /* 27 = 9 + 9 + 9 */
        real a[BATCH], xs[BATCH];
        for (int c = 0; c < BATCH; c++)
            a[c] = A.padded[(k + c) * SLICE + r];
        for (int c = 0; c < BATCH; c++)
            xs[c] = x[A.base[k + c] + A.offset[(k + c) * SLICE + r]];
        for (int c = 0; c < BATCH; c++)
            sum += a[c] * xs[c];
    }
    for (; k < end; k++)
        sum += A.padded[k * SLICE + r] * x[A.base[k] + A.offset[k * SLICE + r]];
    if (i < A.n)
        y[i] = sum;
}

/* The yardstick: copies n times 16 bytes, which each thread loads and stores at once. */
__global__ void copy(int n, const int4 *from, int4 *to)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to[i] = from[i];
}

/* Makes slices of the rows. Each turn of the loop adds a slice column: the next entries
 * of all rows whose columns are less than 256 behind the smallest of them, the base. */
template <class real> matrix<real> upload_matrix(const host_csr &A)
{
    const int n = A.rows();
    const std::vector<int> &start = A.start, &column = A.column;
    const std::vector<real> value(A.value.begin(), A.value.end());
    std::vector<int> slice(1, 0), wide, base, next(start);
    std::vector<unsigned char> offset;
    std::vector<real> padded;
    for (int first = 0; first < n + BLOCK;) { /* also for threads without a row */
        int b = n;
        for (int i = first; i < std::min(first + SLICE, n); i++)
            if (next[i] < start[i + 1])
                b = std::min(b, column[next[i]]);
        if (b == n) { /* no row of this slice has another entry */
            slice.push_back(base.size());
            first += SLICE;
            continue;
        }
        base.push_back(b);
        for (int i = first; i < first + SLICE; i++) {
            const bool has = i < n && next[i] < start[i + 1] && column[next[i]] - b < 256;
            wide.push_back(has ? column[next[i]] : b);
            offset.push_back(wide.back() - b);
            padded.push_back(has ? value[next[i]++] : 0);
        }
    }
    return {n, (int)base.size(), upload(start), upload(column), upload(value),
            upload(slice), upload(wide), upload(base), upload(offset), upload(padded)};
}

/* Launches a kernel `repeat` times, five times between two events. Returns the median of
 * the times of a launch in ms. */
template <class Launch> static double median_of(int repeat, Launch launch)
{
    const int launches = std::min(repeat, 5);
    cudaEvent_t before, after;
    std::vector<float> ms(repeat / launches);
    check(cudaEventCreate(&before)), check(cudaEventCreate(&after));
    for (float &t : ms) {
        check(cudaEventRecord(before));
        for (int k = 0; k < launches; k++)
            launch();
        check(cudaGetLastError()); /* of the launches */
        check(cudaEventRecord(after));
        check(cudaEventSynchronize(after));
        check(cudaEventElapsedTime(&t, before, after));
    }
    std::sort(ms.begin(), ms.end());
    return ms[ms.size() / 2] / launches;
}

/* Measures the versions on a grid of m^3 points. Returns the number of wrong rows. */
template <class real> static int measure(int m, int repeat)
{
    const host_csr a = stencil(m);
    const int n = a.rows();
    std::vector<real> x(n), y(n), nan(n, NAN);
    std::vector<double> Ax(n), bound(n); /* of rounding errors: 2 k u sum |a x| */
    for (int j = 0; j < n; j++)
        x[j] = 1 + j % 1009 / 1009.0;
    for (int i = 0; i < n; i++) {
        for (int e = a.start[i]; e < a.start[i + 1]; e++) {
            Ax[i] += (double)a.value[e] * x[a.column[e]];
            bound[i] += fabs((double)a.value[e] * x[a.column[e]]);
        }
        bound[i] *= (a.start[i + 1] - a.start[i]) * (sizeof(real) == 4 ? 0x1p-23 : 0x1p-52);
    }
    const matrix<real> A = upload_matrix<real>(a);
    real *device_x = upload(x), *device_y = upload(y),
         *device_copy = allocate<real>(a.value.size());
    const double v = sizeof(real), entries = a.value.size(), padded = 32. * A.columns,
                 csr = entries * (v + 4) + (4 + 2 * v) * n,
                 wide = padded * (v + 4) + 2 * v * n,
                 offsets = padded * (v + 1 + 4 / 32.) + 2 * v * n;
    const struct {
        const char *name;
        void (*kernel)(matrix<real>, const real *, real *);
        int threads; /* for each row */
        double bytes;
    } versions[] = {{"(a) CSR, a thread for each row", csr_thread<real>, 1, csr},
                    {"(b) CSR, a warp for each row", csr_warp<real>, WARP, csr},
                    {"(c) slices", slices<real>, 1, wide},
                    {"(d) slices, narrow columns", narrow<real>, 1, offsets},
                    {"(e) (d) with loads in flight", batched<real>, 1, offsets}};
    int wrong = 0, pieces = entries * v / sizeof(int4), blocks = pieces / BLOCK + 1;
    double csr_ms = 1, copy_ms = median_of(repeat, [&] { /* of the values */
        copy<<<blocks, BLOCK>>>(pieces, (const int4 *)A.value, (int4 *)device_copy);
    });
    const double copy_speed = 2e-6 * sizeof(int4) * pieces / copy_ms;
    printf("%s, faster than (a) by bytes", v == 4 ? "float" : "double");
    if (copy_ms == copy_ms) /* without a GPU all times are NaN */
        printf(", measured; a copy: %.3f ms, %.0f GB/s", copy_ms, copy_speed);
    for (const auto &V : versions) {
        check(cudaMemcpy(device_y, nan.data(), n * sizeof(real), cudaMemcpyDefault));
        const double ms = median_of(repeat, [&] {
            V.kernel<<<(V.threads * n - 1) / BLOCK + 1, BLOCK>>>(A, device_x, device_y);
        });
        check(cudaMemcpy(y.data(), device_y, n * sizeof(real), cudaMemcpyDefault));
        csr_ms = V.kernel == csr_thread<real> ? ms : csr_ms;
        printf("\n%-31s %5.1f bytes/row %5.2f", V.name, V.bytes / n, csr / V.bytes);
        if (ms == ms)
            printf(" %5.2f %7.3f ms %5.0f GB/s %3.0f %% of copy", csr_ms / ms, ms,
                   1e-6 * V.bytes / ms, 1e-4 * V.bytes / ms / copy_speed);
        for (int i = 0; i < n; i++)
            if (!(fabs(y[i] - Ax[i]) <= bound[i]) && wrong++ < 3) /* also if y is NaN */
                printf("\nWRONG: row %d is %.9g instead of %.9g", i, y[i], Ax[i]);
    }
    puts("");
    return wrong;
}

int main(int argc, char **argv)
{
    const int m = argc > 1 ? atoi(argv[1]) : 128, repeat = argc > 2 ? atoi(argv[2]) : 100;
    if (argc > 3 || m < 1 || m > 320 || repeat < 1)
        return fputs("usage: spmv [m [launches]]  (m: 1 to 320, for m^3 rows)\n", stderr), 2;
    size_t free, all;
    const cudaError_t error = cudaMemGetInfo(&free, &all);
    if (error)
        return fprintf(stderr, "spmv: %s\n", cudaGetErrorString(error)), 3;
    const double needed = 1e-9 * 1700 * m * m * m; /* GB: 1700 bytes for each row */
    if (needed > 1e-9 * free)
        return fprintf(stderr, "spmv: %d^3 rows need %.1f GB of device memory, and %.1f GB "
                       "are free\n", m, needed, 1e-9 * free), 3;
    const int wrong = measure<float>(m, repeat) + measure<double>(m, repeat);
    printf("%d wrong rows\n", wrong);
    return wrong > 0;
}
