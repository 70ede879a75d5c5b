/* tests/unit/unit_columns.c - products with columns at every distance that a storage of narrow
 * columns distinguishes, bit by bit.
 *
 * A tree may store the columns of neighboring rows as small offsets, and load x by whole
 * vectors instead of one element after the other. The columns here differ by 0, 1, 15, 16,
 * 31, 32, 255 and 256 at each position of a slice of 32 rows, upward and downward, at the
 * beginning, in the middle and at the end of x and of its halo entries. Behind x, each
 * format has NaN (memory.h). All numbers are small integers, so that every sum is exact in
 * every format: a product has the bits of the sum by definition, whatever the order of the
 * additions.
 */
#include "blocks.h"
#include "numbers.h"
#include "pairs.h"
#include "tap.h"

enum { ROWS = 32, COLUMNS = 900, LARGEST = 60, TERMS = 3 };

/* From one row of a slice on, or only in this row, the columns are further to the right
 * or left by a distance. Apart from that they have a constant step from row to row, or vary
 * by at most `width` after the first row of each group of eight. */
enum change { SPIKE, RISE, FALL, CHANGES };
static const int distances[] = {0, 1, 15, 16, 31, 32, 255, 256};
static const int widths[] = {0, 1, 3, 15};
static const int steps[] = {1, 2, -1};
enum {
    DISTANCES = sizeof distances / sizeof *distances,
    WIDTHS = sizeof widths / sizeof *widths,
    STEPS = sizeof steps / sizeof *steps,
    SLICES = DISTANCES * ROWS * CHANGES * (WIDTHS + STEPS)
};

struct slice_pattern {
    int distance, position, step, width;
    enum change change;
};

static struct slice_pattern pattern_of(int s)
{
    struct slice_pattern p = {.position = s % ROWS};
    s /= ROWS;
    p.distance = distances[s % DISTANCES];
    s /= DISTANCES;
    p.change = (enum change)(s % CHANGES);
    s /= CHANGES;
    if (s < WIDTHS)
        p.width = widths[s];
    else
        p.step = steps[s - WIDTHS];
    return p;
}

/* A pseudo-random number in 0 .. below-1. */
static int random_below(int below, int seed, int id)
{
    const int k = (int)((noise(seed, id) + 1) / 2 * below);
    return k < below ? k : below - 1;
}

/* The columns of a slice, at the beginning, at the end or in the middle of x. */
static void columns_of(int s, int column[ROWS])
{
    const struct slice_pattern p = pattern_of(s % SLICES);
    int least = 0, most = 0;
    for (int r = 0; r < ROWS; r++) {
        const int changed = p.change == SPIKE ? r == p.position : r >= p.position;
        column[r] =
            p.step * r + (changed ? p.distance : 0) * (p.change == FALL ? -1 : 1);
        if (r % 8 != 0)
            column[r] += random_below(p.width + 1, 21, s * ROWS + r);
        least = column[r] < least ? column[r] : least;
        most = column[r] > most ? column[r] : most;
    }
    const int room = COLUMNS - 1 - (most - least), place = s / 5 % 3,
              first = place == 0   ? 0
                      : place == 1 ? room
                                   : random_below(room, 22, s);
    for (int r = 0; r < ROWS; r++)
        column[r] += first - least;
}

static int x_of(int rank, int j)
{
    return (j * 53 + rank * 17) % (2 * LARGEST + 1) - LARGEST;
}

static int is_boundary(int i)
{
    return tap_ranks > 1 && i % 160 == 77;
}

/* The column of the next rank that row i reads if it is at the boundary. */
static int remote_of(int i)
{
    return COLUMNS - 1 - i / 160 % 40;
}

/* n rows with `terms` entries each, of alternating sign, and their exact products. The
 * entries of a row are a power of two, another one in the next rows. */
static struct csr rows_create(int n, int terms, double *product)
{
    const size_t room = (size_t)n * (size_t)(terms + 1);
    struct csr E = {.n = n,
                    .columns = COLUMNS,
                    .ptr = NEW(size_t, (size_t)n + 1, "rows"),
                    .col = NEW(int, room, "columns"),
                    .val = NEW(double, room, "values"),
                    .remote = NEW(int64_t, (size_t)n, "remote columns")};
    const int next = (tap_rank + 1) % tap_ranks;
    int column[TERMS][ROWS];
    size_t e = 0;
    E.ptr[0] = 0;
    for (int i = 0; i < n; i++) {
        for (int t = 0; i % ROWS == 0 && t < terms; t++)
            columns_of((2 * t + 1) * (i / ROWS) + 7 * t, column[t]);
        const double unit = 1 << i % 3;
        product[i] = 0;
        for (int t = 0; t < terms; t++, e++) {
            E.col[e] = column[t][i % ROWS];
            E.val[e] = t % 2 ? -unit : unit;
            product[i] += E.val[e] * x_of(tap_rank, E.col[e]);
        }
        if (is_boundary(i)) {
            E.remote[E.remotes++] = (int64_t)next * COLUMNS + remote_of(i);
            E.col[e] = -E.remotes;
            E.val[e++] = unit;
            product[i] += unit * x_of(next, remote_of(i));
        }
        E.ptr[i + 1] = e;
    }
    return E;
}

/* 1 if y contains the products, and after them what it contained before. */
static int is_equal(const struct vector *y, const double *product)
{
    double *host = NEW(double, (size_t)y->n + ROWS, "products");
    vector_read(y, 0, y->n + ROWS, host);
    int good = 1;
    for (int i = 0; i < y->n + ROWS && good; i++) {
        const double wanted = i < y->n ? product[i] : LARGEST;
        good = host[i] == wanted;
        const struct slice_pattern p = pattern_of(i / ROWS % SLICES);
        if (!good)
            printf("# rank %d, row %d of %d is %g, wanted %g; the first entries of its slice: "
                   "distance %d, row %d, step %d, width %d, change %d\n",
                   tap_rank, i, y->n, host[i], wanted, p.distance, p.position, p.step, p.width,
                   p.change);
    }
    mem_free(host);
    return good;
}

static struct vector x_create(const struct pair *P, const struct matrix *A)
{
    struct vector x = vector_create(P->v, A->columns, A->halo_n, "x");
    const int n = A->columns + A->halo_n;
    double *host = NEW(double, (size_t)n, "x");
    for (int j = 0; j < n; j++)
        host[j] = j < A->columns ? x_of(tap_rank, j) : (double)NAN;
    vector_write(&x, 0, n, host);
    mem_free(host);
    return x;
}

static void test_rows(int n, int terms)
{
    const struct blocks C = {(int64_t)COLUMNS * tap_ranks, tap_ranks};
    const struct partition owners = blocks_partition(&C);
    const struct matrix_config config = {.need = EVERY_FORMAT};
    double *product = NEW(double, (size_t)n, "products");
    struct matrix A = matrix_create(rows_create(n, terms, product), &config, &owners,
                                    70, MPI_COMM_WORLD);
    for (int k = 0; k < PAIRS; k++) {
        const struct pair *P = &pairs[k];
        struct vector x = x_create(P, &A), y = vector_create(P->v, n, ROWS, "y");
        numbers_fill(&y, n + ROWS, LARGEST);
        P->kernel.spmv(&A, &x, &y);
        ok(is_equal(&y, product), "%d rows of %d entries: %s", n,
              terms, P->name);
        vectors_free(&x, &y);
    }
    matrix_free(&A);
    mem_free(product);
}

int main(int argc, char **argv)
{
    start(&argc, &argv);
    for (int terms = 1; terms <= TERMS; terms++)
        test_rows(SLICES * ROWS, terms);
    for (int n = 1; n < 2 * ROWS; n += n < 18 ? 1 : 5) /* partial slices */
        test_rows(n, 2);
    return done();
}
