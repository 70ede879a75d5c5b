/* tests/unit_matrix_market.c - a file of any kind gives the matrix that was written
 * to it.
 *
 * The oracle is a dense matrix on every rank. It is written to files with all kinds
 * of headers and orders of entries; other files are those of tests/mm. The
 * matrix that is read and its halo plan must be bitwise the same.
 */
#include "matrix_market.h"
#include "halo.h"
#include "tap.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 40 };
struct dense {
    int n;
    double a[MOST][MOST];
    char stored[MOST][MOST]; /* there is an entry, possibly zero */
};

static const char *const fields[] = {"real", "integer", "pattern"};
static const char *const symmetries[] = {"general", "symmetric", "skew-symmetric"};

/* The global ids of this rank's rows, followed by those of its halo columns,
 * exchanged by the plan. */
static int64_t *exchange_ids(const struct halo_plan *plan, const struct csr *A,
                             int64_t first)
{
    int64_t *id = NEW(int64_t, (size_t)(A->n + A->halo), "global ids");
    MPI_Request *request = NEW(MPI_Request, (size_t)plan->receives, "requests");
    for (int i = 0; i < A->n; i++)
        id[i] = first + i;
    for (int r = 0; r < plan->receives; r++) {
        int from = plan->receive_first[r];
        MPI_OK(MPI_Irecv(id + A->n + from, plan->receive_first[r + 1] - from,
                         MPI_INT64_T, plan->receive_rank[r], 78, MPI_COMM_WORLD,
                         &request[r]));
    }
    for (int s = 0; s < plan->sends; s++) {
        int from = plan->send_first[s], count = plan->send_first[s + 1] - from;
        int64_t *packed = NEW(int64_t, (size_t)count, "ids to send");
        for (int k = 0; k < count; k++)
            packed[k] = id[plan->send_row[from + k]];
        MPI_OK(MPI_Send(packed, count, MPI_INT64_T, plan->send_rank[s], 78,
                        MPI_COMM_WORLD));
        mem_free(packed);
    }
    MPI_OK(MPI_Waitall(plan->receives, request, MPI_STATUSES_IGNORE));
    mem_free(request);
    return id;
}

/* The rows of this rank are those of D, their columns ascend by global id, and each
 * halo column receives the number of its id. A is consumed. */
static int is_same(const struct dense *D, struct csr *A, const struct blocks *rows)
{
    int64_t first = blocks_first(rows, tap_rank);
    const struct partition owners = blocks_partition(rows);
    struct halo_plan plan = halo_build(A, &owners, 79, MPI_COMM_WORLD);
    int64_t *id = exchange_ids(&plan, A, first);
    int same = rows->n == D->n && rows->ranks == tap_ranks &&
               A->n == blocks_rows(rows, tap_rank);
    for (int i = 0; same && i < A->n; i++) {
        size_t e = A->ptr[i];
        for (int j = 0; j < D->n; j++) {
            if (!D->stored[first + i][j])
                continue;
            same &= e < A->ptr[i + 1] && id[A->col[e]] == j &&
                    A->val[e] == D->a[first + i][j];
            e++;
        }
        same &= e == A->ptr[i + 1];
    }
    mem_free(id);
    halo_free(&plan);
    csr_free(A);
    return same;
}

/* A matrix of this kind with the given share of entries and at least one entry in
 * each row. */
static struct dense make(int n, enum mm_field field, enum mm_symmetry symmetry,
                         int share)
{
    struct dense D = {.n = n};
    unsigned state = (unsigned)(n * 17 + (int)field * 5 + (int)symmetry);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            state = state * 1103515245u + 12345u;
            int draw = (int)(state >> 16 & 1023),
                beside = j == (i + 1) % n || i == j;
            if ((symmetry != MM_GENERAL && i < j) ||
                (symmetry == MM_SKEW && i == j) ||
                (!(beside || j + 1 == i) && draw % 100 >= share))
                continue;
            D.stored[i][j] = 1;
            D.a[i][j] = field == MM_PATTERN ? 1
                        : field == MM_REAL  ? (draw - 500) / 7.0
                                            : draw - 500;
            if (symmetry != MM_GENERAL) {
                D.stored[j][i] = 1;
                D.a[j][i] = symmetry == MM_SKEW ? -D.a[i][j] : D.a[i][j];
            }
        }
    return D;
}

/* The file of the matrix, on rank 0. Its entries are visited in steps of `step`
 * positions, counted column by column; step and n are coprime. */
static FILE *write_file(const struct dense *D, enum mm_field field,
                        enum mm_symmetry symmetry, int step)
{
    int n = D->n, entries = 0;
    FILE *f = tap_rank == 0 ? tmpfile() : NULL;
    if (!f)
        return NULL;
    fprintf(f, "%%%%MatrixMarket matrix coordinate %s %s\n%% comment\n%d %d",
            fields[field], symmetries[symmetry], n, n);
    for (int write = 0; write <= 1; write++) {
        if (write)
            fprintf(f, " %d\n", entries);
        for (int k = 0; k < n * n; k++) {
            int at = (int)((int64_t)k * step % (n * n)), i = at % n, j = at / n;
            if ((symmetry != MM_GENERAL && i < j) ||
                (symmetry == MM_SKEW && i == j) || !D->stored[i][j])
                continue;
            entries++;
            if (write)
                fprintf(f, "%d %d ", i + 1, j + 1);
            if (write)
                fprintf(f, field == MM_PATTERN ? "\n" : "%.17g\n", D->a[i][j]);
        }
    }
    return f;
}

static void test_kind(int n, enum mm_field field, enum mm_symmetry symmetry,
                      int step)
{
    struct dense D = make(n, field, symmetry, 15);
    struct blocks rows;
    struct csr A;
    FILE *f = write_file(&D, field, symmetry, step);
    struct mm_error error = mm_matrix(f, MPI_COMM_WORLD, &rows, &A);
    int same = !*error.text && is_same(&D, &A, &rows);
    ok(same, "%s %s, %d rows, entries in steps of %d", fields[field],
       symmetries[symmetry], n, step);
    if (*error.text && tap_rank == 0)
        printf("# line %" PRId64 ": %s\n", error.line, error.text);
    if (f)
        fclose(f);
}

static void test_kinds(int n)
{
    for (int field = MM_REAL; field <= MM_PATTERN; field++)
        for (int symmetry = MM_GENERAL; symmetry <= MM_SKEW; symmetry++) {
            if (field == MM_PATTERN && symmetry == MM_SKEW)
                continue;
            const int steps[] = {1, 7,
                                 n * n - 1}; /* forwards, shuffled, backwards */
            for (int k = 0; k < 3; k++)
                test_kind(n, (enum mm_field)field, (enum mm_symmetry)symmetry,
                          steps[k]);
        }
}

/* The same matrix in files that are written in different ways. */
static void test_good(void)
{
    static const double G[4][4] = {
        {4, -1.5, 0, 0}, {0.25, 3, 0, 2}, {0, 0, 5, 0}, {-7, 0, 0.001, 1}};
    static const char *const names[] = {
        "general",   "backwards",       "crlf",        "blanks",
        "exponents", "no_last_newline", "long_comment"};
    struct dense D = {.n = 4};
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++) {
            D.a[i][j] = G[i][j];
            D.stored[i][j] = G[i][j] != 0;
        }
    for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
        char path[96];
        struct blocks rows;
        snprintf(path, sizeof path, "tests/mm/%s.mtx", names[k]);
        struct csr A = matrix_market_matrix(path, MPI_COMM_WORLD, &rows);
        int same = is_same(&D, &A, &rows);
        ok(same, "%s", path);
    }
}

/* Owner and local row of the rows at both ends of every block. */
static void test_blocks(int64_t n, int ranks)
{
    struct blocks b = {.n = n, .ranks = ranks};
    const struct partition P = blocks_partition(&b);
    int good = blocks_first(&b, 0) == 0 && blocks_first(&b, ranks) == n;
    for (int r = 0; r < ranks; r++) {
        int64_t first = blocks_first(&b, r), rows = blocks_rows(&b, r);
        good &= rows == n / ranks || rows == n / ranks + 1;
        for (int64_t k = 0; k < rows; k = k < 9 || k == rows - 1 ? k + 1 : rows - 1)
            good &=
                P.owner(P.data, first + k) == r && P.local(P.data, first + k) == k;
    }
    ok(good, "%" PRId64 " rows in %d blocks", n, ranks);
}

int main(int argc, char **argv)
{
    start(&argc, &argv);
    for (int ranks = 1; ranks <= 7; ranks += 3) {
        test_blocks(3, ranks);
        test_blocks(28, ranks);
        test_blocks(1000003, ranks);
        test_blocks(INT64_C(2147483647), ranks);
    }
    test_good();
    test_kinds(2);
    test_kinds(13);
    test_kinds(MOST);
    return done();
}
