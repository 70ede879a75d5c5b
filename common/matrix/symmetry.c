/* common/matrix/symmetry.c - checks that a matrix is symmetric (symmetry.h).
 *
 * While i increases, the entries (j, i) of a row j with sorted columns are found from
 * left to right, so that the search for each of them begins where the last one was
 * found: one pass over the matrix.
 */
#include "symmetry.h"
#include "error.h"
#include "memory.h"

/* a_ji, where the search begins at entry next[j] of row j. */
static double transposed_entry(const struct csr *A, int *next, int j, int i)
{
    const struct stored_row row = csr_row(A, j);
    for (int k = next[j]; k < row.count; k++)
        if (csr_column(A, &row, k) == i) {
            next[j] = k + 1;
            return row.val[k];
        }
    return 0;
}

struct difference {
    int64_t row, column; /* global numbers; row = INT64_MAX: there is none */
    double value, transposed;
};

/* The global number of a local row. It is needed for a message only, so that we
 * search for it. */
static int64_t global_number(const struct partition *rows, int rank, int row)
{
    int64_t id = 0;
    while (rows->owner(rows->data, id) != rank ||
           rows->local(rows->data, id) != row)
        id++;
    return id;
}

static struct difference first_difference(const struct csr *A,
                                          const struct partition *rows, int rank)
{
    struct difference d = {INT64_MAX, 0, 0, 0};
    int *next = mem_zero((size_t)A->n, sizeof(int), "check of the symmetry");
    for (int i = 0; i < A->n && d.row == INT64_MAX; i++) {
        const struct stored_row row = csr_row(A, i);
        for (int k = 0; k < row.count; k++) {
            const int j = csr_column(A, &row, k);
            if (j < 0 || j == i)
                continue;
            d.value = row.val[k];
            d.transposed = transposed_entry(A, next, j, i);
            if (d.value == d.transposed)
                continue;
            d.row = global_number(rows, rank, i);
            d.column = global_number(rows, rank, j);
            break;
        }
    }
    mem_free(next);
    return d;
}

void symmetry_check(const struct csr *A, const struct partition *rows,
                    MPI_Comm comm)
{
    int rank;
    MPI_OK(MPI_Comm_rank(comm, &rank));
    struct difference d = first_difference(A, rows, rank);
    int64_t first = d.row;
    MPI_OK(MPI_Allreduce(MPI_IN_PLACE, &first, 1, MPI_INT64_T, MPI_MIN, comm));
    if (first == INT64_MAX)
        return;
    MPI_OK(MPI_Bcast(&d, sizeof d, MPI_BYTE, rows->owner(rows->data, first), comm));
    fail_all(EXIT_USAGE,
             "--symmetric=on: the matrix is not symmetric: the entry in row %lld, "
             "column %lld is %.17g, but that in row %lld, column %lld is %.17g "
             "(rows and columns are counted from 1)",
             (long long)d.row + 1, (long long)d.column + 1, d.value,
             (long long)d.column + 1, (long long)d.row + 1, d.transposed);
}
