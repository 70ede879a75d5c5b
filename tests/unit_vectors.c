/* tests/unit_vectors.c - vector updates, norms and dot products of any length.
 *
 * The lengths are next to multiples of a SIMD vector and of a tile. Entries past the
 * end of an operand are NaN, and those past the end of a result must not change, so
 * that a loop that is one entry too long is noticed. The bounds are those of
 * unit_kernels.c. Norms are also tested for entries whose squares leave the range
 * of f64, over several tiles.
 */
#include "any_format.h"
#include "kernel_macros.h"
#include "pairs.h"
#include "tap.h"

enum { GUARD = 9, SENTINEL = 7 };

/* A vector of n pseudo-random numbers, others on each rank, which are also stored in
 * number[]; all GUARD entries past its end are `past`. */
static struct vector create(enum format f, int n, int seed, double past,
                            double *number)
{
    struct vector x = vector_create(f, n, GUARD, "x");
    fixture_fill(&x, n + GUARD, past);
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

/* y* = alpha x, x += alpha z* and x = z* + beta x. */
static void test_updates(const struct matrix *A, const struct pair *P,
                         const char *name)
{
    const int n = A->n;
    const double alpha = -1.0 / 3, least = fixture_least(P->v),
                 twice = format_bytes(P->s) == 2 ? 0x1p-23 : 0, /* by way of f32 */
        u_scale = format_roundoff(P->s) + twice + 0x1p-52,
                 u_sum = u_v(P) + 4 * u_acc(P);
    double *X = NEW(double, n + 1, "x"), *Z = NEW(double, n + 1, "z"),
           *got = NEW(double, n + 1, "result"), error[3] = {0};
    struct vector nan_x = create(P->v, n, 61, NAN, X),
                  y = create(P->s, n, 62, SENTINEL, Z);
    P->kernel.vector_scale(alpha, &nan_x, &y);
    vector_read(&y, 0, n, got);
    for (int i = 0; i < n; i++)
        error[0] = larger(fabs(got[i] - alpha * X[i]) /
                              (u_scale * fabs(alpha * X[i]) + fixture_least(P->s)),
                          error[0]);
    int kept = guarded(&y);
    struct vector z = create(P->s, n, 62, NAN, Z);
    for (int which = 1; which < 3; which++) {
        struct vector x = create(P->v, n, 61, SENTINEL, X);
        if (which == 1)
            P->kernel.vector_axpy(alpha, &z, &x);
        else
            vector_aypx(A, alpha, &z, &x);
        vector_read(&x, 0, n, got);
        for (int i = 0; i < n; i++) {
            const big a = which == 1 ? (big)X[i] : (big)alpha * X[i],
                      b = which == 1 ? (big)alpha * Z[i] : (big)Z[i];
            error[which] = larger((double)(fabsl((big)got[i] - (a + b)) /
                                           (u_sum * (fabsl(a) + fabsl(b)) + least)),
                                  error[which]);
        }
        kept &= guarded(&x);
        vector_free(&x);
    }
    small(larger(larger(error[0], error[1]), error[2]), 1,
          "%s: alpha x %.2g, x + alpha z %.2g, z + beta x %.2g of their bounds",
          name, error[0], error[1], error[2]);
    ok(kept, "%s: entries past the end do not change", name);
    vectors_free(&nan_x, &y, &z);
    arrays_free(X, Z, got);
}

/* ||x||, x'y* and the number of entries that are out of range. */
static void test_sums(const struct matrix *A, const struct pair *P,
                      const char *name)
{
    const int n = A->n;
    double *X = NEW(double, n + 1, "x"), *Y = NEW(double, n + 1, "y"), out = 0;
    struct vector x = create(P->v, n, 63, NAN, X), y = create(P->s, n, 64, NAN, Y);
    if (n > 2) { /* limits that are entries, and a zero */
        X[0] = 0.25, X[1] = 0.75, X[2] = 0;
        vector_write(&x, 0, 3, X);
    }
    big squares = 0, sum = 0, size = 0;
    for (int i = 0; i < n; i++) {
        squares += (big)X[i] * X[i];
        sum += (big)X[i] * Y[i];
        size += fabsl((big)X[i] * Y[i]);
        out += X[i] != 0 && (fabs(X[i]) < 0.25 || fabs(X[i]) > 0.75);
    }
    const double norm = sqrt(over_ranks((double)squares, MPI_SUM)),
                 roundoffs = ((double)n * tap_ranks + 2) * 0x1p-53;
    out = over_ranks(out, MPI_SUM);
    small(fabs(P->kernel.vector_norm(A, &x) - norm), roundoffs * norm, "%s: norm",
          name);
    /* an entry in f64 is rounded to the type of the arithmetic */
    const double converted = P->s == F64 ? u_acc(P) : 0;
    small(fabs(vector_dot(A, &x, &y) - over_ranks((double)sum, MPI_SUM)),
          (roundoffs + converted) * over_ranks((double)size, MPI_SUM),
          "%s: dot product", name);
    ok(vector_count_out_of_range(A, 0.25, 0.75, &x) == out,
       "%s: entries out of range", name);
    for (int e = -700; P->v == F64 && e <= 700; e += 1400) {
        for (int i = 0; i < n; i++)
            Y[i] = ldexp(X[i], e);
        vector_write(&x, 0, n, Y);
        small(fabs(ldexp(P->kernel.vector_norm(A, &x), -e) - norm),
              roundoffs * norm, "%s: norm of entries of 2^%d", name, e);
    }
    if (tap_rank == tap_ranks - 1)
        vector_set(&x, n / 2, NAN);
    const double most = P->v == F64 ? 0x1p1000 : 1; /* of all other entries */
    ok(vector_count_out_of_range(A, 0, most, &x) == 1, "%s: a NaN is out of range",
       name);
    vectors_free(&x, &y);
    arrays_free(X, Y);
}

int main(int argc, char **argv)
{
    start(&argc, &argv);
    static const int lengths[] = {1, 17, 1023, 1025, 2047, 3080};
    struct fixture F =
        fixture_create((int[3]){8, 8, 8}, STENCIL_SYMMETRIC, ORDER_NATURAL);
    struct matrix A = F.h->level[0].A; /* only its length and scratch are used */
    A.partial = device_alloc(8, sizeof(double), "sums per tile");
    for (size_t l = 0; l < sizeof lengths / sizeof *lengths; l++)
        for (int p = 0; p < VECTOR_PAIRS; p++) {
            char name[64];
            if (format_is_integer(vector_pairs[p].s))
                continue;
            A.n = lengths[l];
            snprintf(name, sizeof name, "%s, n = %d", vector_pairs[p].name, A.n);
            test_updates(&A, &vector_pairs[p], name);
            test_sums(&A, &vector_pairs[p], name);
        }
    device_free(A.partial);
    fixture_free(&F);
    return done();
}
