/* common/problem/linear_system.c - reads or makes matrix, right-hand side and preconditioner. */
#include "linear_system.h"
#include "device.h"
#include "error.h"
#include "generated.h"
#include "ilu.h"
#include "kernels.h"
#include "matrix_market.h"
#include "memory.h"
#include "phase.h"
#include <inttypes.h>
#include <math.h>
#include <string.h>

enum { TAG_MATRIX = 21, TAG_ILU, TAG_FACTORS }; /* of the halo plans */

struct csr linear_system_matrix(const char *input, MPI_Comm comm, struct blocks *rows)
{
    int points, rank;
    enum generated g = generated_find(input, &points);
    if (g == GENERATED)
        return matrix_market_matrix(input, comm, rows);
    if (points == 0)
        fail_all(EXIT_USAGE, "--input=%s: a whole number from 2 to %d is needed", input,
                 generated_most(g));
    MPI_OK(MPI_Comm_rank(comm, &rank));
    MPI_OK(MPI_Comm_size(comm, &rows->ranks));
    return generated_matrix(g, points, rank, rows);
}

/* The diagonal; 0 where there is none. missing: rows without an entry count, else rows
 * whose diagonal is zero; the first of them over all ranks ends the run. */
static double *diagonal(const struct csr *A, int64_t first, int missing, const char *who,
                        MPI_Comm comm)
{
    double *d = NEW(double, (size_t)A->n, "diagonal");
    int64_t bad = INT64_MAX;
    for (int i = A->n - 1; i >= 0; i--) {
        int there = 0;
        d[i] = 0;
        for (size_t e = A->ptr[i]; e < A->ptr[i + 1]; e++)
            if (A->col[e] == i) {
                d[i] = A->val[e];
                there = 1;
            }
        if (missing ? !there : d[i] == 0)
            bad = first + i;
    }
    MPI_OK(MPI_Allreduce(MPI_IN_PLACE, &bad, 1, MPI_INT64_T, MPI_MIN, comm));
    if (bad != INT64_MAX)
        fail_all(EXIT_USAGE,
                 "row %" PRId64 " has %s on its diagonal: --preconditioner=%s divides by "
                 "it; take another",
                 bad + 1, missing ? "no entry" : "a zero", who);
    return d;
}

/* diag(1 / d_i) as a matrix. */
static struct csr inverse_of(const double *d, int n)
{
    struct csr D = {.n = n,
                    .columns = n,
                    .ptr = NEW(size_t, (size_t)n + 1, "row pointers"),
                    .col = NEW(int, (size_t)n, "columns"),
                    .val = NEW(double, (size_t)n, "matrix values"),
                    .remote = NEW(int64_t, 0, "remote columns")};
    D.ptr[0] = 0;
    for (int i = 0; i < n; i++) {
        D.ptr[i + 1] = (size_t)i + 1;
        D.col[i] = i;
        D.val[i] = 1 / d[i];
    }
    return D;
}

static void divide_rows(struct csr *A, const double *d)
{
    for (int i = 0; i < A->n; i++)
        for (size_t e = A->ptr[i]; e < A->ptr[i + 1]; e++)
            A->val[e] /= d[i];
}

/* The factors of the preconditioner; how many there are. */
static int make_factors(const struct csr *A, const struct blocks *rows, int64_t first,
                        enum precond_kind kind, MPI_Comm comm, struct csr factor[2])
{
    if (kind == PRECOND_JRIGHT) {
        double *d = diagonal(A, first, 0, "jright", comm);
        factor[0] = inverse_of(d, A->n);
        mem_free(d);
        return 1;
    }
    if (kind == PRECOND_ILU) {
        mem_free(diagonal(A, first, 1, "ilu", comm));
        int64_t bad = ilu_inverses(A, rows, TAG_ILU, comm, factor);
        if (bad >= 0)
            fail_all(EXIT_USAGE,
                     "row %" PRId64 ": the pivot of ILU(0) is zero or not finite; take "
                     "another preconditioner",
                     bad + 1);
        return 2;
    }
    return 0;
}

/* x_i = sin(i), i = 1 .. n, of norm 1. */
static double *sine(int64_t first, int n, MPI_Comm comm)
{
    double *x = NEW(double, (size_t)n, "solution"), squares = 0;
    for (int i = 0; i < n; i++) {
        x[i] = sin((double)(first + i + 1));
        squares += x[i] * x[i];
    }
    sum_over_ranks(&squares, 1, comm);
    for (int i = 0; i < n; i++)
        x[i] /= sqrt(squares);
    return x;
}

/* b, and the solution where it is known. d: what the rows were divided by, or NULL. */
static struct vector right_hand_side(const char *rhs, const struct level *A,
                                     const struct blocks *rows, int64_t first,
                                     const double *d, MPI_Comm comm, double **exact)
{
    struct vector b = vector_create(F64, A->n, 0, "right-hand side");
    const size_t bytes = (size_t)A->n * sizeof(double);
    *exact = NULL;
    if (strcmp(rhs, "sine") == 0) {
        struct vector x = vector_create(F64, A->n, A->halo_n, "solution");
        *exact = sine(first, A->n, comm);
        device_put(x.at, *exact, bytes);
        spmv(A, &x, &b);
        vector_free(&x);
        return b;
    }
    double *values = NEW(double, (size_t)A->n, "right-hand side");
    if (strcmp(rhs, "ones") == 0)
        for (int i = 0; i < A->n; i++)
            values[i] = 1;
    else
        matrix_market_vector(rhs, rows, comm, values);
    for (int i = 0; d && i < A->n; i++)
        values[i] /= d[i];
    device_put(b.at, values, bytes);
    mem_free(values);
    return b;
}

static struct level as_level(struct csr A, const struct blocks *rows,
                             const struct policy *policy, int tag, MPI_Comm comm)
{
    format_set need = 1u << F64 | 1u << policy->matrix[policy->inner];
    return level_from_csr(A, 1, rows, blocks_owner, blocks_local, need, policy->matrix, 0,
                          tag, comm);
}

struct linear_system linear_system_create(struct csr A, const struct blocks *rows,
                                          const char *rhs, enum precond_kind kind,
                                          const struct policy *policy, MPI_Comm comm)
{
    struct linear_system S;
    struct csr factor[2];
    struct level F[2];
    int rank;
    double start = now(), *d = NULL;
    MPI_OK(MPI_Comm_rank(comm, &rank));
    const int64_t first = blocks_first(rows, rank);
    if (kind == PRECOND_JLEFT) {
        d = diagonal(&A, first, 0, "jleft", comm);
        divide_rows(&A, d);
    }
    int factors = make_factors(&A, rows, first, kind, comm, factor);
    struct level level = as_level(A, rows, policy, TAG_MATRIX, comm);
    for (int k = 0; k < factors; k++)
        F[k] = as_level(factor[k], rows, policy, TAG_FACTORS + k, comm);
    S.M = precond_product(F, factors, policy);
    struct vector b = right_hand_side(rhs, &level, rows, first, d, comm, &S.exact);
    S.h = hierarchy_of(level, b, comm);
    S.h->setup_seconds = now() - start;
    mem_free(d);
    return S;
}

void linear_system_free(struct linear_system *S)
{
    hierarchy_free(S->h);
    mem_free(S->exact);
}
