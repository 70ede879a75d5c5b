/* tests/unit_rows.c - the rows of a matrix in i8: scales and rounding errors. */
#include "fixture.h"
#include "row_scale.h"
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
    {"the largest scale", 1, {0x1.fcp132}, 0x1p126, 0},
};
enum { ROWS = sizeof rows / sizeof *rows };

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
        ok(row_scale(&A, 0) == rows[k].scale, "%s: the scale is %g", rows[k].what,
           rows[k].scale);
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
    return done();
}
