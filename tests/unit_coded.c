/* tests/unit_coded.c - coded values give the bits of plain values, in every kernel.
 *
 * The matrices have 1 to 257 distinct values, among them 0.0 and -0.0 and two values
 * that differ in their last bit. On one rank the codes are created and used with 1,
 * 2 or 4 threads, the plain values with 1. unit_kernels.c tests the same kernels against the
 * oracle. The numbers of distinct values are read from the description of the layout.
 */
#include "device.h"
#include "pairs.h"
#include "tap.h"
#include <defaults.h>
#include <omp.h>
#include <string.h>

static const int counts[] = {1, 2, 3, 4, 16, 17, 256, 257};
enum { COUNTS = sizeof counts / sizeof *counts, KERNELS = 9, TRANSFERS = 2 };

/* Value k of a list of distinct values. */
static double value(int k)
{
    const double first[] = {-1, 0.0, -0.0, nextafter(-1, 0)};
    return k < 4 ? first[k] : -1.0 / k;
}

/* Row i of level 0 with values from the list; the diagonal dominates. */
static struct csr entries_of(const struct fixture *F, int distinct)
{
    struct csr A = fixture_matrix(F, 0, STENCIL_SYMMETRIC);
    for (int i = 0; i < A.n; i++)
        for (size_t e = A.ptr[i]; e < A.ptr[i + 1]; e++) {
            const double random = noise(71, (int)e) / 2 + 0.5;
            const int k = (int)(random * distinct) % distinct;
            A.val[e] = A.col[e] == i ? 26 + value(k) : value(k);
        }
    return A;
}

/* The bits of a vector, appended to *bits. */
static void append(char **bits, const struct vector *x)
{
    const size_t bytes = (size_t)x->n * format_bytes(x->format);
    device_get(*bits, x->data, bytes);
    *bits += bytes;
}

/* The results of all kernels with the matrix of level 0, for one pair. */
static void run_kernels(const struct fixture *F, const struct pair *P, char *bits)
{
    const struct level *level = &F->h->level[0];
    const struct matrix *A = &level->A;
    struct vector x = fixture_vector(F, 0, P->v), b = fixture_vector(F, 0, P->v),
                  y = fixture_vector(F, 0, P->v), z = fixture_vector(F, 0, P->v),
                  c = fixture_vector(F, 0, P->s), rc = fixture_vector(F, 1, P->v);
    big *whole = whole_create(F, 0);
    fixture_noise(F, 0, 72, &x, whole);
    fixture_noise(F, 0, 73, &b, whole);
    fixture_noise(F, 0, 74, &c, whole);
    P->kernel.spmv(A, &x, &y);
    append(&bits, &y);
    P->kernel.residual(A, &b, &x, &y);
    append(&bits, &y);
    P->kernel.residual_norm(A, &b, &x, &y);
    append(&bits, &y);
    P->kernel.sweep(A, &b, &x);
    append(&bits, &x);
    P->kernel.sweep_zero_guess(A, &b, &z);
    append(&bits, &z);
    P->kernel.restrict_residual(level, &b, &z, &rc);
    append(&bits, &rc);
    P->kernel.jacobi(A, 0.5, &b, &x, &y);
    append(&bits, &y);
    P->kernel.jacobi_zero_guess(A, 0.5, &b, &y);
    append(&bits, &y);
    P->kernel.correct_solution(A, 0.5, &c, &x, &b);
    append(&bits, &b);
    mem_free(whole);
    vector_free(&x);
    vector_free(&b);
    vector_free(&y);
    vector_free(&z);
    vector_free(&c);
    vector_free(&rc);
}

/* Replaces the matrix of level 0; returns the results for every pair. */
static char *results(const struct fixture *F, int distinct, int values, int threads)
{
    struct matrix *A = &F->h->level[0].A;
    const size_t each = KERNELS * (size_t)A->n * sizeof(double);
    char *bits = mem_zero(PAIRS, each, "results");
    omp_set_num_threads(threads);
    A->options.values = values;
    fixture_replace(F, 0, entries_of(F, distinct));
    for (int p = 0; p < PAIRS; p++)
        if (!format_is_integer(pairs[p].s))
            run_kernels(F, &pairs[p], bits + (size_t)p * each);
    return bits;
}

/* The number of distinct values of a part, as described; 257: more than 256. */
static int described(const struct matrix *A, char part)
{
    char text[200], words[] = {',', ' ', part, ' ', 'h', 'a', 's', ' ', 0};
    layout_describe(A, text, sizeof text);
    const char *found = strstr(text, words);
    int count = 0;
    if (found && sscanf(found + strlen(words), "more than %d", &count) == 1)
        return count + 1;
    return found && sscanf(found + strlen(words), "%d", &count) == 1 ? count : -1;
}

static void test_distinct(const struct fixture *F, int k, const char *name)
{
    const struct matrix *A = &F->h->level[0].A;
    const int distinct = counts[k], threads = tap_ranks == 1 ? 1 << k % 3 : 1;
    char *plain = results(F, distinct, VALUES_PLAIN, 1),
         *coded = results(F, distinct, VALUES_CODED, threads);
    ok(memcmp(plain, coded, PAIRS * KERNELS * (size_t)A->n * sizeof(double)) == 0,
       "%s, %d distinct values, %d threads: the bits of all kernels", name,
       distinct, threads);
    for (int p = 0; p < 2 && distinct > 1; p++)
        ok(described(A, "LU"[p]) == distinct, "%s, %d distinct values: in %c", name,
           distinct, "LU"[p]);
    mem_free(plain);
    mem_free(coded);
}

/* A transfer operator with 3 * distinct columns and every third row empty. */
static int entry(const void *distinct, int64_t i, int64_t j, big *a)
{
    const int k = *(const int *)distinct;
    *a = value((int)((3 * i + 5 * j) % k));
    return i % 3 != 2 && j >= 2 * i - 1 && j <= 2 * i + 1;
}

static void test_transfer(int distinct, int layout)
{
    const struct blocks R = {301, tap_ranks}, C = {602, tap_ranks};
    const struct entrywise D = {R.n, C.n, entry, &distinct};
    const struct partition columns = blocks_partition(&C);
    enum format formats[FORMATS];
    for (int f = 0; f < FORMATS; f++)
        formats[f] = (enum format)f;
    struct matrix_setup setup = {.need =
                                     1u << F64 | 1u << F32 | 1u << F16 | 1u << BF16,
                                 .formats = formats,
                                 .options = tree_options_default()};
    setup.options.layout = layout;
    int equal = 1;
    for (int p = 0; p < PAIRS; p++) {
        const struct pair *P = &pairs[p];
        if (format_is_integer(P->s))
            continue;
        char bits[2][602 * sizeof(double)] = {{0}};
        for (int values = VALUES_PLAIN; values <= VALUES_CODED; values++) {
            setup.options.values = values;
            struct matrix A = matrix_create(entrywise_rows(&D, &R, &C), &setup,
                                            &columns, 70, MPI_COMM_WORLD);
            struct vector x = vector_create(P->v, A.columns, A.halo_n, "x"),
                          c = vector_create(P->s, A.columns, A.halo_n, "c"),
                          z = vector_create(P->v, A.n, 0, "z"),
                          y = vector_create(P->s, A.n, 0, "y");
            for (int i = 0; i < A.columns; i++) {
                vector_set(&x, i, noise(75, i));
                vector_set(&c, i, noise(76, i));
            }
            for (int i = 0; i < A.n; i++)
                vector_set(&z, i, noise(77, i));
            P->kernel.restrict_by_matrix(&A, &x, &y);
            P->kernel.prolong_by_matrix(&A, 0.5, &c, &z);
            char *to = bits[values];
            append(&to, &y);
            append(&to, &z);
            vector_free(&x);
            vector_free(&c);
            vector_free(&y);
            vector_free(&z);
            matrix_free(&A);
        }
        equal &= memcmp(bits[0], bits[1], sizeof bits[0]) == 0;
    }
    ok(equal, "layout %d, %d distinct values: the bits of transfers", layout,
       distinct);
}

int main(int argc, char **argv)
{
    start(&argc, &argv);
    static const char *const names[] = {"ell", "sell", "implicit"};
    struct tree_options options = tree_options_default();
    if (!TREE_HAS_OPTIONS)
        skip("this tree has no coded values");
    for (int layout = LAYOUT_ELL; TREE_HAS_OPTIONS && layout <= LAYOUT_IMPLICIT;
         layout++) {
        options.layout = layout;
        struct fixture F = fixture_create_with(
            (int[3]){24, 8, 16}, STENCIL_SYMMETRIC, ORDER_COLOR, &options);
        for (int k = 0; k < COUNTS; k++) {
            test_distinct(&F, k, names[layout]);
            test_transfer(counts[k], layout);
        }
        fixture_free(&F);
    }
    options.layout = LAYOUT_SELL;
    if (TREE_HAS_OPTIONS) {
        struct fixture F = fixture_create_with(
            (int[3]){8, 16, 8}, STENCIL_SYMMETRIC, ORDER_NATURAL, &options);
        test_distinct(&F, 5, "natural order");
        fixture_free(&F);
    }
    return done();
}
