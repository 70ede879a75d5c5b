/* common/matrix/row_range.c - the magnitudes of a matrix: refuses a row that a format cannot store
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

/* What the tests of a row need: its largest magnitude, as row_largest computes it, the smallest
 * one of its diagonal entries, Inf without any, and the sum of all. */
struct magnitudes {
    double largest, diagonal, sum;
};

static struct magnitudes magnitudes_of_row(const struct csr *A, int i)
{
    struct magnitudes m = {0, INFINITY, 0};
    for (size_t e = A->ptr[i]; e < A->ptr[i + 1]; e++) {
        const double size = fabs(A->val[e]);
        m.largest = size <= m.largest || isnan(m.largest) ? m.largest : size;
        m.diagonal = A->col[e] == i && size < m.diagonal ? size : m.diagonal;
        m.sum += size;
    }
    return m;
}

static int fits(enum format f, const struct csr *A, int i, struct magnitudes m,
                int sweeps)
{
    if (f == I8)
        return row_fits_i8(A, i, sweeps);
    const double stored = rounded(f, m.largest);
    return isfinite(stored) && (stored != 0 || m.largest == 0) &&
           !(sweeps && rounded(f, m.diagonal) == 0);
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

double rows_examine(const struct csr *A, format_set need, int sweeps,
                    const char *what, MPI_Comm comm)
{
    const int rank = comm_rank(comm), ranks = comm_size(comm);
    long double squares = 0;
    int bad[FORMATS], owner[FORMATS];
    for (int f = 0; f < FORMATS; f++)
        bad[f] = A->n;
#pragma omp parallel reduction(min : bad)
    {
        long double own =
            0; /* of this thread; a reduction of long doubles needs libatomic */
#pragma omp for schedule(static)
        for (int i = 0; i < A->n; i++) {
            const struct magnitudes m = magnitudes_of_row(A, i);
            const size_t entries = A->ptr[i + 1] - A->ptr[i];
            const long double terms = /* the largest entry may be 1.8e308 */
                isinf(m.sum) ? (long double)m.largest * entries : m.sum;
            own += terms * entries * terms * entries;
            for (int f = 0; f < FORMATS; f++)
                if (f != F64 && (need >> f & 1) && i < bad[f] &&
                    !fits((enum format)f, A, i, m, sweeps))
                    bad[f] = i;
        }
#pragma omp critical
        squares += own;
    }
    for (int f = 0; f < FORMATS; f++)
        owner[f] = bad[f] < A->n ? rank : ranks;
    MPI_OK(MPI_Allreduce(MPI_IN_PLACE, owner, FORMATS, MPI_INT, MPI_MIN, comm));
    for (int f = 0; f < FORMATS; f++)
        if (owner[f] < ranks)
            refuse(A, (enum format)f, bad[f], owner[f], what, comm);
    MPI_OK(
        MPI_Allreduce(MPI_IN_PLACE, &squares, 1, MPI_LONG_DOUBLE, MPI_SUM, comm));
    return (double)sqrtl(sqrtl(squares));
}
