/* tests/unit_range.c - numbers whose squares leave the range of f64.
 *
 *   norms        of vectors near the smallest and the largest number, in every
 *                kernel that returns one: scaled by 2^e, a vector has exactly 2^e
 *                times its norm
 *   GMRES, CG,   a right-hand side scaled by 2^e has the solution scaled by 2^e,
 *   refinement   after the same iterations
 */
#include "fixture.h"
#include "gmres.h"
#include "poisson_problem.h"
#include "tap.h"
#include <stdlib.h>

static const int exponents[] = {-900, -700, -500, 500, 700, 1000};
enum { EXPONENTS = sizeof exponents / sizeof *exponents, POINTS = 8 };

static const int box[3] = {POINTS, POINTS, POINTS};

/* y = 2^e x, entry by entry. */
static void scale_entries(const struct vector *x, int e, struct vector *y)
{
    for (int i = 0; i < x->n; i++)
        vector_set(y, i, ldexp(vector_get(x, i), e));
}

/* max |x_i 2^-e - y_i| over all ranks. */
static double difference(const struct vector *x, int e, const struct vector *y)
{
    double worst = 0;
    for (int i = 0; i < x->n; i++)
        worst = larger(fabs(ldexp(vector_get(x, i), -e) - vector_get(y, i)), worst);
    return over_ranks(worst, MPI_MAX);
}

/* ||x|| is computed with other partial sums if the entries are scaled. */
static double rounding(const struct fixture *F)
{
    return (double)F->h->level[0].A.global_rows * 0x1p-52;
}

/* One norm after the other: of x, of b - A x, of the corrected residual, and of w in
 * every Gram-Schmidt process. wanted[]: the norms for e = 0; then they are set. */
static void check_norms(struct fixture *F, int e, double wanted[6])
{
    static const char *const name[6] = {"vector_norm", "a residual",
                                        "a corrected residual", "CGS2", "CGS"};
    const struct matrix *A = &F->h->level[0].A;
    struct vector x = fixture_vector(F, 0, F64), b = fixture_vector(F, 0, F64),
                  r = fixture_vector(F, 0, F64), c = fixture_vector(F, 0, F64);
    big *whole = whole_create(F, 0);
    double norm[5], h[2];
    fixture_noise(F, 0, 1, &x, whole);
    fixture_noise(F, 0, 2, &b, whole);
    fixture_noise(F, 0, 3, &c, whole);
    mem_free(whole);
    struct basis Q = basis_create(F64, A->n, 3, 1, SCALE_BLOCKS, A->halo.comm);
    basis_store(&Q, 0, 1 / vector_norm(A, &c), &c);
    scale_entries(&x, e, &x);
    scale_entries(&b, e, &b);
    scale_entries(&c, e, &c);
    norm[0] = vector_norm(A, &x);
    residual(A, &b, &x, &r);
    norm[1] = vector_norm(A, &r);
    correct_solution(A, 0.5, &c, &x, &r);
    norm[2] = vector_norm(A, &r);
    for (int kind = ORTHO_CGS2; kind <= ORTHO_CGS; kind++) {
        Q.ortho = (struct ortho){.kind = (enum ortho_kind)kind, .eta = 0.7};
        scale_entries(&b, 0, &r);
        norm[3 + kind] = orthonormalize(&Q, 1, &r, h);
    }
    for (int k = 0; k < 5; k++)
        if (e == 0)
            wanted[k] = norm[k];
        else
            small(fabs(ldexp(norm[k], -e) / wanted[k] - 1), rounding(F),
                  "%s of a vector times 2^%d", name[k], e);
    basis_free(&Q);
    vectors_free(&x, &b, &r, &c);
}

/* The largest and the smallest numbers in one vector; NaN, Inf and 0. */
static void check_extremes(struct fixture *F)
{
    const struct matrix *A = &F->h->level[0].A;
    struct vector x = fixture_vector(F, 0, F64);
    for (int i = 0; i < x.n; i++)
        vector_set(&x, i, 0x1p-1074);
    small(fabs(vector_norm(A, &x) / 0x1p-1074 / sqrt((double)A->global_rows) - 1),
          0.03, "the smallest number everywhere; its norm has five bits");
    if (tap_rank == tap_ranks - 1)
        vector_set(&x, x.n / 2, 0x1p1000);
    ok(vector_norm(A, &x) == 0x1p1000, "one large number among the smallest");
    if (tap_rank == tap_ranks - 1)
        vector_set(&x, x.n / 2, INFINITY);
    ok(isinf(vector_norm(A, &x)), "Inf remains Inf");
    if (tap_rank == 0)
        vector_set(&x, x.n / 3, NAN);
    ok(isnan(vector_norm(A, &x)), "NaN remains NaN");
    for (int i = 0; i < x.n; i++)
        vector_set(&x, i, 0);
    ok(vector_norm(A, &x) == 0, "0 remains 0");
    vector_free(&x);
}

static void test_norms(void)
{
    struct fixture F = fixture_create(box, STENCIL_SYMMETRIC, ORDER_COLOR);
    double wanted[6];
    check_norms(&F, 0, wanted);
    for (int k = 0; k < EXPONENTS; k++)
        check_norms(&F, exponents[k], wanted);
    check_extremes(&F);
    fixture_free(&F);
}

/* x and b may be subnormal after scaling by 2^-900. The errors are those of
 * rounding them, which the inverse of A does not enlarge: its rows have sums of at
 * most 1. */
static double subnormal_error(int e)
{
    return 30 * ldexp(1, -1074 - e);
}

static void test_gmres(const char *policy_name)
{
    struct policy P = {0};
    policy_find(policy_name, &P);
    struct fixture F = fixture_create(box, STENCIL_SYMMETRIC, ORDER_NATURAL);
    const struct matrix *A = &F.h->level[0].A;
    struct gmres S = gmres_create(A, precond_multigrid(F.h, &P), &P, 30);
    struct vector x = vector_create(F64, A->n, A->halo_n, "x"),
                  y = vector_create(F64, A->n, A->halo_n, "y"),
                  b = vector_create(F64, A->n, 0, "b");
    const struct outcome wanted = gmres_solve(&S, &F.h->b, &x, 1e-9, 500);
    for (int k = 0; k < EXPONENTS; k++) {
        const int e = exponents[k];
        scale_entries(&F.h->b, e, &b);
        vector_clear(&y);
        const struct outcome o = gmres_solve(&S, &b, &y, 1e-9, 500);
        ok(o.reason == wanted.reason && o.iterations == wanted.iterations,
           "GMRES %s, b times 2^%d: %s in %d iterations, wanted %d", policy_name, e,
           reason_name(o.reason), o.iterations, wanted.iterations);
        small(difference(&y, e, &x), subnormal_error(e), "and the same solution");
    }
    vectors_free(&x, &y, &b);
    gmres_free(&S);
    fixture_free(&F);
}

/* Poisson's equation in 2D with 32 cells and random values b in f64, which has rows
 * on every rank. */
struct poisson {
    struct problem P;
    const struct matrix *A;
    struct vector b, scaled, x, y;
};

static struct poisson poisson_create(enum format f, int levels)
{
    struct poisson Q = {.P = problem_create(2, 32, levels, 1, &f)};
    Q.A = &Q.P.h->level[0].A;
    Q.b = noisy(&Q.P.mesh[0], F64, 0, 1);
    Q.scaled = vector_create(F64, Q.A->n, 0, "b");
    Q.x = vector_create(F64, Q.A->n, Q.A->halo_n, "x");
    Q.y = vector_create(F64, Q.A->n, Q.A->halo_n, "y");
    return Q;
}

static void poisson_free(struct poisson *Q)
{
    vectors_free(&Q->b, &Q->scaled, &Q->x, &Q->y);
    hierarchy_free(Q->P.h);
}

static void test_cg(void)
{
    struct poisson Q = poisson_create(F64, 1);
    const struct matrix *A = Q.A;
    struct cg C = cg_create(A, F64, BASE_RELATIVE, 1e-8, 200);
    cg_solve(&C, A, &Q.b, &Q.x);
    const long wanted = C.iterations;
    const double size = vector_norm(A, &Q.x);
    for (int k = 0; k < EXPONENTS; k++) {
        C.iterations = 0;
        scale_entries(&Q.b, exponents[k], &Q.scaled);
        cg_solve(&C, A, &Q.scaled, &Q.y);
        ok(C.reasons[REASON_CONVERGED] == k + 2 && labs(C.iterations - wanted) <= 1,
           "CG, b times 2^%d: %ld iterations, wanted %ld", exponents[k],
           C.iterations, wanted);
        small(difference(&Q.y, exponents[k], &Q.x), 1e-6 * size,
              "and the same solution");
    }
    cg_free(&C);
    poisson_free(&Q);
}

static void test_refinement(enum format f)
{
    struct poisson Q = poisson_create(f, 3);
    struct refinement S =
        refinement_create(Q.P.h, &Q.P.cycle, Q.P.mg, Q.P.cycle.target_norm[0]);
    const double tolerance = 1e-8;
    const struct refinement_outcome wanted =
        refinement_solve(&S, &Q.b, &Q.x, tolerance, 60);
    ok(wanted.reason == REASON_CONVERGED && wanted.explicit_final < tolerance,
       "refinement, %s: converges", format_name(f));
    const double size = vector_norm(Q.A, &Q.x);
    for (int k = 0; k < EXPONENTS; k++) {
        const int e = exponents[k];
        scale_entries(&Q.b, e, &Q.scaled);
        vector_clear(&Q.y);
        const struct refinement_outcome o =
            refinement_solve(&S, &Q.scaled, &Q.y, ldexp(tolerance, e), 60);
        ok(o.reason == REASON_CONVERGED &&
               abs(o.iterations - wanted.iterations) <= 1,
           "refinement, %s, b times 2^%d: %s in %d iterations, wanted %d",
           format_name(f), e, reason_name(o.reason), o.iterations,
           wanted.iterations);
        small(difference(&Q.y, e, &Q.x), 1e-6 * size, "and the same solution");
    }

    refinement_free(&S);
    poisson_free(&Q);
}

int main(int argc, char **argv)
{
    start(&argc, &argv);
    test_norms();
    static const char *const policies[] = {"double", "mixed", "half",
                                           "int16-flexible"};
    for (int k = 0; k < 4; k++)
        test_gmres(policies[k]);
    test_cg();
    test_refinement(F64);
    test_refinement(F32);
    test_refinement(F16);
    return done();
}
