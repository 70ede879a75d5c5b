/* common/cbgmres/linear_system.c - sets up matrix, right-hand side and
 * preconditioner. */
#include "linear_system.h"
#include "clock.h"
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

enum { TAG_MATRIX = 21, TAG_FACTORS }; /* MPI tags of the halo plans */

/* The model problem that `input` names, or GENERATED. */
static enum generated find_generated(const char *input, int *points)
{
    enum generated g = generated_find(input, points);
    if (g != GENERATED && *points == 0)
        fail_all(EXIT_USAGE, "--input=%s: a whole number from 2 to %d is needed",
                 input, generated_most(g));
    return g;
}

struct system_size linear_system_size(const char *input, MPI_Comm comm)
{
    int points;
    enum generated g = find_generated(input, &points);
    if (g != GENERATED)
        return (struct system_size){generated_rows(g, points),
                                    generated_nonzeros(g, points), 0};
    const struct mm_size size = matrix_market_size(input, comm);
    return (struct system_size){size.rows, size.entries,
                                MM_ENTRY_BYTES * (double)size.entries /
                                    comm_size(comm)};
}

struct csr linear_system_matrix(const char *input, MPI_Comm comm,
                                struct blocks *rows)
{
    int points; /* in each direction */
    enum generated g = find_generated(input, &points);
    if (g == GENERATED)
        return matrix_market_matrix(input, comm, rows);
    rows->ranks = comm_size(comm);
    return generated_matrix(g, points, comm_rank(comm), rows);
}

/* The smallest global id over all ranks of a row, INT64_MAX if no rank has one. `row` is
 * a local row, -1 for none, and `first` the global id of row 0. */
static int64_t first_of_ranks(int row, int64_t first, MPI_Comm comm)
{
    int64_t id = row < 0 ? INT64_MAX : first + row;
    MPI_OK(MPI_Allreduce(MPI_IN_PLACE, &id, 1, MPI_INT64_T, MPI_MIN, comm));
    return id;
}

/* Returns the diagonal of A; a missing entry counts as 0. The first row over all
 * ranks that `preconditioner` cannot process ends the run: a row with a diagonal
 * entry of 0, or, if zero_allowed, a row without a diagonal entry. `first` is the
 * global id of row 0. */
static double *diagonal(const struct csr *A, int64_t first, int zero_allowed,
                        const char *preconditioner, MPI_Comm comm)
{
    double *d = NEW(double, (size_t)A->n, "diagonal");
    int bad_row = -1;
    for (int i = A->n - 1; i >= 0; i--) {
        int found = 0;
        d[i] = 0;
        for (size_t e = A->ptr[i]; e < A->ptr[i + 1]; e++)
            if (A->col[e] == i) {
                d[i] = A->val[e];
                found = 1;
            }
        if (zero_allowed ? !found : d[i] == 0)
            bad_row = i;
    }
    const int64_t bad = first_of_ranks(bad_row, first, comm);
    if (bad != INT64_MAX)
        fail_all(EXIT_USAGE,
                 "row %" PRId64
                 " has %s on its diagonal: --preconditioner=%s divides by "
                 "it; choose another preconditioner",
                 bad + 1, zero_allowed ? "no entry" : "a zero", preconditioner);
    return d;
}

/* Row i of the matrix D^-1 = diag(1 / d_i) (csr_generate). */
static int inverse_row(const void *d, int i, struct csr_entry *entry)
{
    *entry = (struct csr_entry){.column = i, .value = 1 / ((const double *)d)[i]};
    return 1;
}

/* Sets factor[] to the matrices whose product is M^-1, the first to be applied
 * first. Returns their number. */
static int precond_factors(const struct csr *A, int64_t first,
                           enum precond_kind kind, MPI_Comm comm,
                           struct csr factor[2])
{
    if (kind == PRECOND_JRIGHT) {
        double *d = diagonal(A, first, 0, "jright", comm);
        factor[0] = csr_generate(A->n, A->n, inverse_row, d);
        mem_free(d);
        return 1;
    }
    if (kind == PRECOND_ILU) {
        mem_free(diagonal(A, first, 1, "ilu", comm));
        const int64_t bad = first_of_ranks(ilu_inverses(A, factor), first, comm);
        if (bad != INT64_MAX)
            fail_all(EXIT_USAGE,
                     "row %" PRId64
                     ": the pivot of ILU(0) is zero or not finite in f64; choose "
                     "another preconditioner",
                     bad + 1);
        return 2;
    }
    return 0;
}

/* The local entries of x_i = sin(i), i = 1 .. n, scaled to ||x||_2 = 1. */
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

/* Sets b = A exact if the solution is known. Otherwise sets b = 1 or the vector of a
 * file. */
static void set_right_hand_side(struct linear_system *S,
                                const struct system_config *config, MPI_Comm comm)
{
    const int n = S->A.n;
    double *b;
    S->b = vector_create(F64, n, 0, "right-hand side");
    if (S->exact) {
        struct vector x = vector_create(F64, n, S->A.halo_n, "solution");
        device_put(x.data, S->exact, (size_t)n * sizeof(double));
        spmv(&S->A, &x, &S->b);
        vector_free(&x);
        return;
    }
    if (strcmp(config->rhs, "ones") == 0) {
        b = NEW(double, (size_t)n, "right-hand side");
        for (int i = 0; i < n; i++)
            b[i] = 1;
    } else {
        b = matrix_market_vector(config->rhs, config->rows, comm);
    }
    device_put(S->b.data, b, (size_t)n * sizeof(double));
    mem_free(b);
}

/* Stores a square matrix in the formats of `need`. `entries` is consumed. */
static struct matrix store(struct csr entries, const struct system_config *config,
                           format_set need, int tag, MPI_Comm comm)
{
    const struct matrix_config matrix = {
        .what = tag == TAG_MATRIX ? NULL : "a matrix of the preconditioner",
        .square = 1,
        .need = need};
    const struct partition owners = blocks_partition(config->rows);
    return matrix_create(entries, &matrix, &owners, tag, comm);
}

struct linear_system linear_system_create(struct csr A,
                                          const struct system_config *config,
                                          MPI_Comm comm)
{
    struct linear_system system = {.exact = NULL};
    struct csr factor[2];
    struct matrix F[2];
    const double start = now();
    const int64_t first = blocks_first(config->rows, comm_rank(comm));
    system.factors = precond_factors(&A, first, config->kind, comm, factor);
    const enum format inner = config->policy->inner,
                      wanted = config->policy->precond_matrix[inner];
    /* D^-1 has one entry in a row: its scale would cost more than i8 saves. */
    const enum format of_factors =
        wanted == I8 && config->kind == PRECOND_JRIGHT ? inner : wanted;
    system.A = store(A, config, 1u << F64 | 1u << config->policy->matrix[inner],
                     TAG_MATRIX, comm);
    for (int k = 0; k < system.factors; k++) {
        F[k] = store(factor[k], config, 1u << of_factors, TAG_FACTORS + k, comm);
        F[k].formats[inner] = of_factors;
        system.of_factor[k] = F[k].rounding;
    }
    system.M = precond_product(F, system.factors, inner);
    if (strcmp(config->rhs, "sine") == 0)
        system.exact = sine(first, system.A.n, comm);
    set_right_hand_side(&system, config, comm);
    system.setup_seconds = now() - start;
    return system;
}

void linear_system_free(struct linear_system *system)
{
    matrix_free(&system->A);
    vector_free(&system->b);
    mem_free(system->exact);
}
