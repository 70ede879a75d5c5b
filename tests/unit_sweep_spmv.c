/* tests/unit_sweep_spmv.c - a sweep and the product after it, for any matrix.
 *
 * z is bitwise that of sweep, and w is A z up to rounding. The matrices have rows
 * without entries in earlier or in later columns, empty colors, patterns that are
 * not symmetric between ranks, and partial slices. They are stored as a whole, and
 * with symmetric values in half storage. Every rank evaluates the product
 * in long double. The bounds are those of unit_kernels.c for rows of up to TERMS
 * entries.
 */
#include "device.h"
#include "fixture.h"
#include "pairs.h"
#include "tap.h"
#include <defaults.h>
#include <stdio.h>
#include <string.h>

enum shape { DIAGONAL, TWO_COLORS, CHAIN, SHAPES };
static const char *const shape_name[SHAPES] = {"diagonal", "two colors", "chain"};
enum { ROWS = 150, HALF = ROWS / 2, TERMS = 8 };

/* Within a rank. The rows of the first half of TWO_COLORS have no entries in earlier
 * columns, those of the second half none in later columns. */
static int is_local_entry(enum shape shape, int i, int j)
{
    const int d = i > j ? i - j : j - i;
    switch (shape) {
    case DIAGONAL:
        return 0;
    case TWO_COLORS:
        return (i < HALF) != (j < HALF) && (d == HALF || d == HALF - 3);
    default:
        return (d == 1 || d == 7) && i % 50 != 0 && j % 50 != 0;
    }
}

struct problem {
    enum shape shape;
    int symmetric;
};

/* Rows of a rank read a value of the rank before it, but not vice versa. */
static int has_entry(const void *data, int64_t row, int64_t column, big *a)
{
    const struct problem *p = data;
    const int i = (int)row, j = (int)column,
              swap = p->symmetric && i > j && i / ROWS == j / ROWS;
    *a = i == j ? TERMS : noise(31, swap ? j * 10000 + i : i * 10000 + j);
    return i == j ||
           (i / ROWS == j / ROWS ? is_local_entry(p->shape, i % ROWS, j % ROWS)
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

static struct matrix create(const struct problem *problem, enum layout_kind layout)
{
    const struct blocks rows = {tap_ranks * ROWS, tap_ranks};
    const struct entrywise whole = {rows.n, rows.n, has_entry, problem};
    struct csr entries = entrywise_rows(&whole, &rows, &rows);
    struct matrix A = {.n = ROWS,
                       .columns = ROWS,
                       .square = 1,
                       .sweeps = 1,
                       .nonzeros = entries.ptr[ROWS],
                       .colors = coloring_of(problem->shape),
                       .options = tree_options_default()};
    A.options.layout = layout;
    A.options.symmetric = problem->symmetric;
    const struct partition owners = blocks_partition(&rows);
    A.halo =
        halo_build(&entries, &owners, 70 + (int)problem->shape, MPI_COMM_WORLD);
    A.halo_n = entries.halo;
    matrix_store(&A, entries, 1u << F64 | 1u << F32 | 1u << F16 | 1u << BF16);
    return A;
}

static struct vector noisy(const struct pair *P, int halo, int seed)
{
    struct vector x = vector_create(P->v, ROWS, halo, "test vector");
    for (int i = 0; i < ROWS + halo; i++)
        vector_set(&x, i, i < ROWS ? noise(seed, tap_rank * ROWS + i) : NAN);
    return x;
}

/* z of all ranks. */
static double *gather(const struct vector *z)
{
    double own[ROWS], *all = NEW(double, (size_t)tap_ranks *ROWS, "z of all ranks");
    vector_read(z, 0, ROWS, own);
    MPI_OK(MPI_Allgather(own, ROWS, MPI_DOUBLE, all, ROWS, MPI_DOUBLE,
                         MPI_COMM_WORLD));
    return all;
}

/* The largest error of w = A z, as a multiple of its bound. */
static double product_error(const struct problem *problem, const struct pair *P,
                            const struct vector *z, const struct vector *w)
{
    const struct entrywise D = {tap_ranks * ROWS, tap_ranks * ROWS, has_entry,
                                problem};
    const double written = (tap_ranks > 1 ? 3 : 2) * u_v(P);
    const big unit = (TERMS + 2) * u_acc(P) + u_s(P) + written + u_s(P) * written;
    double worst = 0, *all = gather(z);
    for (int i = 0; i < ROWS; i++) {
        int terms;
        big size,
            sum = entrywise_product(&D, tap_rank * ROWS + i, all, &size, &terms);
        const big error = fabsl((big)vector_get(w, i) - sum),
                  bound = unit * size + 3 * (big)fixture_least(P->v);
        worst = larger((double)(error / bound), worst);
    }
    mem_free(all);
    return worst;
}

static void test_pair(const struct problem *problem, struct matrix *A,
                      const struct pair *P)
{
    char name[40];
    snprintf(name, sizeof name, "%s%s", shape_name[problem->shape],
             problem->symmetric ? ", half storage" : "");
    const size_t bytes = ROWS * format_bytes(P->v);
    struct vector r = noisy(P, 0, 32), z = noisy(P, A->halo_n, 33),
                  y = noisy(P, A->halo_n, 33), w = noisy(P, 0, 34);
    char bits[2][ROWS * sizeof(double)];
    P->kernel.sweep(A, &r, &y);
    P->kernel.sweep_spmv(A, &r, &z, &w);
    device_get(bits[0], y.data, bytes);
    device_get(bits[1], z.data, bytes);
    ok(memcmp(bits[0], bits[1], bytes) == 0,
       "%s, %s, layout %d: z is that of sweep", name, P->name, A->options.layout);
    small(product_error(problem, P, &z, &w), 1, "%s, %s, layout %d: w = A z", name,
          P->name, A->options.layout);
    vector_free(&r);
    vector_free(&z);
    vector_free(&y);
    vector_free(&w);
}

int main(int argc, char **argv)
{
    start(&argc, &argv);
    const int kinds = TREE_HAS_OPTIONS && !*device_get_info().name ? 2 : 1;
    for (int layout = LAYOUT_ELL; layout <= LAYOUT_IMPLICIT; layout++)
        for (int s = 0; s < kinds * SHAPES; s++) {
            const struct problem problem = {(enum shape)(s % SHAPES), s / SHAPES};
            struct matrix A = create(&problem, (enum layout_kind)layout);
            for (int k = 0; k < PAIRS; k++) {
                if (format_is_integer(pairs[k].s))
                    continue;
                A.formats[pairs[k].v] = pairs[k].s;
                test_pair(&problem, &A, &pairs[k]);
            }
            matrix_free(&A);
        }
    return done();
}
