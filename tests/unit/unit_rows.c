/* tests/unit/unit_rows.c - the rows of a matrix in i8: scales, rounding errors, and products with
 * each scale. */
#include "blocks.h"
#include "numbers.h"
#include "pairs.h"
#include "row_scale.h"
#include "memory.h"
#include "tap.h"
#include <math.h>
#include <string.h>

enum { MOST = 6 };

/* A row of some values, whose first one is the diagonal entry, has this scale and, rounded
 * to integers, this largest error relative to its largest value. */
static const struct {
    const char *what;
    int terms;
    double value[MOST], scale, error;
} rows[] = {
    {"the benchmark's row", 3, {26, -1, -1}, 1, 0},
    {"a half of it", 3, {13, -0.5, -0.5}, 0.125, 0},
    {"the largest integer", 2, {127, 1}, 1, 0},
    {"an integer too large", 2, {128, 2}, 2, 0},
    {"it becomes the largest integer", 1, {127.25}, 1, 0.25 / 127.25},
    {"a value that is rounded up to 128", 2, {127.5, 2}, 2, 0.5 / 127.5},
    {"small numbers", 3, {0x1p-100, -0x3p-105, 0}, 0x1p-106, 0},
    {"an entry that becomes 0", 2, {64, 0.25}, 1, 0.25 / 64},
    {"ties to even", 3, {100, 2.5, -3.5}, 1, 0.5 / 100},
    {"zeros", 2, {0, 0}, 1, 0},
    {"no entries", 0, {0}, 1, 0},
    {"the smallest scale", 1, {0x1p-120}, 0x1p-126, 0},
    {"the largest integer with it", 1, {0x1.fcp132}, 0x1p126, 0},
    {"the largest scale", 1, {0x1.fep132}, 0x1p127, 0.25 / 63.75},
};
enum { ROWS = sizeof rows / sizeof *rows };

/* Rows of one entry with all exponents e, from -126 to 127, and k = 64 in 8 bits. With
 * x_i = 2^-(e+6), y = A x and b = 2, all entries of y and of b - A x are 1. The matrix is not
 * declared square: a diagonal entry above 2^128 is Inf in f32. */
enum { SMALLEST = -126, LARGEST = 127, EXPONENTS = LARGEST - SMALLEST + 1 };

static struct csr rows_create(void)
{
    struct csr A = {.n = EXPONENTS,
                    .columns = EXPONENTS,
                    .ptr = NEW(size_t, EXPONENTS + 1, "rows"),
                    .col = NEW(int, EXPONENTS, "columns"),
                    .val = NEW(double, EXPONENTS, "values")};
    A.ptr[0] = 0;
    for (int i = 0; i < EXPONENTS; i++) {
        const int e = SMALLEST + i; /* 64 2^127 would have the exponent 128 */
        A.ptr[i + 1] = (size_t)i + 1;
        A.col[i] = i;
        A.val[i] = ldexp(e < LARGEST ? 64 : 63.75, e);
    }
    return A;
}

static int all_are_one(const struct vector *y)
{
    double *host = numbers_read(y);
    int ones = 1;
    for (int i = 0; i < EXPONENTS; i++) {
        if (ones && host[i] != 1)
            printf("# 2^%d: %g, wanted 1\n", SMALLEST + i, host[i]);
        ones &= host[i] == 1;
    }
    mem_free(host);
    return ones;
}

static void test_products(void)
{
    const struct blocks all = {EXPONENTS * (int64_t)tap_ranks, tap_ranks};
    const struct partition owners = blocks_partition(&all);
    const struct matrix_config config = {.need = 1u << I8};
    struct matrix A =
        matrix_create(rows_create(), &config, &owners, 70, MPI_COMM_WORLD);
    for (int k = 0; k < PAIRS; k++) {
        const struct pair *P = &pairs[k];
        if (P->s != I8 || P->v == F16) /* f16 has fewer powers of two */
            continue;
        struct vector x = vector_create(P->v, EXPONENTS, 0, "x"),
                      b = vector_create(P->v, EXPONENTS, 0, "b"),
                      y = vector_create(P->v, EXPONENTS, 0, "y");
        double power[EXPONENTS];
        for (int i = 0; i < EXPONENTS; i++)
            power[i] = ldexp(1, -(SMALLEST + i + 6));
        vector_write(&x, 0, EXPONENTS, power);
        numbers_fill(&b, EXPONENTS, 2);
        P->kernel.spmv(&A, &x, &y);
        ok(all_are_one(&y), "%s: a product with each scale", P->name);
        P->kernel.residual(&A, &b, &x, &y);
        ok(all_are_one(&y), "%s: a residual with each scale", P->name);
        vectors_free(&x, &b, &y);
    }
    matrix_free(&A);
}

int main(int argc, char **argv)
{
    start(&argc, &argv);
    for (int k = 0; k < ROWS; k++) {
        double value[MOST];
        int column[MOST] = {0, 1, 2, 3, 4, 5};
        size_t ptr[2] = {0, (size_t)rows[k].terms};
        memcpy(value, rows[k].value, sizeof value);
        const struct csr A = {
            .n = 1, .columns = MOST, .ptr = ptr, .col = column, .val = value};
        ok(ldexp(1, row_exponent(&A, 0)) == rows[k].scale, "%s: the scale is %g",
           rows[k].what, rows[k].scale);
        ok(row_fits_i8(&A, 0, 0), "%s: fits", rows[k].what);
        const struct row_rounding r = rounding_of_rows(&A, MPI_COMM_WORLD);
        ok(r.rows == tap_ranks && r.exact == (rows[k].error == 0 ? tap_ranks : 0) &&
               r.scaled == (rows[k].scale == 1 ? 0 : tap_ranks) &&
               fabs(r.error - rows[k].error) <= 0x1p-50,
           "%s: %s", rows[k].what, rows[k].error == 0 ? "exact" : "rounded");
    }
    double most = 0; /* of rows with one small and one large number */
    for (int i = 0; i < 1000; i++) {
        double value[2] = {exp2(20 * noise(41, i)), noise(42, i)};
        value[1] *= value[0];
        int column[2] = {0, 1};
        size_t ptr[2] = {0, 2};
        const struct csr A = {
            .n = 1, .columns = 2, .ptr = ptr, .col = column, .val = value};
        most = larger(most, rounding_of_rows(&A, MPI_COMM_SELF).error);
    }
    small(most, 1.0 / 127, "the largest error of random rows");
    ok(most > 0.9 / 127, "and the bound is sharp");
    test_products();
    return done();
}
