/* common/cbgmres/rgs.c - randomized Gram-Schmidt (11.4); see rgs.h. */
#include "rgs.h"
#include "device.h"
#include "error.h"
#include "kernels.h"
#include "memory.h"
#include "phase.h"
#include <math.h>

/* With fewer rows, the small problem costs more than the passes that are saved. */
enum { ROWS_PER_NUMBER = 4 };

/* Bounds of ||S q_1|| / ||q_1||: 0.3 is six standard deviations of the shortest sketch. */
static const double LEAST_NORM = 0.7, MOST_NORM = 1.4;

/* A remainder below NOISE roundoffs of w is zero up to rounding. */
static const double NOISE = 16;

struct rgs rgs_create(int n, int restart, MPI_Comm comm)
{
    const size_t k = (size_t)restart,
                 length = (4 * k + SKETCH_BLOCK - 1) / SKETCH_BLOCK * SKETCH_BLOCK,
                 d = length > MOST_SKETCH ? 0 : length;
    int64_t end = n, rows = n;
    MPI_OK(MPI_Scan(&rows, &end, 1, MPI_INT64_T, MPI_SUM, comm));
    MPI_OK(MPI_Allreduce(MPI_IN_PLACE, &rows, 1, MPI_INT64_T, MPI_SUM, comm));
    return (struct rgs){
        .S = {.d = (int)d,
              .first = end - n,
              .partial = device_alloc(2 * d * SKETCH_TEAMS, sizeof(double),
                                      "sketches of the teams")},
        .most = restart,
        .unusable = d == 0 ? "cycles are too long for a sketch"
                    : rows < (int64_t)(ROWS_PER_NUMBER * d)
                        ? "fewer than four rows for each number of a sketch"
                        : NULL,
        .U = mem_zero(d * k, sizeof(double), "sketch of the basis"),
        .R = mem_zero(k * k, sizeof(double), "sketch of the basis"),
        .s = NEW(double, 2 * d, "sketches of two vectors")};
}

void rgs_free(struct rgs *B)
{
    device_free(B->S.partial);
    mem_free(B->U);
    mem_free(B->R);
    mem_free(B->s);
}

const char *rgs_start(struct rgs *B, int seed)
{
    B->S.seed = (uint64_t)seed;
    return B->unusable;
}

double rgs_ratio(const struct rgs *B, int k)
{
    return 1 - (double)k / B->S.d;
}

double rgs_safe_ratio(const struct rgs *B, int k)
{
    return rgs_ratio(B, k) * (1 - 2 / sqrt(B->S.d));
}

/* ---- The small problem ---- */

static double norm(int d, const double *x)
{
    double sum = 0;
#pragma omp simd reduction(+ : sum)
    for (int l = 0; l < d; l++)
        sum += x[l] * x[l];
    return sqrt(sum);
}

/* c = U'x,  x -= U c   with the first k columns of U */
static void project(const struct rgs *B, int k, double *restrict x, double *c)
{
    const int d = B->S.d;
    for (int j = 0; j < k; j++) {
        const double *u = B->U + (size_t)j * (size_t)d;
        double sum = 0;
#pragma omp simd reduction(+ : sum)
        for (int l = 0; l < d; l++)
            sum += u[l] * x[l];
        c[j] = sum;
    }
    for (int j = 0; j < k; j++) {
        const double *u = B->U + (size_t)j * (size_t)d;
#pragma omp simd
        for (int l = 0; l < d; l++)
            x[l] -= c[j] * u[l];
    }
}

/* R h = h with the first k rows and columns. A column that depends on those before it
 * has the coefficient 0. */
static void solve_triangular(const struct rgs *B, int k, double *h)
{
    for (int j = k - 1; j >= 0; j--) {
        const double *R = B->R + (size_t)j * (size_t)B->most; /* its column j */
        h[j] = R[j] != 0 ? h[j] / R[j] : 0;
        for (int i = 0; i < j; i++)
            h[i] -= R[i] * h[j];
    }
}

double rgs_orthonormalize(struct rgs *B, struct basis *Q, int k, struct vector *w,
                          double *h)
{
    const int d = B->S.d;
    double *s = B->s, *p = s + d, *c = B->R + (size_t)(k - 1) * (size_t)B->most;
    double *u = B->U + (size_t)(k - 1) * (size_t)d;

    basis_sketch(Q, k - 1, &B->S, w, s); /*     s = S q_k,  p = S w              */
    phase_begin(PHASE_ORTHO, 0);
    if (k == 1) {
        const double first = norm(d, s);
        if (first < LEAST_NORM || first > MOST_NORM) {
            phase_end(0);
            B->unusable = "the sketch changes the norm of the residual";
            return 0;
        }
        B->unit = 1 / first;
    }
    for (int l = 0; l < 2 * d; l++)
        s[l] *= B->unit; /*                     S = S / ||S q_1||                */
    project(B, k - 1, s, c); /*                 c = U's,  s -= U c               */
    c[k - 1] = norm(d, s);   /*                 c_k = ||s||                      */
    for (int l = 0; l < d; l++)
        u[l] = c[k - 1] > 0 ? s[l] / c[k - 1] : 0; /*   u_k = s / c_k            */
    const double before = norm(d, p);
    project(B, k, p, h); /*                     h = U'p,  p -= U h               */
    const double beta = norm(d, p); /*          beta = ||p||                     */
    solve_triangular(B, k, h); /*               h = R^-1 h                       */
    phase_flops(PHASE_ORTHO, 0, 8.0 * d * k);
    phase_end(0); /* U is in the cache */
    if (beta <= NOISE * format_roundoff(w->format) * before)
        return 0;
    if (isfinite(beta))
        basis_append(Q, k, h, beta, w); /*      w -= Q h,  q_{k+1} = w / beta    */
    return beta;
}
