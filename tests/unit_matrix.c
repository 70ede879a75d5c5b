/* tests/unit_matrix.c - products and residuals of any matrix, against dense sums.
 *
 * These matrices have no sweeps: there are rows without a diagonal entry, empty
 * rows, one full row, patterns that are not symmetric, and more columns than rows.
 * The bounds are those of unit_kernels.c.
 */
#include "fixture.h"
#include "pairs.h"
#include "tap.h"

enum shape { BAND, SCATTERED, TRANSFER, SHAPES };
static const char *const shape_name[SHAPES] = {"band", "scattered", "transfer"};

enum { MOST = 230 }; /* rows and columns */

static int rows_of(enum shape shape)
{
    return shape == TRANSFER ? 67 : MOST;
}

static int columns_of(enum shape shape)
{
    return shape == TRANSFER ? 134 : MOST;
}

static int is_entry(enum shape shape, int i, int j)
{
    int d = j - i;
    switch (shape) {
    case BAND: /* long diagonals, and no diagonal entry in every fifth row */
        return d == -40 || d == -1 || d == 1 || d == 2 || d == 40 ||
               (d == 0 && i % 5 != 0);
    case SCATTERED:
        return i == 100 || (i % 7 != 3 && noise(11, i * 1000 + j) > 0.9);
    default: /* every second point and its neighbors */
        return j >= 2 * i - 1 && j <= 2 * i + 1;
    }
}

/* All values of the matrix, or of the matrix whose rows are rounded to i8. */
struct dense {
    enum shape shape;
    big a[MOST][MOST];
};

static void fill(struct dense *D, enum shape shape, int in_i8)
{
    D->shape = shape;
    for (int i = 0; i < rows_of(shape); i++) {
        for (int j = 0; j < columns_of(shape); j++)
            D->a[i][j] = is_entry(shape, i, j) ? noise(12, i * 1000 + j) : 0;
        if (in_i8)
            fixture_round_row(columns_of(shape), D->a[i]);
    }
}

static int entry(const void *dense, int64_t i, int64_t j, big *a)
{
    const struct dense *D = dense;
    *a = D->a[i][j];
    return is_entry(D->shape, (int)i, (int)j);
}

static double *whole_noise(const struct pair *P, int n, int seed)
{
    double *x = NEW(double, (size_t)n, "test vector");
    for (int i = 0; i < n; i++)
        x[i] = noise_in(P->v, seed, i);
    return x;
}

/* The largest error of y = A x (with_b: y = b - A x) over the rows of this rank,
 * each divided by its rounding-error bound. */
static double dense_error(const struct entrywise *A, const struct pair *P,
                          int first, const struct vector *y, int with_b)
{
    double worst = 0, *x = whole_noise(P, (int)A->columns, 1),
           *b = whole_noise(P, (int)A->rows, 2), *computed = fixture_read(y);
    for (int i = 0; i < y->n; i++) {
        int terms;
        big size, sum = entrywise_product(A, first + i, x, &size, &terms);
        if (with_b) {
            sum = b[first + i] - sum;
            size += fabsl((big)b[first + i]);
        }
        const double written = (tap_ranks > 1 ? 2 : 1) * u_v(P);
        big unit = (terms + 2) * u_acc(P) + u_s(P) + written + u_s(P) * written;
        big error = fabsl((big)computed[i] - sum);
        worst = larger(
            (double)(error / (unit * size + 2 * (big)fixture_least(P->v))), worst);
    }
    arrays_free(computed, x, b);
    return worst;
}

static void test_pair(const struct entrywise *D, const char *shape,
                      const struct matrix *A, const struct pair *P, int first,
                      int column)
{
    struct vector x = noise_vector(P->v, A->columns, A->halo_n, 1, column),
                  b = noise_vector(P->v, A->n, 0, 2, first),
                  y = nan_vector(P->v, A->n, 0);
    P->kernel.spmv(A, &x, &y);
    small(dense_error(D, P, first, &y, 0), 1, "%s, %s: spmv", shape, P->name);
    P->kernel.residual(A, &b, &x, &y);
    small(dense_error(D, P, first, &y, 1), 1, "%s, %s: residual", shape, P->name);
    vectors_free(&x, &b, &y);
}

static void test_shape(enum shape shape)
{
    const struct blocks R = {rows_of(shape), tap_ranks},
                        C = {columns_of(shape), tap_ranks};
    static struct dense exact, in_i8;
    const struct entrywise D = {R.n, C.n, entry, &exact},
                           rounded = {R.n, C.n, entry, &in_i8};
    fill(&exact, shape, 0);
    fill(&in_i8, shape, 1);
    struct csr rows = entrywise_rows(&D, &R, &C);
    int64_t nonzeros = (int64_t)rows.ptr[rows.n];
    MPI_OK(MPI_Allreduce(MPI_IN_PLACE, &nonzeros, 1, MPI_INT64_T, MPI_SUM,
                         MPI_COMM_WORLD));
    struct matrix_setup setup = {.square = shape != TRANSFER, .need = EVERY_FORMAT};
    const struct partition columns = blocks_partition(&C);
    struct matrix A =
        matrix_create(rows, &setup, &columns, 60 + (int)shape, MPI_COMM_WORLD);
    ok(A.global_rows == R.n && A.global_nonzeros == nonzeros,
       "%s: rows and entries", shape_name[shape]);
    for (int k = 0; k < PAIRS; k++)
        test_pair(pairs[k].s == I8 ? &rounded : &D, shape_name[shape], &A,
                  &pairs[k], (int)blocks_first(&R, tap_rank),
                  (int)blocks_first(&C, tap_rank));
    matrix_free(&A);
}

int main(int argc, char **argv)
{
    start(&argc, &argv);
    for (int shape = 0; shape < SHAPES; shape++)
        test_shape((enum shape)shape);
    return done();
}
