/* tests/unit_symmetric.c - half storage of symmetric matrices.
 *
 * All kernels of a V-cycle and of a solver have the same bits with 1, 2 and 4 threads,
 * in every layout, and coded values have the bits of plain ones. U z, which a sweep
 * leaves for the next kernels, is not mistaken for U y. The accuracy of the
 * kernels is tested by unit_kernels.c and unit_sweep_spmv.c; here products of two
 * matrices without a grid are compared with sums in long double: a band, and a row
 * that all others share, so that no two chunks of slices may run together.
 */
#include "device.h"
#include "fixture.h"
#include "memory.h"
#include "pairs.h"
#include "tap.h"
#include <defaults.h>
#include <math.h>
#include <omp.h>
#include <string.h>

/* ---- Bits ---- */

enum { VECTORS = 8, LONGEST = 16 * 16 * 16 };

struct bits {
    char *data;
    size_t used;
};

static void append(struct bits *b, const struct vector *x)
{
    const size_t bytes = (size_t)x->n * format_bytes(x->format);
    device_get(b->data + b->used, x->data, bytes);
    b->used += bytes;
}

/* The results of the kernels that read the matrix of level 0. */
static struct bits run_kernels(const struct fixture *F, const struct pair *P,
                               int threads)
{
    const struct level *level = &F->h->level[0];
    const struct matrix *A = &level->A;
    struct bits b = {mem_zero(VECTORS * LONGEST, sizeof(double), "bits"), 0};
    struct vector r = fixture_vector(F, 0, P->v), z = fixture_vector(F, 0, P->v),
                  w = fixture_vector(F, 0, P->v), c = fixture_vector(F, 0, P->s),
                  rc = fixture_vector(F, 1, P->v);
    big *whole = whole_create(F, 0);
    omp_set_num_threads(threads);
    fixture_noise(F, 0, 81, &r, whole);
    fixture_noise(F, 0, 82, &c, whole);
    P->kernel.sweep_zero_guess(A, &r, &z);
    append(&b, &z);
    P->kernel.restrict_residual(level, &r, &z, &rc);
    append(&b, &rc);
    prolong_by_injection(level, &rc, &z);
    P->kernel.post_sweep(A, &r, &z, &w);
    append(&b, &z);
    append(&b, &w);
    P->kernel.sweep(A, &r, &z);
    append(&b, &z);
    P->kernel.residual_norm(A, &r, &z, &w);
    append(&b, &w);
    P->kernel.jacobi(A, 0.5, &r, &z, &w);
    append(&b, &w);
    P->kernel.correct_solution(A, 0.5, &c, &z, &r);
    append(&b, &r);
    omp_set_num_threads(1);
    vector_free(&r);
    vector_free(&z);
    vector_free(&w);
    vector_free(&c);
    vector_free(&rc);
    mem_free(whole);
    return b;
}

static void test_bits(const struct tree_options *options, enum row_order order)
{
    const int n[3] = {16, 16, 16};
    struct tree_options with_codes = *options;
    with_codes.values = VALUES_CODED;
    struct fixture F = fixture_create_with(n, STENCIL_SYMMETRIC, order, options),
                   C = fixture_create_with(n, STENCIL_SYMMETRIC, order,
                                           &with_codes);
    for (int p = 0; p < PAIRS; p++) {
        const struct pair *P = &pairs[p];
        if (P->v == BF16 || (P->v != P->s && !(P->v == F32 && P->s == F16)))
            continue;
        const int most = tap_ranks > 1 ? 1 : p == 0 ? 4 : 2;
        struct bits one = run_kernels(&F, P, 1),
                    coded = run_kernels(&C, P, tap_ranks > 1 ? 1 : 2);
        ok(one.used > 0 && memcmp(one.data, coded.data, one.used) == 0,
           "%s, layout %d, order %d: coded values", P->name, options->layout,
           order);
        for (int threads = 2; threads <= most; threads *= 2) {
            struct bits more = run_kernels(&F, P, threads);
            ok(memcmp(one.data, more.data, one.used) == 0,
               "%s, layout %d, order %d: %d threads", P->name, options->layout,
               order, threads);
            mem_free(more.data);
        }
        mem_free(one.data);
        mem_free(coded.data);
    }
    fixture_free(&F);
    fixture_free(&C);
}

/* Whether vectors in f64 agree up to the order of additions: on several ranks a sweep
 * visits the slices in another order than a product. */
static int agree(const struct bits *a, const struct bits *b)
{
    double difference = 0, largest = 0;
    for (size_t k = 0; k < a->used; k += sizeof(double)) {
        double x, y;
        memcpy(&x, a->data + k, sizeof x);
        memcpy(&y, b->data + k, sizeof y);
        difference = fmax(difference, fabs(x - y));
        largest = fmax(largest, fabs(x));
    }
    return a->used == b->used && largest > 0 && difference < 1e-14 * largest;
}

/* With the residual of another vector y between the two sweeps of a level, the second
 * sweep has the same result: it does not use U y. */
static void test_other_vector(const struct tree_options *options)
{
    const int n[3] = {16, 16, 16};
    struct fixture F =
        fixture_create_with(n, STENCIL_SYMMETRIC, ORDER_COLOR, options);
    const struct level *level = &F.h->level[0];
    const struct matrix *A = &level->A;
    struct vector r = fixture_vector(&F, 0, F64), y = fixture_vector(&F, 0, F64),
                  z = fixture_vector(&F, 0, F64), rc = fixture_vector(&F, 1, F64),
                  other = fixture_vector(&F, 1, F64);
    struct bits direct = {mem_zero(2 * LONGEST, sizeof(double), "bits"), 0},
                between = {mem_zero(2 * LONGEST, sizeof(double), "bits"), 0};
    big *whole = whole_create(&F, 0);
    fixture_noise(&F, 0, 86, &r, whole);
    for (int with = 0; with < 2; with++) {
        struct bits *b = with ? &between : &direct;
        sweep_zero_guess(A, &r, &z);
        vector_scale(with ? 3 : 1, &z, &y);
        restrict_residual(level, &r, &z, &rc);
        append(b, &rc);
        if (with)
            restrict_residual(level, &r, &y, &other);
        prolong_by_injection(level, &rc, &z);
        post_sweep(A, &r, &z, NULL);
        append(b, &z);
    }
    ok(agree(&direct, &between),
       "layout %d: the residual of another vector between two sweeps",
       options->layout);
    mem_free(direct.data);
    mem_free(between.data);
    mem_free(whole);
    vector_free(&r);
    vector_free(&y);
    vector_free(&z);
    vector_free(&rc);
    vector_free(&other);
    fixture_free(&F);
}

/* ---- Matrices without a grid ---- */

enum shape { BAND, HUB };
enum { ROWS = 40001, REACH = 5 };

static int has_entry(enum shape shape, int i, int j)
{
    const int d = i < j ? j - i : i - j;
    return d == 0 || (shape == BAND ? d <= REACH && d != 3 : i == 0 || j == 0);
}

static double entry(int i, int j)
{
    return i == j ? 4 : noise(83, i < j ? 7 * i + j : 7 * j + i);
}

/* The columns in which row i may have entries. */
static int first_column(enum shape shape, int i)
{
    return shape == HUB || i < REACH ? 0 : i - REACH;
}

/* rounded: the values are rounded to multiples of 1/32, so that codes of 8 bits suffice. */
static struct csr create(enum shape shape, int rounded)
{
    struct csr A = {.n = ROWS, .columns = ROWS};
    const size_t most = (size_t)(2 * REACH + 3) * ROWS;
    A.ptr = NEW(size_t, ROWS + 1, "rows");
    A.col = NEW(int, most, "columns");
    A.val = NEW(double, most, "values");
    size_t e = 0;
    for (int i = 0; i < ROWS; i++) {
        A.ptr[i] = e;
        for (int j = first_column(shape, i); j < ROWS; j++) {
            if (shape == HUB && i > 0 && j > 0 && j < i)
                j = i;
            if (j > i + REACH && (shape == BAND || i > 0))
                break;
            if (!has_entry(shape, i, j))
                continue;
            A.col[e] = j;
            A.val[e++] = rounded ? rint(32 * entry(i, j)) / 32 : entry(i, j);
        }
    }
    A.ptr[ROWS] = e;
    return A;
}

/* The largest error of y = sign A x, as a multiple of its bound, in arithmetic and with
 * values of A in f64 or f32. */
static double product_error(const struct csr *A, const struct vector *x,
                            double sign, const struct vector *y)
{
    const int single = y->format == F32;
    const big unit = single ? 0x1p-24L : 0x1p-53L;
    double worst = 0;
    for (int i = 0; i < ROWS; i++) {
        big sum = 0, size = 0;
        for (size_t e = A->ptr[i]; e < A->ptr[i + 1]; e++) {
            const big term = (big)(single ? (double)(float)A->val[e] : A->val[e]) *
                             (big)vector_get(x, A->col[e]);
            sum += (big)sign * term;
            size += fabsl(term);
        }
        const big terms = (big)(A->ptr[i + 1] - A->ptr[i]) + 3;
        worst = larger(worst, (double)(fabsl((big)vector_get(y, i) - sum) /
                                       (terms * unit * size)));
    }
    return worst;
}

/* spmv in f64, and r -= A c for r in f32 and c in f16, with the values of A in f32. */
static void test_product(enum shape shape, int layout, int values, int threads)
{
    const struct blocks rows = {ROWS, 1};
    const struct partition owners = blocks_partition(&rows);
    const enum format formats[FORMATS] = {0};
    struct matrix_setup setup = {.square = 1,
                                 .need = 1u << F64 | 1u << F32,
                                 .formats = formats,
                                 .options = tree_options_default()};
    setup.options.symmetric = 1;
    setup.options.layout = layout;
    setup.options.values = values;
    const int rounded = values == VALUES_CODED;
    struct csr copy = create(shape, rounded);
    struct matrix A =
        matrix_create(create(shape, rounded), &setup, &owners, 90, MPI_COMM_SELF);
    struct vector x = vector_create(F64, ROWS, 0, "x"),
                  y = vector_create(F64, ROWS, 0, "y"),
                  c = vector_create(F16, ROWS, 0, "c"),
                  u = vector_create(F32, ROWS, 0, "u"),
                  r = vector_create(F32, ROWS, 0, "r");
    double *X = NEW(double, ROWS, "x");
    for (int i = 0; i < ROWS; i++)
        X[i] = noise(84, i);
    vector_write(&x, 0, ROWS, X);
    vector_write(&c, 0, ROWS, X);
    vector_clear(&u);
    vector_clear(&r);
    A.formats[F64] = F64;
    omp_set_num_threads(threads);
    spmv(&A, &x, &y);
    correct_solution(&A, 1, &c, &u, &r);
    omp_set_num_threads(1);
    const char *name = shape == HUB ? "hub" : rounded ? "coded band" : "band";
    small(product_error(&copy, &x, 1, &y), 1, "%s, layout %d, %d threads: spmv",
          name, layout, threads);
    small(product_error(&copy, &c, -1, &r), 1,
          "%s, layout %d, %d threads: residual after a correction in f16", name,
          layout, threads);
    vector_free(&x);
    vector_free(&y);
    vector_free(&c);
    vector_free(&u);
    vector_free(&r);
    mem_free(X);
    csr_free(&copy);
    matrix_free(&A);
}

int main(int argc, char **argv)
{
    start(&argc, &argv);
    struct tree_options options = tree_options_default();
    options.symmetric = 1;
    if (!TREE_HAS_OPTIONS || *device_get_info().name) {
        ok(1, "there is no half storage in this tree # SKIP");
        return done();
    }
    for (int layout = LAYOUT_ELL; layout <= LAYOUT_IMPLICIT; layout++) {
        options.layout = layout;
        options.coarse = layout == LAYOUT_SELL ? COARSE_FIRST : COARSE_LAST;
        if (layout != LAYOUT_ELL)
            test_bits(&options, ORDER_COLOR);
        const int threads = tap_ranks > 1 ? 1 : 1 + layout;
        test_product(BAND, layout, VALUES_PLAIN, threads);
        test_product(HUB, layout, VALUES_PLAIN, threads);
    }
    test_product(BAND, LAYOUT_IMPLICIT, VALUES_CODED, 1);
    test_other_vector(&options);
    options.layout = LAYOUT_SELL;
    test_bits(&options, ORDER_NATURAL);
    return done();
}
