/* tests/unit_refinement.c - the V-cycle of Poisson's equation and the refinement
 * around it.
 *
 *   M^-1 is symmetric if the base problem is solved well
 *   the solution is that of the discrete problem
 *   values out of the range of f16 are detected, counted, and avoided by scaling
 *   if the V-cycle fails, the failing level is reported
 */
#include "any_format.h"
#include "fixture.h"
#include "poisson_problem.h"
#include "tap.h"
#include <string.h>

/* max |x_i - y_i| over all ranks (y = NULL: max |x_i|). */
static double most(const struct vector *x, const struct vector *y)
{
    double worst = 0;
    for (int i = 0; i < x->n; i++)
        worst = larger(fabs(vector_get(x, i) - (y ? vector_get(y, i) : 0)), worst);
    return over_ranks(worst, MPI_MAX);
}

/* a_ii, which is half of the sum of magnitudes of a row. */
static double diagonal(int dim, int cells)
{
    return dim == 2 ? 8.0 / 3 : 8.0 / 3 / cells;
}

/* Rounding errors of a row of A and a row of a transfer, of at most 27 terms
 * each. */
static const double u_rows = (2 * 27 + 6) * 0x1p-53;

/* <M^-1 x, y> = <x, M^-1 y>. */
static void test_cycle(int dim, int cells, int levels)
{
    struct problem P = problem_create(dim, cells, levels, 1, (enum format[]){F64});
    const struct matrix *A = &P.h->level[0].A;
    P.cycle.base_tolerance = 64 * 0x1p-53;
    struct jacobi_multigrid M = jacobi_multigrid_create(P.h, &P.cycle, P.mg);
    int halo = hierarchy_halo(P.h, 0);
    struct vector x = noisy(&P.mesh[0], F64, 0, 2),
                  y = noisy(&P.mesh[0], F64, 0, 3),
                  mx = vector_create(F64, A->n, halo, "test vector"),
                  my = vector_create(F64, A->n, halo, "test vector");
    jacobi_multigrid_vcycle(&M, 0, &x, &mx);
    jacobi_multigrid_vcycle(&M, 0, &y, &my);
    /* The error of a residual, u_rows times its magnitudes |x| + 2 a_ii |M^-1 x|, is
     * multiplied by M^-1, so that its product with y is its product with M^-1 y. Each
     * level contributes, with magnitudes that are at most those of the finest level;
     * the coarser levels multiply by nearly A^-1, and the factor 2 is because the cycle
     * is not exact. The last term is the error of the two sums of n products. */
    const double a2 = 2 * diagonal(dim, cells), x_norm = vector_norm(A, &x),
                 y_norm = vector_norm(A, &y), mx_norm = vector_norm(A, &mx),
                 my_norm = vector_norm(A, &my);
    small(fabs(vector_dot(A, &mx, &y) - vector_dot(A, &x, &my)),
          2 * levels * u_rows *
                  ((x_norm + a2 * mx_norm) * my_norm +
                   (y_norm + a2 * my_norm) * mx_norm) +
              (double)A->global_rows * 0x1p-53 *
                  (mx_norm * y_norm + x_norm * my_norm),
          "%d dimensions, %d cells, %d levels: the cycle is symmetric", dim, cells,
          levels);
    vectors_free(&x, &y, &mx, &my);
    jacobi_multigrid_free(&M);
    hierarchy_free(P.h);
}

enum { LIMIT = 60 }; /* iterations of a solve that is expected to end before */

/* Solves the problem for k = 1 with a random initial guess in [0, size) in at most
 * `limit` iterations; *error is the maximum norm of the error. */
static struct refinement_outcome solve(struct problem *P, struct refinement *S,
                                       double size, int limit, double *error)
{
    const struct mesh *m = &P->mesh[0];
    const struct matrix *A = &P->h->level[0].A;
    double *values = NEW(double, (size_t)A->n, "test vector");
    struct vector b = vector_create(F64, A->n, 0, "test vector"),
                  u = vector_create(F64, A->n, A->halo_n, "test vector");
    q1_right_hand_side(m, 1, values);
    vector_write(&b, 0, A->n, values);
    q1_random(m, values);
    vector_write(&u, 0, A->n, values);
    vector_scale(size, &u, &u);
    struct refinement_outcome o = refinement_solve(S, &b, &u, 1e-9, limit);
    q1_solution(m, 1, values);
    *error = 0;
    double *host = fixture_read(&u);
    for (int i = 0; i < A->n; i++)
        *error = larger(fabs(host[i] - values[i]), *error);
    mem_free(host);
    *error = over_ranks(*error, MPI_MAX);
    mem_free(values);
    vectors_free(&b, &u);
    return o;
}

/* sin(k pi x_d) in all directions is an eigenvector of A, and its load is a
 * multiple of it: the discrete solution is c times the exact one. Per direction,
 * with w = pi h: the load is 2 (1 - cos w) h / w^2, K is 2 (1 - cos w) / h and M is
 * (2 + cos w) h / 3. */
static double discrete(int dim, int cells)
{
    const double pi = 3.14159265358979323846, h = 1.0 / cells, w = pi * h;
    const double load = 2 * (1 - cos(w)) * h / (w * w), K = 2 * (1 - cos(w)) / h,
                 M = (2 + cos(w)) * h / 3;
    return pi * pi * pow(load, dim) / (K * pow(M, dim - 1));
}

/* The error of the solution is the discretization error. The bound also contains
 * the error of the integrals by Gauss points, O(w^4) (unit_q1.c), and the error
 * that a residual of 1e-9 permits, where the least eigenvalue of A is nearly dim
 * pi^2 h^dim. In each step the recursive residual has a rounding error of u_rows
 * times the magnitudes 2 a_ii |u| and those of r. */
static void test_solution(int dim, int cells, enum format f)
{
    const double w = 3.14159265358979323846 / cells, tolerance = 1e-9;
    struct problem P = problem_create(dim, cells, 3, 1, &f);
    struct refinement S = refinement_create(P.h, &P.cycle, P.mg, P.cycle.target_norm[0]);
    double error;
    struct refinement_outcome o = solve(&P, &S, 1, LIMIT, &error);
    const double n = (double)P.h->level[0].A.global_rows,
                 drift = (o.iterations + 2) * u_rows * 4 * diagonal(dim, cells) *
                         sqrt(n);
    ok(o.reason == REASON_CONVERGED && o.explicit_final < tolerance + drift,
       "%d dimensions, %d cells, %s: solved", dim, cells, format_name(f));
    small(fabs(error - fabs(discrete(dim, cells) - 1)),
          dim * pow(w, 4) / 100 +
              1.1 * (tolerance + drift) / (dim * w * w) * pow(cells, dim - 2),
          "%d dimensions, %d cells, %s: as far from sin as the elements are", dim,
          cells, format_name(f));
    refinement_free(&S);
    hierarchy_free(P.h);
}

/* With too large a scale the residual overflows; the overflows are counted and the
 * scale is reduced until there are none. With too small a scale most entries are
 * subnormal. */
static void test_ranges(void)
{
    struct problem P = problem_create(2, 64, 3, 1, (enum format[]){F16});
    struct refinement S = refinement_create(P.h, &P.cycle, P.mg, 0x1p20);
    double error;
    struct refinement_outcome o = solve(&P, &S, 1, LIMIT, &error);
    ok(o.reason == REASON_CONVERGED && o.backoffs > 0 && S.M.range[0].overflows > 0,
       "a scale of 2^20 backs off %d times, overflows are counted", o.backoffs);
    ok(o.iterations <= 11, "and costs no iterations");
    refinement_free(&S);

    S = refinement_create(P.h, &P.cycle, P.mg, P.cycle.target_norm[0]);
    S.monitor = 1;
    o = solve(&P, &S, 1, LIMIT, &error);
    double good = S.M.range[0].subnormals / S.M.range[0].entries;
    ok(o.backoffs == 0 && S.M.range[0].overflows == 0 && good < 0.01,
       "the usual scale: no overflow, %.2g %% subnormal", 100 * good);
    refinement_free(&S);

    S = refinement_create(P.h, &P.cycle, P.mg, 0x1p-10);
    S.monitor = 1;
    o = solve(&P, &S, 1, LIMIT, &error);
    ok(S.M.range[0].subnormals / S.M.range[0].entries > 0.5,
       "a scale of 2^-10: most entries are subnormal");
    refinement_free(&S);
    hierarchy_free(P.h);
}

/* A V-cycle that fails ends the solve with a reason and the failing level. */
static const struct {
    const char *what;
    double omega, size; /* damping; size of the initial guess */
    enum format format;
    int limit, idle_base; /* idle_base: the base problem counts as solved at once */
    unsigned reasons;     /* the set of allowed ones */
    int level;            /* the failing level, or -1 */
} failures[] = {
    {"too little damping: rough modes grow on every level that smooths", 1.9, 1,
     F64, LIMIT, 0,
     1u << REASON_DIVERGENCE | 1u << REASON_STAGNATION | 1u << REASON_NOT_FINITE,
     2},
    {"the residual grows", 20, 1, F64, LIMIT, 0, 1u << REASON_DIVERGENCE, -1},
    {"a correction with NaN is not added", 1e150, 1, F64, LIMIT, 0,
     1u << REASON_NOT_FINITE, -1},
    {"a first residual with Inf", 2.0 / 3, 1.7e308, F64, LIMIT, 0,
     1u << REASON_NOT_FINITE, -1},
    {"the same at the limit of iterations", 2.0 / 3, 1.7e308, F64, 0, 0,
     1u << REASON_NOT_FINITE, -1},
    {"a base solver that does nothing, and hardly any smoothing", 0.01, 1, F64,
     LIMIT, 1, 1u << REASON_STAGNATION, 3},
    {"without a scale the residual leaves the range of f16", 2.0 / 3, 1e10, F16,
     LIMIT, 0, 1u << REASON_NOT_FINITE, -1},
};

static void test_failures(void)
{
    for (size_t k = 0; k < sizeof failures / sizeof *failures; k++) {
        struct problem P = problem_create(2, 64, 4, 1, &failures[k].format);
        P.cycle.omega = failures[k].omega;
        if (failures[k].idle_base) {
            P.cycle.base_rule = BASE_PAPER;
            P.cycle.base_tolerance = 1e30;
        }
        struct refinement S = refinement_create(P.h, &P.cycle, P.mg, 0);
        double error;
        const struct refinement_outcome o =
            solve(&P, &S, failures[k].size, failures[k].limit, &error);
        ok((failures[k].reasons >> o.reason & 1) &&
               (failures[k].level < 0 || o.level == failures[k].level),
           "%s: %s, from level %d on", failures[k].what, reason_name(o.reason),
           o.level);
        ok(isfinite(o.explicit_final) == (failures[k].size < 1e300),
           "%s: the last residual that was finite", failures[k].what);
        if (failures[k].omega == 1e150)
            ok(o.explicit_final == o.initial, "the solution has not changed");
        if (failures[k].format == F16)
            ok(S.M.range[0].overflows > 0, "overflows are counted");
        refinement_free(&S);
        hierarchy_free(P.h);
    }
}

/* Conjugate gradients in f16: accuracy, breakdown, zero, and a right-hand side that
 * is not finite. */
static void test_base(void)
{
    struct problem P = problem_create(2, 16, 1, 1, (enum format[]){F16});
    const struct matrix *A = &P.h->level[0].A;
    struct vector r = noisy(&P.mesh[0], F16, 0, 4),
                  z = vector_create(F16, A->n, A->halo_n, "test vector"),
                  rest = vector_create(F16, A->n, 0, "test vector");
    struct cg C = cg_create(A, F16, BASE_RELATIVE, 1e-2, 1000);
    double before = vector_norm(A, &r);
    cg_solve(&C, A, &r, &z);
    /* each step rounds z and r once, and the recursive residual accumulates these
     * errors */
    double step =
        format_roundoff(F16) * (2 * diagonal(2, 16) * vector_norm(A, &z) + before);
    residual(A, &r, &z, &rest);
    small(vector_norm(A, &rest), 1e-2 * before + (double)(C.iterations + 1) * step,
          "f16: solved to 1e-2, nearly");
    ok(C.reasons[REASON_CONVERGED] == 1 && C.iterations < 100, "f16: in %ld steps",
       C.iterations);

    C.tolerance = 1e-12; /* beyond what f16 can reach */
    C.iterations = 0;
    cg_solve(&C, A, &r, &z);
    ok(C.reasons[REASON_CONVERGED] == 1, "f16: what cannot be reached is given up");
    residual(A, &r, &z, &rest);
    small(vector_norm(A, &rest), 1e-2 * before + (double)(C.iterations + 1) * step,
          "and the best iterate is kept");

    C.limit = 2;
    C.iterations = 0;
    cg_solve(&C, A, &r, &z);
    ok(C.reasons[REASON_ITERATIONS] == 1 && C.iterations == 2,
       "f16: a limit of two steps");

    vector_scale(0, &r, &r);
    cg_solve(&C, A, &r, &z);
    small(most(&z, NULL), 0, "zero gives zero");

    if (A->n > 0 && tap_rank == 0)
        vector_set(&r, 0, INFINITY);
    cg_solve(&C, A, &r, &z);
    ok(!isfinite(vector_norm(A, &z)), "what is not finite stays so");
    cg_free(&C);
    vectors_free(&r, &z, &rest);
    hierarchy_free(P.h);
}

int main(int argc, char **argv)
{
    start(&argc, &argv);
    test_cycle(2, 32, 4);
    test_cycle(3, 16, 3);
    test_solution(2, 32, F64);
    test_solution(2, 64, F64);
    test_solution(2, 64, F16);
    test_solution(3, 16, F16);
    test_solution(3, 32, F16);
    test_ranges();
    test_failures();
    test_base();
    return done();
}
