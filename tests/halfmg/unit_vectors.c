/* tests/halfmg/unit_vectors.c - updates, sums and counts of vectors of any length in any two formats
 * (any_format.h).
 *
 * The lengths are next to multiples of a SIMD vector and of a tile. Entries past the
 * end of an operand are NaN, and those past the end of a result must not change, so
 * that a loop that is one entry too long is noticed. The checker tests the vector functions
 * of the contract (checker/).
 */
#include "any_format.h"
#include "kernel_macros.h"
#include "numbers.h"
#include "tap.h"

enum { GUARD = 9, SENTINEL = 7 };

/* A vector of n pseudo-random numbers, others on each rank, which are also stored in
 * number[]; all GUARD entries past its end are `past`. */
static struct vector create(enum format f, int n, int seed, double past,
                            double *number)
{
    struct vector x = vector_create(f, n, GUARD, "x");
    numbers_fill(&x, n + GUARD, past);
    for (int i = 0; i < n; i++)
        number[i] = noise_in(f, seed, tap_rank * n + i);
    vector_write(&x, 0, n, number);
    return x;
}

/* Whether the entries past the end are still SENTINEL. */
static int guarded(const struct vector *x)
{
    double past[GUARD];
    int same = 1;
    vector_read(x, x->n, GUARD, past);
    for (int i = 0; i < GUARD; i++)
        same &= past[i] == SENTINEL;
    return same;
}

/* x = z + beta x. Arithmetic in double, and each result is rounded once. */
static void test_update(const struct matrix *A, enum format f, enum format g,
                        const char *name)
{
    const int n = A->n;
    const double beta = -1.0 / 3, u = format_roundoff(f) + 4 * 0x1p-53 +
                                      (format_bytes(f) == 2 ? 0x1p-23 : 0);
    double *X = NEW(double, n + 1, "x"), *Z = NEW(double, n + 1, "z"), error = 0;
    struct vector x = create(f, n, 61, SENTINEL, X), z = create(g, n, 62, NAN, Z);
    vector_aypx(A, beta, &z, &x);
    double *got = numbers_read(&x);
    for (int i = 0; i < n; i++) {
        const big a = (big)beta * X[i], b = (big)Z[i];
        error = larger((double)(fabsl((big)got[i] - (a + b)) /
                                (u * (fabsl(a) + fabsl(b)) + format_least(f))),
                       error);
    }
    small(error, 1, "%s: z + beta x", name);
    ok(guarded(&x), "%s: entries past the end do not change", name);
    vectors_free(&x, &z);
    arrays_free(X, Z, got);
}

/* x'y */
static void test_sums(const struct matrix *A, enum format f, enum format g,
                      const char *name)
{
    const int n = A->n;
    double *X = NEW(double, n + 1, "x"), *Y = NEW(double, n + 1, "y");
    struct vector x = create(f, n, 63, NAN, X), y = create(g, n, 64, NAN, Y);
    big sum = 0, size = 0;
    for (int i = 0; i < n; i++) {
        sum += (big)X[i] * Y[i];
        size += fabsl((big)X[i] * Y[i]);
    }
    const double roundoffs = ((double)n * tap_ranks + 2) * 0x1p-53;
    small(fabs(vector_dot(A, &x, &y) - over_ranks((double)sum, MPI_SUM)),
          roundoffs * over_ranks((double)size, MPI_SUM), "%s: dot product", name);
    vectors_free(&x, &y);
    arrays_free(X, Y);
}

int main(int argc, char **argv)
{
    start(&argc, &argv);
    static const int lengths[] = {1, 17, 1023, 1025, 2047, 3080};
    struct matrix identity = identity_create(512),
                  A = identity; /* only its length and scratch are used */
    A.partial = device_alloc(8, sizeof(double), "sums per tile");
    for (size_t l = 0; l < sizeof lengths / sizeof *lengths; l++)
        for (int f = F64; f <= F16; f++)
            for (int g = F64; g <= F16; g++) {
                char name[64];
                A.n = lengths[l];
                snprintf(name, sizeof name, "%s,%s, n = %d", format_name((enum format)f),
                         format_name((enum format)g), A.n);
                test_update(&A, (enum format)f, (enum format)g, name);
                test_sums(&A, (enum format)f, (enum format)g, name);
            }
    device_free(A.partial);
    matrix_free(&identity);
    return done();
}
