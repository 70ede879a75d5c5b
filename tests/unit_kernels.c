/* tests/unit_kernels.c - every kernel in every pair of formats, against the oracle.
 *
 * The bounds are those of rounding-error analysis: a sum of c terms is wrong by at most
 * (c + 3) u times the sum of their magnitudes, u the roundoff of the coarser of the two
 * formats (3: the entry and the result are rounded, and one is left for second order).
 */
#include "fixture.h"
#include "tap.h"
#include <string.h>

struct contract {
#define MEMBER(V, S, result, name, arguments) result(*name) arguments;
    CONTRACT_X(MEMBER, , )
};

static const struct pair {
    enum format v, s;
    const char *name;
    struct contract kernel;
} pairs[] = {
#define ENTRY(V, S, result, name, arguments) .name = name##_##V##_##S,
#define PAIR(V, S)                           {FORMAT_##V, FORMAT_##S, #V "," #S, {CONTRACT_X(ENTRY, V, S)}},
    PAIRS_X(PAIR)};
enum { PAIRS = sizeof pairs / sizeof *pairs };

static double roundoff(const struct pair *P)
{
    double v = format_roundoff(P->v), s = format_roundoff(P->s);
    return v > s ? v : s;
}

/* (c + 3) u for the longest row. */
static double unit(const struct pair *P)
{
    return (27 + 3) * roundoff(P);
}

static void test_multiply(const struct fixture *F, int l, const struct pair *P,
                          const char *name)
{
    const struct level *A = &F->h->level[l];
    struct vector x = fixture_vector(F, l, P->v), y = fixture_vector(F, l, P->v),
                  b = fixture_vector(F, l, P->v);
    big *X = whole_create(F, l), *Y = whole_create(F, l), *B = whole_create(F, l),
        *bound = whole_create(F, l);
    fixture_noise(F, l, 1, &x, X);
    fixture_noise(F, l, 2, &b, B);
    P->kernel.spmv(A, &x, &y);
    oracle_multiply(&F->A[l], X, Y, unit(P), bound);
    small(fixture_error(F, l, &y, Y, bound, 0), 1, "%s: spmv", name);

    double norm = P->kernel.residual(A, &b, &x, &y), allowed = 0;
    for (int i = 0; i < F->A[l].n; i++) {
        Y[i] = B[i] - Y[i];
        bound[i] += (big)unit(P) * fabsl(B[i]);
    }
    small(fixture_error(F, l, &y, Y, bound, 0), 1, "%s: residual", name);
    allowed = (double)oracle_norm(F->A[l].n, bound) +
              F->A[l].n * 0x1p-53 * (double)oracle_norm(F->A[l].n, Y);
    small(fabs(norm - (double)oracle_norm(F->A[l].n, Y)), allowed, "%s: its norm", name);
    vector_free(&x);
    vector_free(&y);
    vector_free(&b);
    mem_free(X);
    mem_free(Y);
    mem_free(B);
    mem_free(bound);
}

static void test_sweeps(const struct fixture *F, int l, const struct pair *P,
                        const char *name)
{
    const struct level *A = &F->h->level[l];
    const struct oracle *O = &F->A[l];
    struct vector r = fixture_vector(F, l, P->v), z = fixture_vector(F, l, P->v);
    big *R = whole_create(F, l), *Z = whole_create(F, l), *bound = whole_create(F, l),
        *product = whole_create(F, l), *wrong = whole_create(F, l);
    fixture_noise(F, l, 3, &r, R);
    fixture_noise(F, l, 4, &z, Z);
    P->kernel.sweep(A, &r, &z);
    oracle_sweep(O, R, Z, (big)unit(P), bound);
    small(fixture_error(F, l, &z, Z, bound, 0), 1, "%s: sweep", name);

    for (int i = 0; i < A->n + A->halo_n; i++)
        vector_set(&z, i, NAN);
    memset(Z, 0, (size_t)O->n * sizeof(big));
    memset(bound, 0, (size_t)O->n * sizeof(big));
    P->kernel.sweep_zero(A, &r, &z);
    oracle_sweep(O, R, Z, (big)unit(P), bound);
    small(fixture_error(F, l, &z, Z, bound, 0), 1, "%s: sweep from zero", name);

    if (A->coarse_n > 0) { /* rc = R (r - A z), with the error that z brings along */
        struct vector rc = fixture_vector(F, l + 1, P->v);
        big *RC = whole_create(F, l + 1), *allowed = whole_create(F, l + 1);
        oracle_multiply(O, Z, product, (big)unit(P), wrong);
        for (int c = 0; c < O->coarse_n; c++) {
            int f = O->fine[c];
            RC[c] = R[f] - product[f];
            allowed[c] = wrong[f] + (big)unit(P) * fabsl(R[f]);
            for (size_t e = O->first[f]; e < O->first[f + 1]; e++)
                allowed[c] += fabsl(O->val[e]) * bound[O->col[e]];
        }
        P->kernel.restrict_residual(A, &r, &z, &rc);
        small(fixture_error(F, l + 1, &rc, RC, allowed, 0), 1, "%s: restriction", name);
        vector_free(&rc);
        mem_free(RC);
        mem_free(allowed);
    }
    vector_free(&r);
    vector_free(&z);
    mem_free(R);
    mem_free(Z);
    mem_free(bound);
    mem_free(product);
    mem_free(wrong);
}

static void test_prolong(const struct fixture *F, int l, const struct pair *P,
                         const char *name)
{
    const struct level *A = &F->h->level[l];
    struct vector z = fixture_vector(F, l, P->v), zc = fixture_vector(F, l + 1, P->s);
    big *Z = whole_create(F, l), *ZC = whole_create(F, l + 1),
        *bound = whole_create(F, l);
    fixture_noise(F, l, 5, &z, Z);
    fixture_noise(F, l + 1, 6, &zc, ZC);
    P->kernel.prolong_add(A, &zc, &z);
    for (int c = 0; c < F->A[l].coarse_n; c++) {
        int f = F->A[l].fine[c];
        bound[f] = 2 * (big)format_roundoff(P->v) * (fabsl(Z[f]) + fabsl(ZC[c]));
        Z[f] += ZC[c];
    }
    small(fixture_error(F, l, &z, Z, bound, 0), 1, "%s: prolongation", name);
    vector_free(&z);
    vector_free(&zc);
    mem_free(Z);
    mem_free(ZC);
    mem_free(bound);
}

static void test_updates(const struct fixture *F, const struct pair *P, const char *name)
{
    const struct level *A = &F->h->level[0];
    const double u = format_roundoff(P->v), us = format_roundoff(P->s), alpha = -1.0 / 3;
    int n = F->A[0].n;
    struct vector x = fixture_vector(F, 0, P->v), y = fixture_vector(F, 0, P->s);
    big *X = whole_create(F, 0), *Y = whole_create(F, 0), *bound = whole_create(F, 0);
    fixture_noise(F, 0, 7, &x, X);
    double norm = (double)oracle_norm(n, X);
    small(fabs(P->kernel.vector_norm(A, &x) - norm), n * 0x1p-53 * norm, "%s: norm",
          name);

    P->kernel.vector_scale(alpha, &x, &y);
    for (int i = 0; i < n; i++)
        Y[i] = (big)alpha * X[i];
    small(fixture_error(F, 0, &y, Y, NULL, us + 0x1p-52), 1, "%s: scale", name);

    fixture_noise(F, 0, 8, &y, Y);
    P->kernel.vector_add(&x, &y);
    for (int i = 0; i < n; i++) {
        bound[i] = 2 * (big)u * (fabsl(X[i]) + fabsl(Y[i]));
        X[i] += Y[i];
    }
    small(fixture_error(F, 0, &x, X, bound, 0), 1, "%s: add", name);
    vector_free(&x);
    vector_free(&y);
    mem_free(X);
    mem_free(Y);
    mem_free(bound);
}

/* max over all pairs of columns 0 .. k of |q_i'q_j - delta_ij|, over all ranks. */
static double loss_of_orthogonality(const struct basis *Q, int k)
{
    double worst = 0;
    for (int i = 0; i <= k; i++)
        for (int j = 0; j <= i; j++) {
            struct vector a = basis_column(Q, i), b = basis_column(Q, j);
            big sum = 0;
            for (int row = 0; row < Q->n; row++)
                sum += (big)vector_get(&a, row) * (big)vector_get(&b, row);
            double dot = (double)sum;
            MPI_OK(MPI_Allreduce(MPI_IN_PLACE, &dot, 1, MPI_DOUBLE, MPI_SUM,
                                 MPI_COMM_WORLD));
            worst = larger(fabs(dot - (i == j)), worst);
        }
    return worst;
}

/* How far the row is from w = Q h + beta q_k, in units of its rounding errors. */
static double misfit(const struct basis *Q, int k, const double *h, double beta, int row,
                     double w)
{
    big sum = -(big)w, size = fabs(w);
    for (int j = 0; j <= k; j++) {
        struct vector q = basis_column(Q, j);
        big term = (big)vector_get(&q, row) * (big)(j < k ? h[j] : beta);
        sum += term;
        size += fabsl(term);
    }
    return (double)(fabsl(sum) / size);
}

/* K vectors, of which every third nearly lies in the span of those before it: one pass
 * of Gram-Schmidt alone would leave it far from orthogonal. */
static void test_orthonormalize(const struct fixture *F, const struct pair *P,
                                const char *name)
{
    enum { MOST = 12 };
    const struct level *A = &F->h->level[0];
    const double u = roundoff(P), nearly = 64 * sqrt(u);
    struct basis Q = basis_create(P->s, A->n, MOST + 1, F->h->comm);
    struct vector w = fixture_vector(F, 0, P->v), q0 = basis_column(&Q, 0);
    double *before = NEW(double, (size_t)A->n, "w");
    big *W = whole_create(F, 0);
    fixture_noise(F, 0, 100, &w, W);
    for (int i = 0; i < A->n; i++)
        vector_set(&q0, i, vector_get(&w, i) / (double)oracle_norm(F->A[0].n, W));

    double h[MOST + 1], span = 0;
    for (int k = 1; k <= MOST; k++) {
        fixture_noise(F, 0, 100 + k, &w, W);
        for (int i = 0; i < A->n; i++) {
            double wi = vector_get(&w, i);
            if (k % 3 == 0) {
                wi *= nearly / sqrt(F->A[0].n);
                for (int j = 0; j < k; j++) {
                    struct vector q = basis_column(&Q, j);
                    wi += (1 + j % 2) * vector_get(&q, i);
                }
                vector_set(&w, i, wi);
            }
            before[i] = vector_get(&w, i);
        }
        double beta = P->kernel.orthonormalize(&Q, k, &w, h);
        for (int i = 0; i < A->n; i++)
            span = larger(misfit(&Q, k, h, beta, i, before[i]), span);
    }
    /* k terms in each of two passes, and the rounding of q_k */
    small(loss_of_orthogonality(&Q, MOST), 4 * (MOST + 2) * u,
          "%s: columns are orthonormal", name);
    small(span, 4 * (MOST + 2) * u, "%s: w = Q h + beta q", name);

    double t[MOST];
    for (int j = 0; j < MOST; j++)
        t[j] = noise(9, j);
    P->kernel.basis_combine(&Q, MOST, t, &w);
    double error = 0;
    for (int i = 0; i < A->n; i++)
        error = larger(misfit(&Q, MOST - 1, t, t[MOST - 1], i, vector_get(&w, i)), error);
    small(error, (2 * MOST + 4) * format_roundoff(P->v), "%s: combination", name);
    mem_free(before);
    mem_free(W);
    vector_free(&w);
    basis_free(&Q);
}

static void test_problem(int nx, int ny, int nz, enum stencil_values values,
                         enum row_order order)
{
    struct fixture F = fixture_create((int[3]){nx, ny, nz}, values, order);
    for (int k = 0; k < PAIRS; k++) {
        char name[128];
        for (int l = 0; l < F.h->levels; l++) {
            snprintf(name, sizeof name,
                     "%s, values %d, %s order, level %d of %d x %d x %d", pairs[k].name,
                     (int)values, order == ORDER_COLOR ? "color" : "natural", l, nx, ny,
                     nz);
            test_multiply(&F, l, &pairs[k], name);
            test_sweeps(&F, l, &pairs[k], name);
            if (l + 1 < F.h->levels)
                test_prolong(&F, l, &pairs[k], name);
        }
        test_updates(&F, &pairs[k], name);
        test_orthonormalize(&F, &pairs[k], name);
    }
    fixture_free(&F);
}

int main(int argc, char **argv)
{
    start(&argc, &argv);
    for (int order = ORDER_NATURAL; order <= ORDER_COLOR; order++) {
        test_problem(8, 8, 8, STENCIL_SYMMETRIC, (enum row_order)order);
        test_problem(8, 16, 24, STENCIL_CONVECTION, (enum row_order)order);
        test_problem(8, 8, 16, STENCIL_NONSYMMETRIC, (enum row_order)order);
    }
    return done();
}
