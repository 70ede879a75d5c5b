/* docs/roof.cu - what a GPU can do: the parameters of docs/13 and docs/14, measured.
 *
 *   nvcc -O3 -arch=native -I. docs/roof.cu -o roof -lcusparse && ./roof        NVIDIA
 *   hipcc -O3 -I. -x hip docs/roof.cu -o roof -lrocsparse && ./roof            AMD
 *   nvcc -O3 -arch=native -I. -DNO_VENDOR docs/roof.cu -o roof && ./roof       without a library
 *   run/cuda_on_cpu docs/roof.cu -o roof && ./roof 32                          no GPU, no times
 *
 * Memory: the speed of a copy; the speed of reading with more and more bytes in flight, as
 * Little's law (2.3) predicts it; the time of one load from the L2 cache and from memory,
 * when each address depends on the load before. Launches: the interval between kernels that
 * are queued ahead, what queueing one costs the host, and how long the host waits for one.
 * Then y = A x by the vendor's library, beside the slices of docs/spmv.cu: a roof that is
 * not our own code. `roof m` has m^3 rows (m = 32, 64, .. 256); 256 needs 9 GB of memory. */
#include "docs/labs/gpu.h"
#include <chrono>
#include <functional>
#ifdef MEMWALL_CUDA_EMU_H /* run/cuda_on_cpu */
#define NO_VENDOR
#endif

enum { SLICE = 32, WIDTH = 27, BATCH = 9, BLOCK = 256, LINE = 32, STEPS = 20000 };

#ifdef NO_VENDOR
#elif defined __HIPCC__
#include <rocsparse/rocsparse.h>
static void check(rocsparse_status status)
{
    if (status)
        fprintf(stderr, "roof: rocSPARSE: status %d\n", (int)status), exit(3);
}
#else
#include <cusparse.h>
static void check(cusparseStatus_t status)
{
    if (status)
        fprintf(stderr, "roof: %s\n", cusparseGetErrorString(status)), exit(3);
}
#endif

/* ---- 1. Memory ---- */

__global__ void copy(int n, const int4 *from, int4 *to)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to[i] = from[i];
}

/* Each thread asks for LOADS times 16 bytes, waits for all of them, and asks again. Without
 * the launch bounds nvcc uses 32 registers for eight loads, and waits after five. */
template <int LOADS> __global__ void __launch_bounds__(BLOCK, 4)
    read(int n, const int4 *from, int *to)
{
    const int threads = gridDim.x * blockDim.x;
    int all = 0;
#pragma unroll 1
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += LOADS * threads) {
        int4 a[LOADS];
#pragma unroll
        for (int c = 0; c < LOADS; c++)
            a[c] = from[min(i + c * threads, n - 1)];
#pragma unroll
        for (int c = 0; c < LOADS; c++)
            all |= a[c].x | a[c].y | a[c].z | a[c].w;
    }
    if (all < 0) /* never; without it the compiler would remove the loads */
        *to = all;
}

/* A ring of n lines of 128 bytes: line i says where line i + 33 begins. */
__global__ void make_ring(int n, int *next)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    next[i] = (i / LINE + 33) % n * LINE;
}

/* Each address is known when the load before has returned. */
__global__ void follow(int steps, const int *next, int *to)
{
    int place = 0;
    for (int k = 0; k < steps; k++)
        place = next[place];
    *to = place;
}

__global__ void empty() {}

/* ---- 2. Times ---- */

static bool gpu = true; /* false: there are no times, each kernel is launched once */

/* The time of a launch in seconds, of one of `launches`, in the fastest of some rounds */
template <class Launch> double time_of(int rounds, int launches, Launch launch)
{
    static cudaEvent_t before, after;
    double least = INFINITY;
    if (!before)
        check(cudaEventCreate(&before)), check(cudaEventCreate(&after));
    for (int round = 0; round < (gpu ? rounds : 1); round++) {
        float ms;
        check(cudaEventRecord(before));
        for (int k = 0; k < (gpu ? launches : 1); k++)
            launch();
        check(cudaGetLastError()); /* of the launches */
        check(cudaEventRecord(after));
        check(cudaEventSynchronize(after));
        check(cudaEventElapsedTime(&ms, before, after));
        gpu = ms == ms;
        least = std::min(least, 1e-3 * ms / launches);
    }
    return least;
}

/* The time of one of 500 calls in seconds, on the clock of the host */
template <class Call> double host_time_of(Call call)
{
    const auto begin = std::chrono::steady_clock::now();
    for (int k = 0; k < 500; k++)
        call();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count() /
           500;
}

static void print(const char *name, double value, const char *unit)
{
    if (gpu)
        printf("%-60s %7.*f %s\n", name, value < 100, value, unit);
    else
        printf("%-60s no time\n", name);
}

/* Returns the speed of a copy in bytes per second. `size`: bytes of each array */
static double measure_memory(const cudaDeviceProp &card, size_t size)
{
    const struct {
        int blocks, loads; /* blocks on a multiprocessor, loads of a thread */
        void (*kernel)(int, const int4 *, int *);
    } reads[] = {{1, 1, read<1>}, {2, 1, read<1>}, {3, 1, read<1>}, {4, 1, read<1>},
                 {3, 2, read<2>}, {4, 2, read<2>}, {4, 4, read<4>}, {4, 8, read<8>}};
    const int packs = size / sizeof(int4), lines = size / 128;
    int cached = lines; /* lines that fit into a quarter of the L2 cache */
    int *from = allocate<int>(size / sizeof(int)), *to = allocate<int>(size / sizeof(int));
    char name[80];
    make_ring<<<4 * packs / BLOCK, BLOCK>>>(lines, from);
    const auto copy_all = [&] {
        copy<<<packs / BLOCK, BLOCK>>>(packs, (const int4 *)from, (int4 *)to);
    };
    time_of(1, 5, copy_all); /* a warm-up, also of the clocks of the device */
    const double copy_speed = 2. * size / time_of(5, 5, copy_all);
    print("copy, bytes read and written", 1e-9 * copy_speed, "GB/s");
    for (const auto &r : reads) {
        const double bytes = 16. * BLOCK * r.blocks * r.loads * card.multiProcessorCount;
        const double speed = size / time_of(3, 3, [&] {
            r.kernel<<<r.blocks * card.multiProcessorCount, BLOCK>>>(
                packs, (const int4 *)from, to);
        });
        sprintf(name, "read, %3.0f KB in flight on each multiprocessor",
                1e-3 * bytes / card.multiProcessorCount);
        print(name, 1e-9 * speed, "GB/s");
        print("  in flight / speed, the latency by Little's law", 1e9 * bytes / speed, "ns");
    }
    /* The reads of `to` have replaced the ring in all caches. */
    time_of(1, 1, [&] { read<8><<<BLOCK, BLOCK>>>(packs, (const int4 *)to, to); });
    print("a load from memory, the address depends on the one before",
          1e9 / STEPS * time_of(1, 1, [&] { follow<<<1, 1>>>(STEPS, from, to); }), "ns");
    while (cached > 1024 && cached * 128. > card.l2CacheSize / 4)
        cached /= 2;
    make_ring<<<cached * LINE / BLOCK, BLOCK>>>(cached, from);
    time_of(1, 1, [&] { follow<<<1, 1>>>(cached, from, to); });
    print("a load from the L2 cache, likewise",
          1e9 / STEPS * time_of(3, 1, [&] { follow<<<1, 1>>>(STEPS, from, to); }), "ns");

    /* While the device follows the ring for some milliseconds, the host queues. */
    const auto launch = [] { empty<<<1, 32>>>(); };
    const auto follow_ring = [&] { follow<<<1, 1>>>(STEPS, from, to); };
    follow_ring();
    print("interval of kernels that were queued ahead", 1e6 * time_of(1, 500, launch), "us");
    follow_ring();
    print("host: queueing a kernel", 1e6 * host_time_of(launch), "us");
    print("host: queueing a kernel and waiting for its end", 1e6 * host_time_of([&] {
        launch(), check(cudaDeviceSynchronize());
    }), "us");
    print("host: the same, and a copy of 8 bytes to the host", 1e6 * host_time_of([&] {
        double sum;
        launch(), check(cudaMemcpy(&sum, to, sizeof sum, cudaMemcpyDefault));
    }), "us");
    check(cudaFree(from)), check(cudaFree(to));
    return copy_speed;
}

/* ---- 3. y = A x ---- */

/* The 27-point matrix of a box whose opposite faces are neighbors: each row has 27 entries.
 * A slice has `rows` rows; entry k of row r of slice s is number (27 s + k) rows + r. With
 * one row in a slice these are compressed sparse rows (CSR), with all rows ELL. */
template <class real> struct matrix {
    int m, rows;
    real *value;
    int *column, *start;     /* the entries of slice s begin at start[s] */
    int *base;               /* of slices of 32 rows, as in docs/spmv.cu: a column is */
    unsigned char *offset; /* base[27 s + k] + offset[(27 s + k) 32 + r] */
};

/* The column of entry k of row i */
__host__ __device__ inline int column_of(int m, int i, int k)
{
    const int x = i % m + k % 3 + m - 1, y = i / m % m + k / 3 % 3 + m - 1,
              z = i / m / m + k / 9 + m - 1;
    return (z % m * m + y % m) * m + x % m;
}
__host__ __device__ inline double x_of(int i) { return 1 + i % 1009 / 1009.0; }

template <class real> __global__ void make(matrix<real> A, real *x)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x, s = i / A.rows;
    for (int k = 0; k < WIDTH; k++) {
        const int e = (s * WIDTH + k) * A.rows + i % A.rows, j = column_of(A.m, i, k);
        A.value[e] = k == WIDTH / 2 ? 26 : -1;
        A.column[e] = j;
        A.offset[e] = j % A.m;
        if (i % SLICE == 0)
            A.base[i / SLICE * WIDTH + k] = j - j % A.m;
    }
    if (i % A.rows == A.rows - 1) /* the last row of a slice; start[0] is 0 already */
        A.start[s + 1] = (s + 1) * WIDTH * A.rows;
    x[i] = x_of(i);
}

/* (e) of docs/spmv.cu */
template <class real> __global__ void __launch_bounds__(BLOCK, 4)
    narrow(matrix<real> A, const real *x, real *y)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x, s = i / SLICE, r = i % SLICE;
    real sum = 0;
    for (int k = s * WIDTH; k < (s + 1) * WIDTH; k += BATCH) {
        real a[BATCH], xs[BATCH];
        for (int c = 0; c < BATCH; c++)
            a[c] = A.value[(k + c) * SLICE + r];
        for (int c = 0; c < BATCH; c++)
            xs[c] = x[A.base[k + c] + A.offset[(k + c) * SLICE + r]];
        for (int c = 0; c < BATCH; c++)
            sum += a[c] * xs[c];
    }
    y[i] = sum;
}

/* vendor(A, x, y) prepares the library's y = A x; what it returns queues it. */
#ifdef NO_VENDOR
static const char *const vendor_names[] = {"compiled without a vendor's library"};
#elif defined __HIPCC__
static const char *const vendor_names[] = {"rocSPARSE, CSR", "rocSPARSE, ELL"};
static int vendor_rows(int n) { return n; }
template <class F, class D> F in(float, F f, D) { return f; }
template <class F, class D> D in(double, F, D d) { return d; }

template <class real>
std::function<void()> vendor(matrix<real> A, const real *x, real *y)
{
    const auto none = rocsparse_operation_none;
    const int n = A.m * A.m * A.m, csr = A.rows == 1;
    static rocsparse_handle handle;
    rocsparse_mat_descr descr;
    rocsparse_mat_info info;
    if (!handle)
        check(rocsparse_create_handle(&handle));
    check(rocsparse_create_mat_descr(&descr));
    check(rocsparse_create_mat_info(&info));
    if (csr)
        check(in(real(), rocsparse_scsrmv_analysis, rocsparse_dcsrmv_analysis)(
            handle, none, n, n, WIDTH * n, descr, A.value, A.start, A.column, info));
    return [=] {
        const real one = 1, zero = 0;
        if (csr)
            check(in(real(), rocsparse_scsrmv, rocsparse_dcsrmv)(
                handle, none, n, n, WIDTH * n, &one, descr, A.value, A.start, A.column,
                info, x, &zero, y));
        else
            check(in(real(), rocsparse_sellmv, rocsparse_dellmv)(
                handle, none, n, n, &one, descr, A.value, A.column, WIDTH, x, &zero, y));
    };
}
#else
static const char *const vendor_names[] = {"cuSPARSE, CSR", "cuSPARSE, slices"};
static int vendor_rows(int) { return SLICE; }

template <class real>
std::function<void()> vendor(matrix<real> A, const real *x, real *y)
{
    const auto type = sizeof(real) == 8 ? CUDA_R_64F : CUDA_R_32F;
    const auto none = CUSPARSE_OPERATION_NON_TRANSPOSE;
    const auto index = CUSPARSE_INDEX_32I;
    const auto first = CUSPARSE_INDEX_BASE_ZERO;
    const auto best = CUSPARSE_SPMV_ALG_DEFAULT;
    const int64_t n = A.m * A.m * A.m, entries = WIDTH * n;
    const real one = 1, zero = 0;
    static cusparseHandle_t handle;
    cusparseSpMatDescr_t M;
    cusparseDnVecDescr_t X, Y;
    size_t size;
    char *buffer;
    if (!handle)
        check(cusparseCreate(&handle));
    if (A.rows == 1)
        check(cusparseCreateCsr(&M, n, n, entries, A.start, A.column, A.value, index, index,
                                first, type));
    else
        check(cusparseCreateSlicedEll(&M, n, n, entries, entries, A.rows, A.start, A.column,
                                      A.value, index, index, first, type));
    check(cusparseCreateDnVec(&X, n, (void *)x, type));
    check(cusparseCreateDnVec(&Y, n, y, type));
    check(cusparseSpMV_bufferSize(handle, none, &one, M, X, &zero, Y, type, best, &size));
    check(cudaMalloc(&buffer, size + 1));
    check(cusparseSpMV_preprocess(handle, none, &one, M, X, &zero, Y, type, best, buffer));
    return [=] {
        check(cusparseSpMV(handle, none, &one, M, X, &zero, Y, type, best, buffer));
    };
}
#endif

/* Times y = A x and prints a line. Returns how many of the compared rows are wrong. */
template <class real, class Launch> int measure(const char *name, const matrix<real> &A,
    double bytes, double copy_speed, real *y, Launch launch)
{
    const int n = A.m * A.m * A.m;
    const double u = sizeof(real) == 4 ? 0x1p-24 : 0x1p-53;
    std::vector<real> result(n, NAN);
    int wrong = 0;
    check(cudaMemcpy(y, result.data(), n * sizeof(real), cudaMemcpyDefault));
    time_of(1, 1, launch); /* a warm-up */
    const double seconds = time_of(5, 5, launch);
    printf("%-8s%-25s %5.1f bytes/row", sizeof(real) == 4 ? "float" : "double", name, bytes / n);
    if (gpu)
        printf(" %8.3f ms %5.0f GB/s %3.0f %% of copy", 1e3 * seconds, 1e-9 * bytes / seconds,
               100 * bytes / seconds / copy_speed);
    check(cudaMemcpy(result.data(), y, n * sizeof(real), cudaMemcpyDefault));
    for (int i = 0; i < n; i += 101) {
        double Ax = 0;
        for (int k = 0; k < WIDTH; k++)
            Ax += (k == WIDTH / 2 ? 26 : -1) * x_of(column_of(A.m, i, k));
        wrong += !(fabs(result[i] - Ax) <= 2 * 27 * u * 2 * 52); /* 2 k u sum |a x| */
    }
    puts(wrong ? " WRONG" : "");
    return wrong;
}

/* All products in one precision. `of` has the memory for both. */
template <class real> int measure_products(const matrix<double> &of, double copy_speed)
{
    const double v = sizeof(real), bytes = 27 * (v + 1 + 4 / 32.) + 2 * v;
    const int n = of.m * of.m * of.m;
    matrix<real> A = {of.m, SLICE, (real *)of.value, of.column, of.start, of.base, of.offset};
    real *x, *y;
    check(cudaMalloc(&x, n * sizeof(real))), check(cudaMalloc(&y, n * sizeof(real)));
    make<real><<<n / BLOCK, BLOCK>>>(A, x);
    int wrong = measure<real>("docs/spmv.cu (e)", A, bytes * n, copy_speed, y,
                              [&] { narrow<real><<<n / BLOCK, BLOCK>>>(A, x, y); });
#ifndef NO_VENDOR
    for (int k = 0; k < 2; k++) {
        A.rows = k == 0 ? 1 : vendor_rows(n);
        make<real><<<n / BLOCK, BLOCK>>>(A, x);
        wrong += measure<real>(vendor_names[k], A, (27 * (v + 4) + 4. / A.rows + 2 * v) * n,
                               copy_speed, y, vendor<real>(A, x, y));
    }
#endif
    return wrong;
}

int main(int argc, char **argv)
{
    const int m = argc > 1 ? atoi(argv[1]) : 256;
    if (argc > 2 || m < 32 || m > 256 || m % 32 != 0)
        return fputs("usage: roof [m]  (32, 64, .. 256; for m^3 rows)\n", stderr), 2;
    const int n = m * m * m;
    cudaDeviceProp card;
    check(cudaGetDeviceProperties(&card, 0));
    printf("%s, %d multiprocessors, L2 cache %.0f MB, memory %.0f GB\n", card.name,
           card.multiProcessorCount, 1e-6 * card.l2CacheSize, 1e-9 * card.totalGlobalMem);
    size_t size = 64; /* the power of two between 32 and 64 bytes for each row */
    while (size <= 32ul * n)
        size *= 2;
    const double copy_speed = measure_memory(card, size);
    matrix<double> A = {m};
    check(cudaMalloc(&A.value, WIDTH * n * sizeof *A.value));
    check(cudaMalloc(&A.column, WIDTH * n * sizeof *A.column));
    check(cudaMalloc(&A.start, (n + 1) * sizeof *A.start));
    check(cudaMalloc(&A.base, WIDTH * n / SLICE * sizeof *A.base));
    check(cudaMalloc(&A.offset, WIDTH * n));
    check(cudaMemset(A.start, 0, sizeof *A.start));
    const int wrong = measure_products<double>(A, copy_speed) +
                      measure_products<float>(A, copy_speed);
#ifdef NO_VENDOR
    puts(vendor_names[0]);
#endif
    return wrong > 0;
}
