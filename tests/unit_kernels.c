/* tests/unit_kernels.c - the kernels of the benchmark in every pair of formats, against the oracle.
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
 * (fixture_least). unit_vectors.c tests vector updates, and unit_basis.c the kernels of
 * the Krylov basis.
 */
#include "fixture.h"
#include "pairs.h"
#include "tap.h"
#include <string.h>

/* The factor of the sum of magnitudes, for the longest row, if a result is stored
 * `times` times in the format f. */
static double unit_in(enum format f, const struct pair *P, int times)
{
    const double written = times * u_in(P, f);
    return (27 + 1) * u_acc(P) + u_s(P) + written + u_s(P) * written;
}

static double unit(const struct pair *P)
{
    return unit_in(P->v, P, tap_ranks > 1 ? 2 : 1);
}

/* A result may have any floating-point format. A second one besides that of x: */
static enum format another(enum format v)
{
    return v == F32 ? F64 : F32;
}

/* spmv with a result in the format f. */
static void test_spmv(const struct fixture *F, int l, const struct pair *P,
                      enum format f, const char *name)
{
    struct vector x = fixture_vector(F, l, P->v), y = fixture_vector(F, l, f);
    big *X = whole_create(F, l), *Y = whole_create(F, l),
        *bound = whole_create(F, l);
    fixture_noise(F, l, 1, &x, X);
    P->kernel.spmv(&F->h->level[l].A, &x, &y);
    oracle_multiply(&F->A[l], X, Y, unit_in(f, P, tap_ranks > 1 ? 2 : 1), bound);
    small(fixture_error(F, l, &y, Y, bound, 0), 1, "%s: spmv in %s", name,
          format_name(f));
    vectors_free(&x, &y);
    arrays_free(X, Y, bound);
}

static void test_residual(const struct fixture *F, int l, const struct pair *P,
                          const char *name)
{
    const struct matrix *A = &F->h->level[l].A;
    struct vector x = fixture_vector(F, l, P->v), r = fixture_vector(F, l, P->v),
                  b = fixture_vector(F, l, P->v);
    big *X = whole_create(F, l), *Y = whole_create(F, l), *B = whole_create(F, l),
        *bound = whole_create(F, l);
    fixture_noise(F, l, 1, &x, X);
    fixture_noise(F, l, 2, &b, B);
    oracle_multiply(&F->A[l], X, Y, unit(P), bound);
    for (int i = 0; i < F->A[l].n; i++) {
        Y[i] = B[i] - Y[i];
        bound[i] += (big)unit(P) * fabsl(B[i]);
    }
    P->kernel.residual(A, &b, &x, &r);
    small(fixture_error(F, l, &r, Y, bound, 0), 1, "%s: residual", name);
    vectors_free(&x, &r, &b);
    arrays_free(X, Y, B, bound);
}

static void test_sweep(const struct fixture *F, int l, const struct pair *P,
                       const char *name)
{
    struct vector r = fixture_vector(F, l, P->v), z = fixture_vector(F, l, P->v);
    big *R = whole_create(F, l), *Z = whole_create(F, l),
        *bound = whole_create(F, l);
    fixture_noise(F, l, 3, &r, R);
    P->kernel.sweep_zero_guess(&F->h->level[l].A, &r, &z);
    oracle_sweep(&F->A[l], R, Z, (big)unit(P), bound);
    small(fixture_error(F, l, &z, Z, bound, 0), 1,
          "%s: sweep with zero initial guess", name);
    vectors_free(&r, &z);
    arrays_free(R, Z, bound);
}

/* Z = (D + L)^-1 R and RC = R (R - A Z), and the bounds of their errors. */
static void oracle_descend(const struct oracle *A, const struct pair *P,
                           const big *R, big *Z, big *bound, big *RC, big *allowed)
{
    oracle_sweep(A, R, Z, (big)unit(P), bound);
    for (int c = 0; c < A->coarse_n; c++) {
        const int f = A->fine[c];
        big size = 0;
        RC[c] = R[f];
        allowed[c] = (big)unit(P) * fabsl(R[f]);
        for (size_t e = A->first[f]; e < A->first[f + 1]; e++) {
            const int j = A->col[e];
            RC[c] -= A->val[e] * Z[j];
            size += fabsl(A->val[e] * Z[j]);
            allowed[c] += fabsl(A->val[e]) * bound[j];
        }
        /* the product may be rounded as a vector before it is subtracted */
        allowed[c] += (big)(unit(P) + u_v(P)) * size;
    }
}

/* The two functions of a V-cycle: descend, and ascend with zc and w in the format f
 * or, if `product` is 0, without w. z is filled with NaN, the halo included. A tree may
 * have computed U z as a sum of two products, with z before the correction and with
 * the correction. */
static void test_vcycle(const struct fixture *F, int l, const struct pair *P,
                        enum format f, int product, const char *name)
{
    const struct level *level = &F->h->level[l];
    const struct oracle *A = &F->A[l];
    struct vector r = fixture_vector(F, l, P->v), z = fixture_vector(F, l, P->v),
                  rc = fixture_vector(F, l + 1, P->v),
                  zc = fixture_vector(F, l + 1, f), w = fixture_vector(F, l, f);
    big *R = whole_create(F, l), *Z = whole_create(F, l), *W = whole_create(F, l),
        *RC = whole_create(F, l + 1), *ZC = whole_create(F, l + 1),
        *bound = whole_create(F, l), *allowed = whole_create(F, l + 1);
    fixture_noise(F, l, 4, &r, R);
    fixture_noise(F, l + 1, 5, &zc, ZC);
    P->kernel.descend(level, &r, &z, &rc);
    oracle_descend(A, P, R, Z, bound, RC, allowed);
    small(fixture_error(F, l, &z, Z, bound, 0), 1, "%s: z of descend", name);
    small(fixture_error(F, l + 1, &rc, RC, allowed, 0), 1, "%s: rc of descend",
          name);

    fixture_gather(F, l, &z, Z);
    for (int i = 0; i < A->n; i++)
        bound[i] = 3 * (big)unit(P) * fabsl(Z[i]);
    for (int c = 0; c < A->coarse_n; c++) {
        Z[A->fine[c]] += ZC[c];
        bound[A->fine[c]] += (big)unit(P) * fabsl(ZC[c]);
    }
    P->kernel.ascend(level, &r, &zc, &z, product ? &w : NULL);
    oracle_sweep(A, R, Z, (big)unit(P), bound);
    small(fixture_error(F, l, &z, Z, bound, 0), 1, "%s: z of ascend, zc in %s%s",
          name, format_name(f), product ? ", with a product" : "");
    if (product) {
        fixture_gather(F, l, &z, Z);
        oracle_multiply(A, Z, W, (big)unit_in(f, P, tap_ranks > 1 ? 3 : 2), bound);
        small(fixture_error(F, l, &w, W, bound, 0), 1, "%s: w of ascend in %s",
              name, format_name(f));
    }
    vectors_free(&r, &z, &rc, &zc, &w);
    arrays_free(R, Z, W, RC, ZC, bound, allowed);
}

/* Rounds the matrices of the oracle to i8. */
static void round_oracle(struct fixture *F)
{
    for (int l = 0; l < F->h->levels; l++)
        for (int i = 0; i < F->A[l].n; i++) {
            const size_t first = F->A[l].first[i];
            fixture_round_row((int)(F->A[l].first[i + 1] - first),
                              F->A[l].val + first);
        }
}

/* All pairs with the matrix in i8, or all others. */
static void test_pairs(const struct fixture *F, int in_i8, const int n[3],
                       enum stencil_values values, enum row_order order)
{
    for (int k = 0; k < PAIRS; k++) {
        const struct pair *P = &pairs[k];
        char name[128];
        if ((P->s == I8) != in_i8)
            continue;
        for (int l = 0; l < F->h->levels; l++) {
            snprintf(name, sizeof name,
                     "%s, values %d, %s order, level %d of %d x %d x %d", P->name,
                     (int)values, order == ORDER_COLOR ? "color" : "natural", l,
                     n[0], n[1], n[2]);
            test_spmv(F, l, P, P->v, name);
            test_spmv(F, l, P, another(P->v), name);
            test_residual(F, l, P, name);
            test_sweep(F, l, P, name);
            if (l + 1 == F->h->levels)
                continue;
            test_vcycle(F, l, P, P->v, 0, name);
            test_vcycle(F, l, P, P->v, 1, name);
            test_vcycle(F, l, P, another(P->v), 1, name);
        }
    }
}

static void test_problem(const int n[3], enum stencil_values values,
                         enum row_order order)
{
    struct fixture F = fixture_create(n, values, order);
    test_pairs(&F, 0, n, values, order);
    round_oracle(&F);
    test_pairs(&F, 1, n, values, order);
    fixture_free(&F);
}

int main(int argc, char **argv)
{
    start(&argc, &argv);
    for (int o = ORDER_NATURAL; o <= ORDER_COLOR; o++) {
        const enum row_order order = (enum row_order)o;
        test_problem((int[]){8, 8, 8}, STENCIL_SYMMETRIC, order);
        test_problem((int[]){8, 16, 24}, STENCIL_CONVECTION, order);
        test_problem((int[]){8, 8, 16}, STENCIL_NONSYMMETRIC, order);
    }
    return done();
}
