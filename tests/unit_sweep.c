/* tests/unit_sweep.c - descend and ascend for any matrix and any formats of results.
 *
 * The matrices have rows without entries in earlier or in later columns, empty colors,
 * rows of very different length, patterns that are not symmetric, and partial slices. Every third row is a coarse row. Each row of a result is compared
 * with its equation in long double:
 *
 *   z_i   from the results of the earlier rows and the old values of all others
 *   rc, w from the z that the tree has computed
 *
 * The bounds are those of unit_kernels.c for rows of up to TERMS entries. z is filled
 * with NaN before descend: a tree that multiplies padding by values that nobody has
 * written yet is found. With the matrix in i8 all kernels have the same bits as with
 * other formats.
 */
#include "device.h"
#include "fixture.h"
#include "memory.h"
#include "pairs.h"
#include "tap.h"
#include <stdio.h>
#include <string.h>

enum shape { DIAGONAL, TWO_COLORS, CHAIN, LONG_ROWS, SHAPES };
static const char *const shape_name[SHAPES] = {"diagonal", "two colors", "chain",
                                               "long rows"};
enum { ROWS = 150, HALF = ROWS / 2, TERMS = 40, COARSE = ROWS / 3 };

/* Within a rank. The rows of the first half of TWO_COLORS and LONG_ROWS have no entries
 * in earlier columns, those of the second half none in later columns. */
static int is_local_entry(enum shape shape, int i, int j)
{
    const int d = i > j ? i - j : j - i, least = i < j ? i : j;
    switch (shape) {
    case DIAGONAL:
        return 0;
    case TWO_COLORS:
        return (i < HALF) != (j < HALF) && (d == HALF || d == HALF - 3);
    case CHAIN:
        return (d == 1 || i - j == 7) && i % 50 != 0 && j % 50 != 0;
    default: /* every eleventh row of the first half has 37 entries */
        return (i < HALF) != (j < HALF) && least % 11 == 0 && (i + j) % 2 == 0;
    }
}

/* Rows of a rank read a value of the rank before it, but not vice versa. The entries of a
 * row are small integers times a power of two: exact in every format. */
static int has_entry(const void *data, int64_t row, int64_t column, big *a)
{
    const enum shape shape = *(const enum shape *)data;
    const int i = (int)row, j = (int)column;
    *a = ldexp(i == j ? 120 : rint(3 * noise(31, i * 10000 + j)), i % 5 - 2);
    return i == j ||
           (i / ROWS == j / ROWS ? is_local_entry(shape, i % ROWS, j % ROWS)
                                 : j / ROWS == i / ROWS - 1 && i % 3 == 0 &&
                                       j % ROWS == ROWS - 1 - i % ROWS);
}

/* Colors, with two empty ones, if the shape has colors; else the natural order. */
static struct coloring coloring_of(enum shape shape)
{
    struct coloring colors = {0};
    if (shape == CHAIN)
        return colors;
    static const int first[] = {0, 0, HALF, HALF, ROWS};
    colors.count = 4;
    colors.first = NEW(int, 5, "colors");
    memcpy(colors.first, first, sizeof first);
    return colors;
}

/* Makes every third row a coarse row. */
static void link_third_rows(struct level *level)
{
    int *row = NEW(int, COARSE, "coarse rows");
    for (int c = 0; c < COARSE; c++)
        row[c] = 3 * c;
    level->coarse_n = COARSE;
    level->coarse_row = row; /* layout_link reads the array on the host */
    layout_link(level);
    level->coarse_row = device_upload(row, COARSE, sizeof *row, "coarse rows");
}

static struct level create(enum shape shape)
{
    const struct blocks rows = {tap_ranks * ROWS, tap_ranks};
    const struct entrywise whole = {rows.n, rows.n, has_entry, &shape};
    struct csr entries = entrywise_rows(&whole, &rows, &rows);
    struct level level = {0};
    struct matrix *A = &level.A;
    *A = (struct matrix){.n = ROWS,
                         .columns = ROWS,
                         .square = 1,
                         .sweeps = 1,
                         .nonzeros = entries.ptr[ROWS],
                         .colors = coloring_of(shape)};
    const struct partition owners = blocks_partition(&rows);
    A->halo = halo_build(&entries, &owners, 70 + (int)shape, MPI_COMM_WORLD);
    A->halo_n = entries.halo;
    matrix_store(A, entries, EVERY_FORMAT);
    link_third_rows(&level);
    return level;
}

/* The same numbers on any number of ranks. */
static struct vector noisy(enum format f, int n, int seed)
{
    return noise_vector(f, n, 0, seed, tap_rank * n);
}

/* The entries of x on all ranks. */
static double *gather(const struct vector *x)
{
    double own[ROWS], *all = NEW(double, (size_t)tap_ranks *ROWS, "all entries");
    vector_read(x, 0, ROWS, own);
    MPI_OK(MPI_Allgather(own, ROWS, MPI_DOUBLE, all, ROWS, MPI_DOUBLE,
                         MPI_COMM_WORLD));
    return all;
}

/* The unit of a row of TERMS entries whose result is stored in the format f. A tree
 * may store parts of the sum in the format of z. */
static big unit(const struct pair *P, enum format f)
{
    const double written = (tap_ranks > 1 ? 3 : 2) * u_in(P, f) + u_v(P);
    return (TERMS + 2) * u_acc(P) + u_s(P) + written + u_s(P) * written;
}

/* The row of this rank with all columns: value and column of each entry. */
struct row {
    int terms, column[TERMS + 2];
    big value[TERMS + 2];
};

static struct row row_of(enum shape shape, int i)
{
    struct row row = {0};
    big a;
    for (int j = 0; j < tap_ranks * ROWS; j++)
        if (has_entry(&shape, tap_rank * ROWS + i, j, &a)) {
            row.column[row.terms] = j;
            row.value[row.terms++] = a;
        }
    return row;
}

/* The largest error of z after a sweep for A z = r, as a multiple of its bound. old:
 * the initial guess on all ranks. */
static double sweep_error(enum shape shape, const struct pair *P,
                          const struct vector *r, const double *old,
                          const struct vector *z)
{
    double worst = 0, *now = gather(z);
    for (int i = 0; i < ROWS; i++) {
        const struct row row = row_of(shape, i);
        const int own = tap_rank * ROWS + i;
        big sum = vector_get(r, i), size = fabsl(sum), diagonal = 0;
        for (int k = 0; k < row.terms; k++) {
            const int j = row.column[k];
            const big zj = j < own && j >= tap_rank * ROWS ? now[j] : old[j];
            if (j == own)
                diagonal = row.value[k];
            else
                sum -= row.value[k] * zj;
            size += fabsl(row.value[k] * zj);
        }
        const big z_i = sum / diagonal, error = fabsl(now[own] - z_i);
        size = size / diagonal + fabsl(old[own]) + fabsl(z_i);
        worst = larger(
            (double)(error / (unit(P, P->v) * size + 3 * (big)fixture_least(P->v))),
            worst);
    }
    mem_free(now);
    return worst;
}

/* The same of y_k = b_k - sum_j a_ij z_j or, without b, sum_j a_ij z_j in row i =
 * step * k. */
static double product_error(enum shape shape, const struct pair *P,
                            const struct vector *b, const struct vector *z,
                            const struct vector *y, int step)
{
    double worst = 0, *all = gather(z);
    for (int k = 0; k < y->n; k++) {
        const struct row row = row_of(shape, step * k);
        big sum = b ? vector_get(b, step * k) : 0, size = fabsl(sum);
        for (int e = 0; e < row.terms; e++) {
            const big term = row.value[e] * all[row.column[e]];
            sum += b ? -term : term;
            size += fabsl(term);
        }
        const big error = fabsl((big)vector_get(y, k) - sum),
                  bound = unit(P, y->format) * size +
                          3 * ((big)fixture_least(P->v) + fixture_least(y->format));
        worst = larger((double)(error / bound), worst);
    }
    mem_free(all);
    return worst;
}

/* zc and w are in the format f. */
static void test_pair(enum shape shape, const struct level *level,
                      const struct pair *P, enum format f)
{
    char name[60];
    snprintf(name, sizeof name, "%s, %s, zc and w in %s", shape_name[shape],
             P->name, format_name(f));
    struct vector r = noisy(P->v, ROWS, 32), zc = noisy(f, COARSE, 33),
                  z = nan_vector(P->v, ROWS, level->A.halo_n),
                  w = nan_vector(f, ROWS, 0), rc = nan_vector(P->v, COARSE, 0);
    double *zero = mem_zero((size_t)tap_ranks * ROWS, sizeof(double), "zero guess");
    P->kernel.descend(level, &r, &z, &rc);
    small(sweep_error(shape, P, &r, zero, &z), 1, "%s: z of descend", name);
    small(product_error(shape, P, &r, &z, &rc, 3), 1, "%s: rc of descend", name);

    struct vector guess =
        nan_vector(P->v, ROWS, 0); /* z + P zc, in the format of z */
    for (int i = 0; i < ROWS; i++)
        vector_set(&guess, i,
                   vector_get(&z, i) + (i % 3 ? 0 : vector_get(&zc, i / 3)));
    double *old = gather(&guess);
    P->kernel.ascend(level, &r, &zc, &z, &w);
    small(sweep_error(shape, P, &r, old, &z), 1, "%s: z of ascend", name);
    small(product_error(shape, P, NULL, &z, &w, 1), 1, "%s: w of ascend", name);
    arrays_free(old, zero);
    vectors_free(&guess, &r, &z, &zc, &w, &rc);
}

enum { KERNELS = 9, ON_COARSE = 6 };

/* The results of the kernels that use a square matrix, in the formats of the pair. */
static void compute_all(const struct level *level, const struct pair *P,
                        struct vector y[KERNELS])
{
    const struct matrix *A = &level->A;
    const int halo = A->halo_n;
    struct vector b = noisy(P->v, ROWS, 34), zc = noisy(P->v, COARSE, 35),
                  start = noisy(P->v, ROWS, 36), x = nan_vector(P->v, ROWS, halo);
    for (int k = 0; k < KERNELS; k++)
        y[k] = nan_vector(P->v, ROWS, halo);
    vector_scale(1, &start, &x);
    P->kernel.spmv(A, &x, &y[0]);
    P->kernel.residual(A, &b, &x, &y[1]);
    P->kernel.jacobi(A, 0.7, &b, &x, &y[2]);
    P->kernel.jacobi(A, 0.7, &b, NULL, &y[3]);
    P->kernel.sweep_zero_guess(A, &b, &y[4]);
    P->kernel.descend(level, &b, &y[5], &y[ON_COARSE]);
    vector_scale(1, &y[5], &y[7]);
    P->kernel.ascend(level, &b, &zc, &y[7], &y[8]);
    vectors_free(&b, &zc, &start, &x);
}

/* The matrix in i8 and in another format, by which the same vectors are multiplied in
 * the same arithmetic: the same bits, because all rows are exact. */
static void test_same_bits(const char *shape, const struct level *level,
                           const struct pair *P, const struct pair *other)
{
    struct vector y[KERNELS], wanted[KERNELS];
    compute_all(level, P, y);
    compute_all(level, other, wanted);
    int different = 0;
    for (int k = 0; k < KERNELS; k++) {
        for (int i = 0; i < (k == ON_COARSE ? COARSE : ROWS); i++)
            different += !(vector_get(&y[k], i) == vector_get(&wanted[k], i));
        vectors_free(&y[k], &wanted[k]);
    }
    ok(different == 0, "%s: %s and %s have the same bits", shape, P->name,
       other->name);
}

int main(int argc, char **argv)
{
    start(&argc, &argv);
    for (int s = 0; s < SHAPES; s++) {
        const enum shape shape = (enum shape)s;
        struct level level = create(shape);
        for (int k = 0; k < PAIRS; k++) {
            level.A.formats[pairs[k].v] = pairs[k].s;
            for (int f = F64; f <= BF16; f++)
                test_pair(shape, &level, &pairs[k], (enum format)f);
        }
        for (int k = 0; k < PAIRS; k++)
            for (int o = 0; o < PAIRS && pairs[k].s == I8; o++)
                if (pairs[o].v == pairs[k].v && pairs[o].s != I8 &&
                    u_acc(&pairs[o]) == u_acc(&pairs[k]))
                    test_same_bits(shape_name[shape], &level, &pairs[k], &pairs[o]);
        device_free(level.coarse_row);
        matrix_free(&level.A);
    }
    return done();
}
