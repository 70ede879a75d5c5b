/* tests/unit_kernels.c - every kernel in every pair of formats, against the oracle.
 *
 * The bounds are those of rounding-error analysis, with three unit roundoffs, none
 * of which is smaller than that of the arithmetic:
 *   u_acc  each of the c products and sums         (c + 1) u_acc
 *   u_s    a loaded entry of the second operand    u_s
 *   u_v    the stored result; on several ranks     u_v, 2 u_v
 *          twice: a tree may add the halo part last;
 *          once more where it stores a part of a product
 * times the sum of the magnitudes. The entries of the vectors are of order 1, so
 * that only results near zero have a larger rounding error in f16: 2^-25
 * (fixture_least). unit_basis.c tests the pairs with integers and the kernels of
 * the Krylov basis.
 */
#include "device.h"
#include "fixture.h"
#include "pairs.h"
#include "tap.h"
#include <defaults.h>
#include <string.h>

/* The factor of the sum of magnitudes, for the longest row, if a result is stored
 * `times` times in the format f. */
static double unit_in(enum format f, const struct pair *P, int times)
{
    const double written = times * larger(format_roundoff(f), u_acc(P));
    return (27 + 1) * u_acc(P) + u_s(P) + written + u_s(P) * written;
}

static double unit(const struct pair *P)
{
    return unit_in(P->v, P, tap_ranks > 1 ? 2 : 1);
}

/* Vectors in 16 bits may have a product in f32. */
static void test_unrounded(const struct fixture *F, int l, const struct pair *P,
                           struct vector *x, const char *name)
{
    struct vector y = fixture_vector(F, l, F32);
    big *X = whole_create(F, l), *Y = whole_create(F, l),
        *bound = whole_create(F, l);
    fixture_gather(F, l, x, X);
    P->kernel.spmv(&F->h->level[l].A, x, &y);
    oracle_multiply(&F->A[l], X, Y, unit_in(F32, P, tap_ranks > 1 ? 2 : 1), bound);
    small(fixture_error(F, l, &y, Y, bound, 0), 1, "%s: spmv in f32", name);
    vector_free(&y);
    mem_free(X);
    mem_free(Y);
    mem_free(bound);
}

static void test_multiply(const struct fixture *F, int l, const struct pair *P,
                          const char *name)
{
    const struct matrix *A = &F->h->level[l].A;
    struct vector x = fixture_vector(F, l, P->v), y = fixture_vector(F, l, P->v),
                  b = fixture_vector(F, l, P->v);
    big *X = whole_create(F, l), *Y = whole_create(F, l), *B = whole_create(F, l),
        *bound = whole_create(F, l);
    fixture_noise(F, l, 1, &x, X);
    fixture_noise(F, l, 2, &b, B);
    P->kernel.spmv(A, &x, &y);
    oracle_multiply(&F->A[l], X, Y, unit(P), bound);
    small(fixture_error(F, l, &y, Y, bound, 0), 1, "%s: spmv", name);
    if (format_bytes(P->v) == 2)
        test_unrounded(F, l, P, &x, name);

    double norm = P->kernel.residual_norm(A, &b, &x, &y), allowed = 0;
    for (int i = 0; i < F->A[l].n; i++) {
        Y[i] = B[i] - Y[i];
        bound[i] += (big)unit(P) * fabsl(B[i]);
    }
    small(fixture_error(F, l, &y, Y, bound, 0), 1, "%s: residual", name);
    allowed = (double)oracle_norm(F->A[l].n, bound) +
              F->A[l].n * 0x1p-53 * (double)oracle_norm(F->A[l].n, Y);
    small(fabs(norm - (double)oracle_norm(F->A[l].n, Y)), allowed, "%s: its norm",
          name);
    vector_free(&x);
    vector_free(&y);
    vector_free(&b);
    mem_free(X);
    mem_free(Y);
    mem_free(B);
    mem_free(bound);
}

static void test_sweeps(const struct fixture *F, int l, const struct pair *P,
                        const char *name)
{
    const struct level *level = &F->h->level[l];
    const struct matrix *A = &level->A;
    const struct oracle *O = &F->A[l];
    struct vector r = fixture_vector(F, l, P->v), z = fixture_vector(F, l, P->v);
    big *R = whole_create(F, l), *Z = whole_create(F, l),
        *bound = whole_create(F, l), *product = whole_create(F, l),
        *wrong = whole_create(F, l);
    fixture_noise(F, l, 3, &r, R);
    fixture_noise(F, l, 4, &z, Z);
    P->kernel.sweep(A, &r, &z);
    oracle_sweep(O, R, Z, (big)unit(P), bound);
    small(fixture_error(F, l, &z, Z, bound, 0), 1, "%s: sweep", name);

    fixture_fill(&z, A->n + A->halo_n, NAN);
    memset(Z, 0, (size_t)O->n * sizeof(big));
    memset(bound, 0, (size_t)O->n * sizeof(big));
    P->kernel.sweep_zero_guess(A, &r, &z);
    oracle_sweep(O, R, Z, (big)unit(P), bound);
    small(fixture_error(F, l, &z, Z, bound, 0), 1,
          "%s: sweep with zero initial guess", name);

    if (level->coarse_n > 0) { /* rc = R (r - A z), including the error of z */
        struct vector rc = fixture_vector(F, l + 1, P->v);
        big *RC = whole_create(F, l + 1), *allowed = whole_create(F, l + 1);
        /* the product may be rounded as a vector before it is subtracted */
        oracle_multiply(O, Z, product, (big)(unit(P) + u_v(P)), wrong);
        for (int c = 0; c < O->coarse_n; c++) {
            int f = O->fine[c];
            RC[c] = R[f] - product[f];
            allowed[c] = wrong[f] + (big)unit(P) * fabsl(R[f]);
            for (size_t e = O->first[f]; e < O->first[f + 1]; e++)
                allowed[c] += fabsl(O->val[e]) * bound[O->col[e]];
        }
        P->kernel.restrict_residual(level, &r, &z, &rc);
        small(fixture_error(F, l + 1, &rc, RC, allowed, 0), 1, "%s: restriction",
              name);
        vector_free(&rc);
        mem_free(RC);
        mem_free(allowed);
    }
    vector_free(&r);
    vector_free(&z);
    mem_free(R);
    mem_free(Z);
    mem_free(bound);
    mem_free(product);
    mem_free(wrong);
}

/* z is that of the oracle's sweep, and w, in the format f, the product of A with
 * this z. */
static void test_sweep_spmv(const struct fixture *F, int l, const struct pair *P,
                            enum format f, const char *name)
{
    const struct matrix *A = &F->h->level[l].A;
    struct vector r = fixture_vector(F, l, P->v), z = fixture_vector(F, l, P->v),
                  w = fixture_vector(F, l, f);
    big *R = whole_create(F, l), *Z = whole_create(F, l), *W = whole_create(F, l),
        *bound = whole_create(F, l);
    fixture_noise(F, l, 9, &r, R);
    fixture_noise(F, l, 10, &z, Z);
    P->kernel.sweep_spmv(A, &r, &z, &w);
    oracle_sweep(&F->A[l], R, Z, (big)unit(P), bound);
    small(fixture_error(F, l, &z, Z, bound, 0), 1, "%s: sweep before a product",
          name);
    fixture_gather(F, l, &z, Z);
    oracle_multiply(&F->A[l], Z, W, (big)unit_in(f, P, tap_ranks > 1 ? 3 : 2),
                    bound);
    small(fixture_error(F, l, &w, W, bound, 0), 1,
          "%s: product after a sweep in %s", name, format_name(f));
    vector_free(&r);
    vector_free(&z);
    vector_free(&w);
    mem_free(R);
    mem_free(Z);
    mem_free(W);
    mem_free(bound);
}

/* The second sweep of a V-cycle: its z against the oracle's, and w = A z in the format
 * of `result`, unless it is NULL. A tree may have computed U z as a sum of two products,
 * with z before the correction and with the correction. */
static void test_post_sweep(const struct fixture *F, int l, const struct pair *P,
                            const enum format *result, const char *name)
{
    const struct level *level = &F->h->level[l];
    const int n = F->A[l].n;
    struct vector r = fixture_vector(F, l, P->v), z = fixture_vector(F, l, P->v),
                  zc = fixture_vector(F, l + 1, P->s),
                  w = fixture_vector(F, l, result ? *result : P->v);
    big *R = whole_create(F, l), *Z = whole_create(F, l), *W = whole_create(F, l),
        *ZC = whole_create(F, l + 1), *bound = whole_create(F, l);
    fixture_noise(F, l, 11, &r, R);
    fixture_noise(F, l + 1, 12, &zc, ZC);
    P->kernel.sweep_zero_guess(&level->A, &r, &z);
    fixture_gather(F, l, &z, W);
    P->kernel.prolong_by_injection(level, &zc, &z);
    fixture_gather(F, l, &z, Z);
    for (int i = 0; i < n; i++)
        bound[i] = (big)unit(P) * (2 * fabsl(W[i]) + fabsl(Z[i]));
    P->kernel.post_sweep(&level->A, &r, &z, result ? &w : NULL);
    oracle_sweep(&F->A[l], R, Z, (big)unit(P), bound);
    small(fixture_error(F, l, &z, Z, bound, 0), 1, "%s: second sweep%s", name,
          result ? " before a product" : "");
    if (result) {
        fixture_gather(F, l, &z, Z);
        oracle_multiply(&F->A[l], Z, W,
                        (big)unit_in(*result, P, tap_ranks > 1 ? 3 : 2), bound);
        small(fixture_error(F, l, &w, W, bound, 0), 1,
              "%s: product after the second sweep in %s", name,
              format_name(*result));
    }
    vector_free(&r);
    vector_free(&z);
    vector_free(&zc);
    vector_free(&w);
    mem_free(R);
    mem_free(Z);
    mem_free(W);
    mem_free(ZC);
    mem_free(bound);
}

static void test_prolong(const struct fixture *F, int l, const struct pair *P,
                         const char *name)
{
    const struct level *level = &F->h->level[l];
    struct vector z = fixture_vector(F, l, P->v),
                  zc = fixture_vector(F, l + 1, P->s);
    big *Z = whole_create(F, l), *ZC = whole_create(F, l + 1),
        *bound = whole_create(F, l);
    fixture_noise(F, l, 5, &z, Z);
    fixture_noise(F, l + 1, 6, &zc, ZC);
    P->kernel.prolong_by_injection(level, &zc, &z);
    for (int c = 0; c < F->A[l].coarse_n; c++) {
        int f = F->A[l].fine[c];
        bound[f] = (big)(u_v(P) + 2 * u_acc(P)) * (fabsl(Z[f]) + fabsl(ZC[c]));
        Z[f] += ZC[c];
    }
    small(fixture_error(F, l, &z, Z, bound, 0), 1, "%s: prolongation", name);
    vector_free(&z);
    vector_free(&zc);
    mem_free(Z);
    mem_free(ZC);
    mem_free(bound);
}

static void test_updates(const struct fixture *F, const struct pair *P,
                         const char *name)
{
    const struct matrix *A = &F->h->level[0].A;
    const double us = format_roundoff(P->s), alpha = -1.0 / 3;
    const double twice = format_bytes(P->s) == 2 ? 0x1p-23 : 0; /* by way of f32 */
    int n = F->A[0].n;
    struct vector x = fixture_vector(F, 0, P->v), y = fixture_vector(F, 0, P->s);
    big *X = whole_create(F, 0), *Y = whole_create(F, 0),
        *bound = whole_create(F, 0);
    fixture_noise(F, 0, 7, &x, X);
    double norm = (double)oracle_norm(n, X);
    small(fabs(P->kernel.vector_norm(A, &x) - norm), n * 0x1p-53 * norm, "%s: norm",
          name);

    P->kernel.vector_scale(alpha, &x, &y);
    for (int i = 0; i < n; i++)
        Y[i] = (big)alpha * X[i];
    small(fixture_error(F, 0, &y, Y, NULL, us + twice + 0x1p-52), 1, "%s: scale",
          name);

    fixture_noise(F, 0, 8, &y, Y);
    P->kernel.vector_axpy(alpha, &y, &x);
    for (int i = 0; i < n; i++) {
        /* alpha, z, their product and the sum are rounded, then x as a vector */
        bound[i] =
            (big)(u_v(P) + 4 * u_acc(P)) * (fabsl(X[i]) + fabsl((big)alpha * Y[i]));
        X[i] += (big)alpha * Y[i];
    }
    small(fixture_error(F, 0, &x, X, bound, 0), 1, "%s: axpy", name);
    vector_free(&x);
    vector_free(&y);
    mem_free(X);
    mem_free(Y);
    mem_free(bound);
}

static void test_problem(const int n[3], enum stencil_values values,
                         enum row_order order, const struct tree_options *options)
{
    const enum format single = F32;
    struct fixture F = fixture_create_with(n, values, order, options);
    for (int k = 0; k < PAIRS; k++) {
        char name[128];
        if (format_is_integer(pairs[k].s))
            continue;
        for (int l = 0; l < F.h->levels; l++) {
            snprintf(name, sizeof name,
                     "%s, values %d, %s order%s, level %d of %d x %d x %d",
                     pairs[k].name, (int)values,
                     order == ORDER_COLOR ? "color" : "natural",
                     options->symmetric ? ", half storage" : "", l, n[0], n[1],
                     n[2]);
            test_multiply(&F, l, &pairs[k], name);
            test_sweeps(&F, l, &pairs[k], name);
            test_sweep_spmv(&F, l, &pairs[k], pairs[k].v, name);
            if (format_bytes(pairs[k].v) == 2)
                test_sweep_spmv(&F, l, &pairs[k], F32, name);
            if (l + 1 == F.h->levels)
                continue;
            test_prolong(&F, l, &pairs[k], name);
            test_post_sweep(&F, l, &pairs[k], NULL, name);
            test_post_sweep(&F, l, &pairs[k], &pairs[k].v, name);
            if (format_bytes(pairs[k].v) == 2)
                test_post_sweep(&F, l, &pairs[k], &single, name);
        }
        test_updates(&F, &pairs[k], name);
    }
    fixture_free(&F);
}

int main(int argc, char **argv)
{
    start(&argc, &argv);
    struct tree_options options = tree_options_default();
    for (int o = ORDER_NATURAL; o <= ORDER_COLOR; o++) {
        const enum row_order order = (enum row_order)o;
        test_problem((int[]){8, 8, 8}, STENCIL_SYMMETRIC, order, &options);
        test_problem((int[]){8, 16, 24}, STENCIL_CONVECTION, order, &options);
        test_problem((int[]){8, 8, 16}, STENCIL_NONSYMMETRIC, order, &options);
    }
    if (!TREE_HAS_OPTIONS || *device_get_info().name)
        return done();
    options.symmetric = 1;
    test_problem((int[]){8, 8, 8}, STENCIL_SYMMETRIC, ORDER_NATURAL, &options);
    test_problem((int[]){24, 8, 8}, STENCIL_SYMMETRIC, ORDER_COLOR, &options);
    options.layout = LAYOUT_IMPLICIT;
    options.coarse = COARSE_LAST;
    test_problem((int[]){40, 8, 8}, STENCIL_SYMMETRIC, ORDER_COLOR, &options);
    return done();
}
