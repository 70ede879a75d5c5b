/* tests/unit_upwind.c - sweeps in which interior rows are sent to another rank.
 *
 * Rows of rank p depend on rows of rank p - 1, but not vice versa. A rank may
 * therefore sweep the rows that it sends before any halo value arrives; they must
 * be packed before. The pattern of the local block is symmetric, which orders by
 * color require. Every rank computes the whole chain in long double.
 *
 * A row has DIAGONAL on its diagonal and at most 5 other entries, smaller than 1: a
 * sweep multiplies an error by at most 5/8, and adds (7 + 2 + 1) u max|z| for the
 * terms, the roundings and the stored matrix.
 */
#include "fixture.h"
#include "tap.h"
#include <string.h>

enum { ROWS = 150, SENT = 20, DIAGONAL = 8, SWEEPS = 3 };

/* a_ij, 0 where there is no entry. */
static double entry(int i, int j)
{
    int near = j - i == -7 || j - i == -1 || j - i == 1 || j - i == 7;
    if (i == j)
        return DIAGONAL;
    if (i / ROWS == j / ROWS ? near
                             : j / ROWS == i / ROWS - 1 && i % ROWS < SENT &&
                                   j % ROWS == ROWS - 1 - i % ROWS)
        return noise(21, i * 10000 + j);
    return 0;
}

static int has_entry(const void *data, int64_t i, int64_t j, big *a)
{
    (void)data;
    *a = entry((int)i, (int)j);
    return *a != 0;
}

static struct matrix chain_create(void)
{
    const struct blocks rows = {tap_ranks * ROWS, tap_ranks};
    const struct entrywise whole = {rows.n, rows.n, has_entry, NULL};
    struct csr A = entrywise_rows(&whole, &rows, &rows);
    struct matrix M = {.n = ROWS,
                       .columns = ROWS,
                       .square = 1,
                       .sweeps = 1,
                       .nonzeros = A.ptr[ROWS],
                       .options = tree_options_default()};
    const struct partition owners = blocks_partition(&rows);
    M.halo = halo_build(&A, &owners, 1, MPI_COMM_WORLD);
    M.halo_n = A.halo;
    for (int f = 0; f < FORMATS; f++)
        M.formats[f] = (enum format)f;
    matrix_store(&M, A, 1u << F64 | 1u << F32);
    return M;
}

/* One sweep of all ranks. It uses the new z of the own rank and the old z of other
 * ranks. */
static void sweep_chain(enum format f, big *z)
{
    const int n = tap_ranks * ROWS;
    big *before = NEW(big, (size_t)n, "z before");
    memcpy(before, z, (size_t)n * sizeof *z);
    for (int i = 0; i < n; i++) {
        big sum = (big)noise_in(f, 22, i);
        for (int j = i - 2 * ROWS < 0 ? 0 : i - 2 * ROWS; j < n && j <= i + 7; j++)
            if (j != i)
                sum -= (big)entry(i, j) * (j / ROWS == i / ROWS ? z : before)[j];
        z[i] = sum / DIAGONAL;
    }
    mem_free(before);
}

static void test_format(const struct matrix *A, enum format f)
{
    const int n = tap_ranks * ROWS, first = tap_rank * ROWS;
    struct vector r = vector_create(f, ROWS, 0, "right-hand side"),
                  z = vector_create(f, ROWS, A->halo_n, "z");
    big *truth = NEW(big, (size_t)n, "z of all ranks");
    for (int i = 0; i < n; i++)
        truth[i] = (big)noise_in(f, 23, i);
    for (int i = 0; i < ROWS; i++) {
        vector_set(&r, i, noise(22, first + i));
        vector_set(&z, i, noise(23, first + i));
    }
    for (int i = ROWS; i < ROWS + A->halo_n; i++)
        vector_set(&z, i, NAN);
    for (int s = 1; s <= SWEEPS; s++) {
        double error = 0, most = 1;
        sweep(A, &r, &z);
        sweep_chain(f, truth);
        for (int i = 0; i < ROWS; i++)
            error = larger((double)fabsl((big)vector_get(&z, i) - truth[first + i]),
                           error);
        for (int i = 0; i < n; i++)
            most = larger((double)fabsl(truth[i]), most);
        small(error,
              (7 + 2 + 1) * format_roundoff(f) * most * DIAGONAL / (DIAGONAL - 5),
              "%s: sweep %d", format_name(f), s);
    }
    mem_free(truth);
    vector_free(&r);
    vector_free(&z);
}

int main(int argc, char **argv)
{
    start(&argc, &argv);
    struct matrix A = chain_create();
    ok(tap_ranks == 1 || A.halo_n == (tap_rank > 0 ? SENT : 0),
       "halo of the one side");
    test_format(&A, F64);
    test_format(&A, F32);
    matrix_free(&A);
    return done();
}
