/* docs/hpgmxp.c - the HPG-MxP benchmark in one file: plain C, one thread, no MPI.
 *
 *   gcc -O2 -std=c17 docs/hpgmxp.c -o hpgmxp -lm && ./hpgmxp 32
 *
 * The program solves A x = b on a grid of 32^3 points twice: with all numbers in
 * double, and with all numbers inside a cycle of GMRES in float (GMRES-IR). The
 * numbers (1.1) to (1.11) are those of the equations in docs/01-benchmark.md.
 * -std=c17 forbids gcc to compute a * b + c with a single rounding error, which can
 * change the number of iterations.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { LEVELS = 4, RESTART = 30, ITERATION_LIMIT = 5000 };
static const double TOLERANCE = 1e-9;

/* ---- 1. Vectors, in double or in float ---- */

enum precision { DOUBLE, FLOAT };

struct vector {
    int n;
    double *d; /* n numbers, or NULL if the vector is in float */
    float *f;  /* n numbers, or NULL if the vector is in double */
};

static void *allocate(size_t count, size_t size)
{
    void *memory = calloc(count, size);
    if (memory || count == 0)
        return memory;
    fprintf(stderr, "hpgmxp: there is not enough memory\n");
    exit(3);
}

static struct vector vector_create(int n, enum precision p)
{
    return (struct vector){n, p == DOUBLE ? allocate(n, sizeof(double)) : NULL,
                           p == FLOAT ? allocate(n, sizeof(float)) : NULL};
}

static void vector_free(struct vector x)
{
    free(x.d);
    free(x.f);
}

static double get(struct vector x, int i)
{
    return x.d ? x.d[i] : x.f[i];
}

/* x_i = value, rounded to the precision of x */
static void put(struct vector x, int i, double value)
{
    if (x.d)
        x.d[i] = value;
    else
        x.f[i] = (float)value;
}

/* y = alpha x */
static void scale(double alpha, struct vector x, struct vector y)
{
    for (int i = 0; i < x.n; i++)
        put(y, i, alpha * get(x, i));
}

/* y += alpha x, in the precision of y */
static void axpy(double alpha, struct vector x, struct vector y)
{
    for (int i = 0; i < x.n; i++)
        if (y.d)
            y.d[i] += alpha * get(x, i);
        else
            y.f[i] += (float)alpha * x.f[i];
}

/* x'y, summed in double in both precisions */
static double dot(struct vector x, struct vector y)
{
    double sum = 0;
    for (int i = 0; i < x.n; i++)
        sum += get(x, i) * get(y, i);
    return sum;
}

static double norm(struct vector x)
{
    return sqrt(dot(x, x));
}

/* ---- 2. The matrix of a grid of m^3 points ---- */

/* A level of multigrid; the next coarser one follows it in an array of levels. Row
 * i of its matrix has the entries start[i] .. start[i + 1] - 1. */
struct level {
    int n, *start, *column;    /* n rows in compressed sparse row format */
    int *diagonal;             /* the entry a_ii of each row */
    double *d;                 /* the values of the entries in double, ... */
    float *f;                  /* ... and in float */
    int coarse_n, *coarse_row; /* the rows of the points of the next coarser grid */
    struct vector rc[2], zc[2]; /* r and z on the next coarser grid, by precision */
};

/* 26 on the diagonal and -1 for each neighbor of a point (1.1). Every second point
 * in each direction is also a point of the next coarser grid, if there is one. The
 * matrices exist until the program ends. */
static struct level level_create(int m, int has_coarser)
{
    const int n = m * m * m;
    struct level A = {.n = n, .start = allocate(n + 1, sizeof(int))};
    A.column = allocate(27 * (size_t)n, sizeof(int));
    A.diagonal = allocate(n, sizeof(int));
    A.d = allocate(27 * (size_t)n, sizeof(double));
    A.f = allocate(27 * (size_t)n, sizeof(float));
    A.coarse_row = allocate(n / 8, sizeof(int));
    for (int i = 0, e = 0; i < n; i++) {
        const int x = i % m, y = i / m % m, z = i / m / m;
        if (has_coarser && x % 2 == 0 && y % 2 == 0 && z % 2 == 0)
            A.coarse_row[A.coarse_n++] = i;
        for (int c = z - 1; c <= z + 1; c++)
            for (int b = y - 1; b <= y + 1; b++)
                for (int a = x - 1; a <= x + 1; a++) {
                    if (a < 0 || a >= m || b < 0 || b >= m || c < 0 || c >= m)
                        continue; /* (a, b, c) is not in the grid */
                    const int j = (c * m + b) * m + a;
                    if (j == i)
                        A.diagonal[i] = e;
                    A.column[e] = j;
                    A.d[e] = A.f[e] = j == i ? 26 : -1;
                    e++;
                }
        A.start[i + 1] = e;
    }
    for (enum precision p = DOUBLE; p <= FLOAT; p++) {
        A.rc[p] = vector_create(A.coarse_n, p);
        A.zc[p] = vector_create(A.coarse_n, p);
    }
    return A;
}

/* ---- 3. Kernels that read the matrix ---- */

/* b_i - sum_j a_ij x_j: one entry of row i after the other is subtracted. */
static double row_double(const struct level *A, int i, double b, const double *x)
{
    for (int e = A->start[i]; e < A->start[i + 1]; e++)
        b -= A->d[e] * x[A->column[e]];
    return b;
}

static float row_float(const struct level *A, int i, float b, const float *x)
{
    for (int e = A->start[i]; e < A->start[i + 1]; e++)
        b -= A->f[e] * x[A->column[e]];
    return b;
}

static double row(const struct level *A, int i, double b, struct vector x)
{
    return x.d ? row_double(A, i, b, x.d) : row_float(A, i, (float)b, x.f);
}

/* y = A x */
static void multiply(const struct level *A, struct vector x, struct vector y)
{
    for (int i = 0; i < A->n; i++)
        put(y, i, -row(A, i, 0, x));
}

/* One Gauss-Seidel sweep, z += S (r - A z): row after row of A z = r is solved for
 * z_i (1.9). If it starts with z = 0, it computes (D + L)^-1 r (1.6). */
static void sweep(const struct level *A, struct vector r, struct vector z)
{
    for (int i = 0; i < A->n; i++)
        if (z.d)
            z.d[i] += row_double(A, i, r.d[i], z.d) / A->d[A->diagonal[i]];
        else
            z.f[i] += row_float(A, i, r.f[i], z.f) / A->f[A->diagonal[i]];
}

/* ---- 4. The preconditioner ---- */

/* One V-cycle computes z = M^-1 r. R selects the coarse points, and P = R'. */
static void vcycle(const struct level *A, struct vector r, struct vector z)
{
    scale(0, r, z);
    sweep(A, r, z); /*                            z  = (D + L)^-1 r         (1.6) */
    if (A->coarse_n == 0)
        return;
    const enum precision p = r.d ? DOUBLE : FLOAT;
    const struct vector rc = A->rc[p], zc = A->zc[p];
    for (int c = 0; c < A->coarse_n; c++) {
        const int i = A->coarse_row[c];
        const double Az = -row(A, i, 0, z);
        put(rc, c, get(r, i) - Az); /*            rc = R (r - A z)          (1.7) */
    }
    vcycle(A + 1, rc, zc); /*                     zc = M_c^-1 rc                  */
    for (int c = 0; c < A->coarse_n; c++) {
        const int i = A->coarse_row[c];
        put(z, i, get(z, i) + get(zc, c)); /*     z  = z + P zc             (1.8) */
    }
    sweep(A, r, z); /*                            z  = z + S (r - A z)      (1.9) */
}

/* ---- 5. One cycle of GMRES ---- */

/* Equations count the columns of the basis from q_1, and C arrays count from 0:
 * column q_k is Q[k - 1]. */
struct krylov {
    struct vector Q[RESTART + 1], z, w;
    double R[RESTART][RESTART];    /* columns of H, made triangular by rotations */
    double c[RESTART], s[RESTART]; /* cosines and sines of the rotations */
    double g[RESTART + 1];         /* the right-hand side rho e_1, rotated */
};

/* CGS2 (1.5): makes w orthogonal to q_1 .. q_k, twice because of rounding errors.
 * Stores the k coefficients in h, beta below them, and q_{k+1}. */
static void orthonormalize(struct vector *Q, int k, struct vector w, double *h)
{
    double more[RESTART];
    for (int j = 0; j < k; j++)
        h[j] = 0;
    for (int pass = 1; pass <= 2; pass++) {
        for (int j = 0; j < k; j++)
            more[j] = dot(Q[j], w); /*            h' = Q'w                        */
        for (int j = 0; j < k; j++) {
            axpy(-more[j], Q[j], w); /*           w  = w - Q h'                   */
            h[j] += more[j]; /*                   h  = h + h'                     */
        }
    }
    h[k] = norm(w); /*                            beta = ||w||                    */
    scale(1 / h[k], w, Q[k]); /*                  q_{k+1} = w / beta              */
}

/* Applies the earlier rotations to column k of H, which is h[0 .. k], and a new one
 * that makes h[k] zero. Returns |g_{k+1}|, the residual norm after k steps. */
static double rotate(struct krylov *K, int k, double *h)
{
    const int last = k - 1;
    for (int i = 0; i < last; i++) {
        const double above = h[i], below = h[i + 1];
        K->R[last][i] = K->c[i] * above + K->s[i] * below;
        h[i + 1] = K->c[i] * below - K->s[i] * above;
    }
    const double length = hypot(h[last], h[k]);
    const double c = h[last] / length, s = h[k] / length;
    K->R[last][last] = c * h[last] + s * h[k];
    K->g[k] = -s * K->g[last];
    K->g[last] = c * K->g[last];
    K->c[last] = c;
    K->s[last] = s;
    return fabs(K->g[k]);
}

/* Adds a correction to x, whose residual is r. Ends after RESTART steps, or when
 * the residual norm is at most `target`. Returns the number of steps. */
static int cycle(const struct level *A, struct krylov *K, struct vector r,
                 double target, struct vector x)
{
    double h[RESTART + 1], t[RESTART], estimate, rho = norm(r);
    int k = 0;
    scale(1 / rho, r, K->Q[0]); /*                q_1 = r / rho             (1.2) */
    K->g[0] = rho;
    do { /*                                       for k = 1, 2, ...         (1.3) */
        vcycle(A, K->Q[k++], K->z); /*                z = M^-1 q_k                */
        multiply(A, K->z, K->w); /*                   w = A z                     */
        orthonormalize(K->Q, k, K->w, h); /*          h, beta, q_{k+1}            */
        estimate = rotate(K, k, h); /*                |g_{k+1}|                   */
    } while (k < RESTART && estimate > target);

    scale(0, K->w, K->w);
    for (int i = k - 1; i >= 0; i--) { /*         R t = g                   (1.4) */
        t[i] = K->g[i];
        for (int j = i + 1; j < k; j++)
            t[i] -= K->R[j][i] * t[j];
        t[i] /= K->R[i][i];
    }
    for (int j = 0; j < k; j++)
        axpy(t[j], K->Q[j], K->w); /*             w = Q t                         */
    vcycle(A, K->w, K->z); /*                     z = M^-1 w                      */
    axpy(1, K->z, x); /*                          x = x + z, in double            */
    return k;
}

/* ---- 6. The benchmark ---- */

/* The operations of a cycle of k steps, as the benchmark counts them (1.11). */
static double cycle_flops(const struct level *A, double k)
{
    const double N = A->n, Z = A->start[A->n];
    double F_M = 0;
    for (; A->coarse_n > 0; A++)
        F_M += 3.0 * A->start[A->n] + 2.0 * A[1].start[A[1].n] + A[1].n;
    F_M += 2.0 * A->start[A->n];
    return 4 * k * (k + 1) * N + 3 * k * N + 2 * (k + 1) * Z + (7 + 2 * k) * N +
           (k + 1) * F_M;
}

struct result {
    int iterations;
    double seconds, flops;
};

/* Iterative refinement: solves A x = b, starting with x = 0. Precision p is that of
 * the cycles; x and its residual are always in double. */
static struct result solve(const struct level *A, struct vector b, enum precision p)
{
    struct result result = {0};
    struct vector x = vector_create(A->n, DOUBLE), r = vector_create(A->n, DOUBLE);
    struct krylov K = {.z = vector_create(A->n, p), .w = vector_create(A->n, p)};
    for (int j = 0; j <= RESTART; j++)
        K.Q[j] = vector_create(A->n, p);

    const clock_t start = clock();
    const double target = TOLERANCE * norm(b);
    scale(1, b, r);
    while (norm(r) > target && result.iterations < ITERATION_LIMIT) {
        const int k = cycle(A, &K, r, target, x);
        for (int i = 0; i < A->n; i++)
            r.d[i] = row(A, i, b.d[i], x); /*     r = b - A x               (1.2) */
        result.iterations += k;
        result.flops += cycle_flops(A, k);
    }
    result.seconds = (double)(clock() - start) / CLOCKS_PER_SEC;

    printf("%s %4d iterations, residual %.2e, %.3f s, %.3f GFLOP/s\n",
           p == DOUBLE ? "double" : "mixed ", result.iterations, norm(r) / norm(b),
           result.seconds, 1e-9 * result.flops / result.seconds);
    for (int j = 0; j <= RESTART; j++)
        vector_free(K.Q[j]);
    vector_free(K.z);
    vector_free(K.w);
    vector_free(x);
    vector_free(r);
    return result;
}

int main(int argc, char **argv)
{
    const int m = argc == 2 ? atoi(argv[1]) : 0;
    if (m < 8 || m > 400 || m % 8 != 0) {
        fprintf(stderr, "usage: hpgmxp m  (8, 16, .. 400; for m^3 points)\n");
        return 2;
    }
    struct level A[LEVELS];
    for (int l = 0; l < LEVELS; l++)
        A[l] = level_create(m >> l, l + 1 < LEVELS);
    struct vector x = vector_create(A->n, DOUBLE), b = vector_create(A->n, DOUBLE);
    for (int i = 0; i < A->n; i++)
        x.d[i] = 1;
    multiply(A, x, b); /*                         b = A 1                   (1.1) */

    const struct result d = solve(A, b, DOUBLE), f = solve(A, b, FLOAT);
    const double penalty = fmin(1, (double)d.iterations / f.iterations);
    printf("rating %.3f GFLOP/s, with the factor %d/%d for iterations\n",
           1e-9 * f.flops / f.seconds * penalty, d.iterations, f.iterations);
    return 0;
}
