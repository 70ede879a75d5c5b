/* tests/unit_level.c - levels of any matrix: products and residuals against dense sums.
 *
 * Matrices that no sweep could use: rows without a diagonal, empty rows, one full row,
 * patterns that are not symmetric, more columns than rows. Each rank can compute any
 * entry, so the dense product needs no communication. Bounds as in unit_kernels.c.
 */
#include "blocks.h"
#include "fixture.h"
#include "pairs.h"
#include "tap.h"
#include "tuning.h"

enum shape { BAND, SCATTERED, TRANSFER, SHAPES };
static const char *const shape_name[SHAPES] = {"band", "scattered", "transfer"};

static int rows_of(enum shape shape)
{
    return shape == TRANSFER ? 67 : 230;
}

static int columns_of(enum shape shape)
{
    return shape == TRANSFER ? 134 : 230;
}

/* Does row i have an entry in column j? */
static int is_entry(enum shape shape, int i, int j)
{
    int d = j - i;
    switch (shape) {
    case BAND: /* long runs of columns, and no diagonal in every fifth row */
        return d == -40 || d == -1 || d == 1 || d == 2 || d == 40 ||
               (d == 0 && i % 5 != 0);
    case SCATTERED:
        return i == 100 || (i % 7 != 3 && noise(11, i * 1000 + j) > 0.9);
    default: /* every second point and its neighbours */
        return j >= 2 * i - 1 && j <= 2 * i + 1;
    }
}

static double entry(int i, int j)
{
    return noise(12, i * 1000 + j);
}

/* This rank's rows, remote columns as halo_build wants them. */
static struct csr own_rows(enum shape shape, const struct blocks *R,
                           const struct blocks *C)
{
    int first = (int)blocks_first(R, tap_rank), n = blocks_rows(R, tap_rank),
        column = (int)blocks_first(C, tap_rank);
    size_t room = (size_t)n * (size_t)C->n, e = 0;
    struct csr A = {.n = n,
                    .columns = blocks_rows(C, tap_rank),
                    .ptr = NEW(size_t, (size_t)n + 1, "row pointers"),
                    .col = NEW(int, room, "columns"),
                    .val = NEW(double, room, "values"),
                    .remote = NEW(int64_t, room, "remote columns")};
    A.ptr[0] = 0;
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < C->n; j++) {
            if (!is_entry(shape, first + i, j))
                continue;
            int mine = j >= column && j < column + A.columns;
            A.col[e] = mine ? j - column : -1 - A.remotes;
            if (!mine)
                A.remote[A.remotes++] = j;
            A.val[e++] = entry(first + i, j);
        }
        A.ptr[i + 1] = e;
    }
    return A;
}

/* y = A x (b: y = b - A x) for the rows of this rank, with x rounded to its format and
 * what the roundings of a kernel may do to each of them; the largest share of that. */
static double dense_error(enum shape shape, const struct pair *P, int first,
                          const struct vector *y, int with_b)
{
    const int columns = columns_of(shape);
    double worst = 0;
    for (int i = 0; i < y->n; i++) {
        big sum = 0, size = 0;
        int terms = 1;
        for (int j = 0; j < columns; j++) {
            double x;
            if (!is_entry(shape, first + i, j))
                continue;
            format_put(P->v, &x, 0, noise(1, j));
            big term = (big)entry(first + i, j) * (big)format_get(P->v, &x, 0);
            sum += term;
            size += fabsl(term);
            terms++;
        }
        if (with_b) {
            double b;
            format_put(P->v, &b, 0, noise(2, first + i));
            big bi = (big)format_get(P->v, &b, 0);
            sum = bi - sum;
            size += fabsl(bi);
        }
        const double written = (tap_ranks > 1 ? 2 : 1) * u_v(P);
        big unit = (terms + 1) * u_acc(P) + u_s(P) + written + u_s(P) * written;
        big error = fabsl((big)vector_get(y, i) - sum);
        worst =
            larger((double)(error / (unit * size + 2 * (big)fixture_least(P->v))), worst);
    }
    return worst;
}

static struct vector noisy(const struct pair *P, int n, int halo, int seed, int first)
{
    struct vector x = vector_create(P->v, n, halo, "test vector");
    for (int i = 0; i < n + halo; i++)
        vector_set(&x, i, i < n ? noise(seed, first + i) : NAN);
    return x;
}

static void test_pair(enum shape shape, const struct level *A, const struct pair *P,
                      int first, int column)
{
    struct vector x = noisy(P, A->columns, A->halo_n, 1, column),
                  b = noisy(P, A->n, 0, 2, first), y = noisy(P, A->n, 0, 3, 0);
    P->kernel.spmv(A, &x, &y);
    small(dense_error(shape, P, first, &y, 0), 1, "%s, %s, layout %d: spmv",
          shape_name[shape], P->name, tuning.layout);
    double norm = P->kernel.residual(A, &b, &x, &y), squares = 0;
    small(dense_error(shape, P, first, &y, 1), 1, "%s, %s, layout %d: residual",
          shape_name[shape], P->name, tuning.layout);
    for (int i = 0; i < y.n; i++)
        squares += vector_get(&y, i) * vector_get(&y, i);
    MPI_OK(MPI_Allreduce(MPI_IN_PLACE, &squares, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD));
    small(fabs(norm - sqrt(squares)), (double)A->global_rows * 0x1p-53 * norm,
          "%s, %s, layout %d: its norm", shape_name[shape], P->name, tuning.layout);
    vector_free(&x);
    vector_free(&b);
    vector_free(&y);
}

static void test_shape(enum shape shape)
{
    const struct blocks R = {rows_of(shape), tap_ranks},
                        C = {columns_of(shape), tap_ranks};
    const format_set every = 1u << F64 | 1u << F32 | 1u << F16 | 1u << BF16;
    enum format matrix[FORMATS];
    for (int f = 0; f < FORMATS; f++)
        matrix[f] = (enum format)f;
    struct csr rows = own_rows(shape, &R, &C);
    int64_t nonzeros = (int64_t)rows.ptr[rows.n];
    MPI_OK(
        MPI_Allreduce(MPI_IN_PLACE, &nonzeros, 1, MPI_INT64_T, MPI_SUM, MPI_COMM_WORLD));
    struct level A =
        level_from_csr(rows, shape != TRANSFER, &C, blocks_owner, blocks_local, every,
                       matrix, 0, 60 + (int)shape, MPI_COMM_WORLD);
    ok(A.global_rows == R.n && A.global_nonzeros == nonzeros, "%s: rows and entries",
       shape_name[shape]);
    for (int k = 0; k < PAIRS; k++)
        if (!format_is_integer(pairs[k].s))
            test_pair(shape, &A, &pairs[k], (int)blocks_first(&R, tap_rank),
                      (int)blocks_first(&C, tap_rank));
    level_free(&A);
}

int main(int argc, char **argv)
{
    start(&argc, &argv);
    for (int layout = LAYOUT_ELL; layout <= LAYOUT_RUNS; layout++)
        for (int shape = 0; shape < SHAPES; shape++) {
            tuning.layout = layout;
            test_shape((enum shape)shape);
        }
    return done();
}
