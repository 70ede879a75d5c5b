/* common/matrix/row_range.c - refuses a matrix that has a row which a format cannot store
 * (row_range.h). */
#include "row_range.h"
#include "error.h"
#include <inttypes.h>
#include <math.h>

/* The number to which the format rounds x. */
static double rounded(enum format f, double x)
{
    union {
        double aligned;
        char bytes[8];
    } number;
    format_put(f, &number, 0, x);
    return format_get(f, &number, 0);
}

/* Returns 1 if the diagonal entry of row i becomes 0. */
static int loses_diagonal(enum format f, const struct csr *A, int i)
{
    for (size_t e = A->ptr[i]; e < A->ptr[i + 1]; e++)
        if (A->col[e] == i && rounded(f, A->val[e]) == 0)
            return 1;
    return 0;
}

static int fits(enum format f, const struct csr *A, int i, int sweeps)
{
    if (f == I8)
        return row_fits_i8(A, i, sweeps);
    const double most = row_largest(A, i), stored = rounded(f, most);
    return isfinite(stored) && (stored != 0 || most == 0) &&
           !(sweeps && loses_diagonal(f, A, i));
}

/* Ends the run if the format cannot store row `bad` of rank `owner`, which has found it. */
static void refuse(const struct csr *A, enum format f, int64_t bad, int owner,
                   const char *what, MPI_Comm comm)
{
    const int rank = comm_rank(comm);
    int64_t row = rank < owner ? A->n : rank == owner ? bad + 1 : 0;
    double most = rank == owner ? row_largest(A, (int)bad) : 0;
    MPI_OK(MPI_Allreduce(MPI_IN_PLACE, &row, 1, MPI_INT64_T, MPI_SUM, comm));
    MPI_OK(MPI_Bcast(&most, 1, MPI_DOUBLE, owner, comm));
    if (f == I8)
        fail_all(
            EXIT_USAGE,
            "row %" PRId64 " of %s does not fit into i8: its largest entry, %g, "
            "is not between 2^-120 and 2^133, or its diagonal entry becomes 0; "
            "choose another --matrix or --policy",
            row, what, most);
    if (isfinite(rounded(f, most)) && rounded(f, most) != 0)
        fail_all(EXIT_USAGE,
                 "row %" PRId64 " of %s does not fit into %s: its diagonal entry "
                 "becomes 0; choose another --matrix or --policy",
                 row, what, format_name(f));
    fail_all(EXIT_USAGE,
             "row %" PRId64 " of %s does not fit into %s: its largest entry, %g, "
             "becomes %g; choose another --matrix or --policy",
             row, what, format_name(f), most, rounded(f, most));
}

void row_range_check(const struct csr *A, format_set need, int sweeps,
                     const char *what, MPI_Comm comm)
{
    const int rank = comm_rank(comm), ranks = comm_size(comm);
    for (int f = 0; f < FORMATS; f++) {
        int bad = A->n, owner, first;
        if (f == F64 || !(need >> f & 1))
            continue;
#pragma omp parallel for schedule(static) reduction(min : bad)
        for (int i = 0; i < A->n; i++)
            if (i < bad && !fits((enum format)f, A, i, sweeps))
                bad = i;
        owner = bad < A->n ? rank : ranks;
        MPI_OK(MPI_Allreduce(&owner, &first, 1, MPI_INT, MPI_MIN, comm));
        if (first < ranks)
            refuse(A, (enum format)f, bad, first, what, comm);
    }
}
