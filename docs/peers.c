/* docs/peers.c - y = A x and the solution of L z = r by other libraries for a CPU.
 *
 *   python3 -m venv peers && peers/bin/pip install mkl mkl-include      (oneMKL)
 *   gcc -O2 -DNO_RSB -Ipeers/include docs/peers.c -o build/peers peers/lib/libmkl_rt.so.3
 *   apt install librsb-dev && gcc -O2 -DNO_MKL docs/peers.c -o build/peers -lrsb
 *   OMP_NUM_THREADS=1 LD_LIBRARY_PATH=peers/lib build/peers 104
 * A is the benchmark's matrix with m^3 rows in natural order, L its lower triangle with the
 * diagonal; in double, with -DSINGLE in float. The libraries optimize them before the clock
 * starts, and the output is the median time of 11 calls, as in the verb kernels. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#ifdef SINGLE
typedef float real;
#define MKL(function) mkl_sparse_s_##function
#else
typedef double real;
#define MKL(function) mkl_sparse_d_##function
#endif
#if !defined NO_MKL && __has_include(<mkl.h>)
#include <mkl.h>
#endif
#if !defined NO_RSB && __has_include(<rsb.h>)
#include <rsb.h>
#endif
struct matrix {
    int count, *start, *column; /* value[k] is in column[k]; row i begins at start[i] */
    real *value;
};
/* The entries of m^3 rows in columns up to the row plus `above`, and y += A x. */
static struct matrix create(int m, int above, const real *x, real *y)
{
    const int n = m * m * m;
    struct matrix A = {0, calloc(n + 1, sizeof(int)), calloc(n, 27 * sizeof(int)), calloc(n, 27 * sizeof *x)};
    for (int i = 0; i < n; A.start[++i] = A.count)
        for (int p = 0; p < 27; p++) {
            const int a = i % m + p % 3 - 1, b = i / m % m + p / 3 % 3 - 1, c = i / m / m + p / 9 - 1;
            const int j = (c * m + b) * m + a;
            if (a < 0 || b < 0 || c < 0 || a >= m || b >= m || c >= m || j > i + above)
                continue;
            A.column[A.count] = j;
            y[i] += (A.value[A.count++] = i == j ? 26 : -1) * x[j];
        }
    return A;
}

static int ascending(const void *a, const void *b)
{
    return (*(double *)a > *(double *)b) - (*(double *)a < *(double *)b);
}

/* Prints the median time of a call, which returns 0 and stores `wanted` in y. */
#define TIME(name, wanted, call)                                                                  \
    for (int k = 0; k < 11; k++) {                                                                \
        struct timespec s, t;                                                                     \
        clock_gettime(CLOCK_MONOTONIC, &s);                                                       \
        const int status = call;                                                                  \
        clock_gettime(CLOCK_MONOTONIC, &t);                                                       \
        ms[k] = 1e3 * (t.tv_sec - s.tv_sec) + 1e-6 * (t.tv_nsec - s.tv_nsec);                     \
        for (int i = 0; i < n; i++)                                                               \
            if (status || !(y[i] < wanted[i] + 1e-3 && y[i] > wanted[i] - 1e-3))                  \
                return fprintf(stderr, "peers: %s: row %d is wrong\n", name, i), 1;               \
    }                                                                                             \
    qsort(ms, 11, sizeof *ms, ascending);                                                         \
    libraries += printf("%s, f%d: %.3f ms\n", name, 8 * (int)sizeof(real), ms[5])

int main(int count, char **arguments)
{
    const int m = count == 2 ? atoi(arguments[1]) : 0, n = m * m * m;
    if (m < 1 || m > 128)
        return fprintf(stderr, "peers: one argument m, 1 to 128: the matrix has m^3 rows\n"), 2;
    real *x = calloc(4 * n, sizeof *x), *y = x + n, *Ax = y + n, *Lx = Ax + n;
    for (int i = 0; i < n; i++)
        x[i] = i % 17;
    const struct matrix A = create(m, n, x, Ax), L = create(m, 0, x, Lx);
    double ms[11], libraries = 0;
#ifdef INTEL_MKL_VERSION
    const struct matrix_descr all = {.type = SPARSE_MATRIX_TYPE_GENERAL}, lower = {
        SPARSE_MATRIX_TYPE_TRIANGULAR, SPARSE_FILL_MODE_LOWER, SPARSE_DIAG_NON_UNIT};
    sparse_matrix_t P, S;
    MKL(create_csr)(&P, SPARSE_INDEX_BASE_ZERO, n, n, A.start, A.start + 1, A.column, A.value);
    MKL(create_csr)(&S, SPARSE_INDEX_BASE_ZERO, n, n, L.start, L.start + 1, L.column, L.value);
    mkl_sparse_set_mv_hint(P, SPARSE_OPERATION_NON_TRANSPOSE, all, 1000), mkl_sparse_optimize(P);
    mkl_sparse_set_sv_hint(S, SPARSE_OPERATION_NON_TRANSPOSE, lower, 1000), mkl_sparse_optimize(S);
    TIME("oneMKL, y = A x", Ax, MKL(mv)(SPARSE_OPERATION_NON_TRANSPOSE, 1, P, all, x, 0, y));
    TIME("oneMKL, L z = r", x, MKL(trsv)(SPARSE_OPERATION_NON_TRANSPOSE, 1, S, lower, Lx, y));
#endif
#ifdef RSB_RSB_H_INCLUDED
#define MATRIX(M, flags) \
    rsb_mtx_alloc_from_csr_const(M.value, M.start, M.column, M.count, type, n, n, 0, 0, flags, NULL)
    const rsb_type_t type = sizeof(real) == 4 ? RSB_NUMERICAL_TYPE_FLOAT : RSB_NUMERICAL_TYPE_DOUBLE;
    const real one = 1, zero = 0;
    rsb_lib_init(RSB_NULL_INIT_OPTIONS);
    const struct rsb_mtx_t *Q = MATRIX(A, RSB_FLAG_NOFLAGS), *T = MATRIX(L, RSB_FLAG_LOWER_TRIANGULAR);
    TIME("librsb, y = A x", Ax, rsb_spmv(RSB_TRANSPOSITION_N, &one, Q, x, 1, &zero, y, 1));
    TIME("librsb, L z = r", x, rsb_spsv(RSB_TRANSPOSITION_N, &one, T, Lx, 1, y, 1));
#endif
    if (!libraries)
        puts("peers: compiled without oneMKL and without librsb");
}
