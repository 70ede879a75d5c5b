/* tests/unit_refinement.c - the V-cycle of Poisson's equation and the refinement around it.
 *
 *   R A P = A_c        the coarse elements are sums of fine ones
 *   <R x, y> = <x, P y>
 *   M^-1 is linear and, with a base problem solved well, symmetric
 *   what does not fit into f16 is noticed, counted and scaled away
 *   a cycle that does not work is named by its level
 */
#include "fixture.h"
#include "q1.h"
#include "refinement.h"
#include "tap.h"
#include <string.h>

struct problem {
    struct mesh mesh[MAX_LEVELS];
    struct hierarchy *h;
    enum format mg[MAX_LEVELS];
    struct cycle cycle;
};

/* Formats fine to coarse, the last one for all coarser levels. */
static struct problem problem_create(int dim, int cells, int levels, int count,
                                     const enum format mg[])
{
    struct problem P = {.cycle = {.smoother = SMOOTH_JACOBI,
                                  .pre = 3,
                                  .post = 3,
                                  .omega = 2.0 / 3,
                                  .base_cg = 1,
                                  .base_tolerance = 1e-2,
                                  .base_limit = 1000}};
    int p[3];
    mesh_factor(dim, tap_ranks, p);
    P.mesh[0] = mesh_create(dim, cells, p, tap_rank);
    for (int l = 0; l < MAX_LEVELS; l++) {
        P.mesh[l] = l > 0 ? mesh_coarsen(&P.mesh[l - 1]) : P.mesh[0];
        P.mg[l] = mg[l < count ? l : count - 1];
        if (l < levels && P.mg[l] == F16 && (l == 0 || P.mg[l - 1] != F16))
            P.cycle.scale[l] = q1_scale(&P.mesh[l]);
    }
    P.h = q1_hierarchy(&P.mesh[0], levels, P.mg, MPI_COMM_WORLD);
    return P;
}

static struct vector noisy(const struct mesh *m, enum format f, int halo, int seed)
{
    struct vector x = vector_create(f, mesh_rows(m), halo, "test vector");
    for (int i = 0; i < x.n; i++) {
        int at[3];
        mesh_point(m, i, at);
        vector_set(&x, i, noise(seed, (int)mesh_id(m, at)));
    }
    return x;
}

static double most(const struct vector *x, const struct vector *y)
{
    double worst = 0;
    for (int i = 0; i < x->n; i++)
        worst = larger(fabs(vector_get(x, i) - (y ? vector_get(y, i) : 0)), worst);
    return worst;
}

/* R A P x = A_c x, and <R x, y> = <x, P y>. */
static void test_galerkin(int dim, int cells)
{
    struct problem P = problem_create(dim, cells, 2, 1, (enum format[]){F64});
    const struct level *A = &P.h->level[0], *C = &P.h->level[1];
    struct vector x = noisy(&P.mesh[1], F64, multigrid_halo(P.h, 1), 1),
                  fine = vector_create(F64, A->n, multigrid_halo(P.h, 0), "test vector"),
                  product =
                      vector_create(F64, A->n, multigrid_halo(P.h, 0), "test vector"),
                  galerkin = vector_create(F64, C->n, 0, "test vector"),
                  coarse = vector_create(F64, C->n, 0, "test vector");
    interpolate(&P.h->P[0], 1, &x, &fine);
    spmv(A, &fine, &product);
    restrict_by(&P.h->R[0], &product, &galerkin);
    spmv(C, &x, &coarse);
    double entry = dim == 2 ? 8.0 / 3 : 8.0 / 3 / cells; /* |A P x| is below 2 a_ii */
    small(most(&galerkin, &coarse), 8 * 60 * 0x1p-53 * 2 * entry,
          "%d dimensions, %d cells: R A P = A_c", dim, cells);
    double left = vector_dot(C, &galerkin, &x), right = vector_dot(A, &product, &fine),
           size = vector_dot(A, &fine, &fine) * entry;
    small(fabs(left - right), 60 * 0x1p-53 * size, "%d dimensions, %d cells: R = P^T",
          dim, cells);
    vector_free(&x);
    vector_free(&fine);
    vector_free(&product);
    vector_free(&galerkin);
    vector_free(&coarse);
    hierarchy_free(P.h);
}

/* M^-1 (x + 2 y) = M^-1 x + 2 M^-1 y, and <M^-1 x, y> = <x, M^-1 y>. */
static void test_cycle(int dim, int cells, int levels)
{
    struct problem P = problem_create(dim, cells, levels, 1, (enum format[]){F64});
    const struct level *A = &P.h->level[0];
    P.cycle.base_tolerance = 1e-14;
    struct multigrid M = multigrid_create_cycle(P.h, &P.cycle, P.mg, F64);
    int halo = multigrid_halo(P.h, 0);
    struct vector x = noisy(&P.mesh[0], F64, 0, 2), y = noisy(&P.mesh[0], F64, 0, 3),
                  mx = vector_create(F64, A->n, halo, "test vector"),
                  my = vector_create(F64, A->n, halo, "test vector"),
                  sum = vector_create(F64, A->n, halo, "test vector");
    precondition(&M, &x, &mx);
    precondition(&M, &y, &my);
    double size = vector_norm(A, &mx) * vector_norm(A, &y),
           norm = larger(most(&mx, NULL), most(&my, NULL));
    small(fabs(vector_dot(A, &mx, &y) - vector_dot(A, &x, &my)), 1e-12 * size,
          "%d dimensions, %d cells, %d levels: the cycle is symmetric", dim, cells,
          levels);
    vector_axpy(2, &y, &x);
    precondition(&M, &x, &sum);
    vector_axpy(2, &my, &mx);
    small(most(&sum, &mx), 1e-11 * norm,
          "%d dimensions, %d cells, %d levels: the cycle is linear", dim, cells, levels);
    vector_free(&x);
    vector_free(&y);
    vector_free(&mx);
    vector_free(&my);
    vector_free(&sum);
    multigrid_free(&M);
    hierarchy_free(P.h);
}

/* A solve with k = 1 from random values in [0, size); the error against the solution in
 * *error. */
static struct refined solve(struct problem *P, struct refinement *S, double size,
                            double *error)
{
    const struct mesh *m = &P->mesh[0];
    const struct level *A = &P->h->level[0];
    double *values = NEW(double, (size_t)A->n, "test vector");
    struct vector b = vector_create(F64, A->n, 0, "test vector"),
                  u = vector_create(F64, A->n, A->halo_n, "test vector");
    q1_right_hand_side(m, 1, values);
    vector_write(&b, 0, A->n, values);
    q1_random(m, 1, values);
    vector_write(&u, 0, A->n, values);
    vector_scale(size, &u, &u);
    struct refined o = refine(S, &b, &u, 1e-9, 60);
    q1_solution(m, 1, values);
    *error = 0;
    for (int i = 0; i < A->n; i++)
        *error = larger(fabs(vector_get(&u, i) - values[i]), *error);
    MPI_OK(MPI_Allreduce(MPI_IN_PLACE, error, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD));
    mem_free(values);
    vector_free(&b);
    vector_free(&u);
    return o;
}

/* The error of the discretisation falls by four when the cells are halved. */
static void test_order(int dim, int cells, enum format f)
{
    double error[2];
    for (int k = 0; k < 2; k++) {
        struct problem P = problem_create(dim, cells << k, 3, 1, &f);
        struct refinement S = refinement_create(P.h, &P.cycle, P.mg, P.cycle.scale[0]);
        struct refined o = solve(&P, &S, 1, &error[k]);
        ok(o.why == REFINE_CONVERGED && o.explicit_last < 1.01e-9,
           "%d dimensions, %d cells, %s: solved", dim, cells << k, format_name(f));
        refinement_free(&S);
        hierarchy_free(P.h);
    }
    small(fabs(error[0] / error[1] - 4), 0.2,
          "%d dimensions, %s: the error falls by four", dim, format_name(f));
}

/* A residual that is scaled too high overflows, is counted, and is scaled down until it
 * does not; one too low to hold is all subnormal. */
static void test_ranges(void)
{
    struct problem P = problem_create(2, 64, 3, 1, (enum format[]){F16});
    struct refinement S = refinement_create(P.h, &P.cycle, P.mg, 0x1p20);
    double error;
    struct refined o = solve(&P, &S, 1, &error);
    ok(o.why == REFINE_CONVERGED && o.backoffs > 0 && S.M.range[0].overflows > 0,
       "a scale of 2^20 backs off %d times, overflows are counted", o.backoffs);
    ok(o.iterations <= 11, "and costs no iterations");
    refinement_free(&S);

    S = refinement_create(P.h, &P.cycle, P.mg, P.cycle.scale[0]);
    S.watch = 1;
    o = solve(&P, &S, 1, &error);
    double good = S.M.range[0].subnormals / S.M.range[0].entries;
    ok(o.backoffs == 0 && S.M.range[0].overflows == 0 && good < 0.01,
       "the usual scale: no overflow, %.2g %% subnormal", 100 * good);
    refinement_free(&S);

    S = refinement_create(P.h, &P.cycle, P.mg, 0x1p-10);
    S.watch = 1;
    o = solve(&P, &S, 1, &error);
    ok(S.M.range[0].subnormals / S.M.range[0].entries > 0.5,
       "a scale of 2^-10: most entries are subnormal");
    refinement_free(&S);
    hierarchy_free(P.h);
}

/* What cannot work ends with a name and a level. */
static void test_failures(void)
{
    struct problem P = problem_create(2, 64, 4, 1, (enum format[]){F64});
    double error;
    struct cycle cycle = P.cycle;
    cycle.omega = 1.9; /* rough modes grow on every level that smooths */
    struct refinement S = refinement_create(P.h, &cycle, P.mg, 0);
    struct refined o = solve(&P, &S, 1, &error);
    ok((o.why == REFINE_DIVERGED || o.why == REFINE_STAGNATED ||
        o.why == REFINE_NOT_FINITE) &&
           o.level == 2,
       "too little damping: %s, from level %d on", refine_why_name(o.why), o.level);
    refinement_free(&S);

    cycle = P.cycle;
    cycle.base_rule = BASE_PAPER;
    cycle.base_tolerance = 1e30; /* nothing is ever solved */
    cycle.omega = 0.01;          /* and hardly smoothed */
    S = refinement_create(P.h, &cycle, P.mg, 0);
    o = solve(&P, &S, 1, &error);
    ok((o.why == REFINE_STAGNATED || o.why == REFINE_LIMIT) &&
           (o.why == REFINE_LIMIT || o.level == 3),
       "a base solver that does nothing: %s, from level %d on", refine_why_name(o.why),
       o.level);
    refinement_free(&S);

    struct problem H = problem_create(2, 64, 4, 1, (enum format[]){F16});
    S = refinement_create(H.h, &H.cycle, H.mg, 0);
    o = solve(&H, &S, 1e10, &error);
    ok(o.why == REFINE_NOT_FINITE && S.M.range[0].overflows > 0,
       "without a scale the residual leaves the range of f16: %s",
       refine_why_name(o.why));
    refinement_free(&S);
    hierarchy_free(H.h);
    hierarchy_free(P.h);
}

/* Conjugate gradients on matrices that they are not for. */
static void test_base(void)
{
    struct problem P = problem_create(2, 16, 1, 1, (enum format[]){F16});
    const struct level *A = &P.h->level[0];
    struct vector r = noisy(&P.mesh[0], F16, 0, 4),
                  z = vector_create(F16, A->n, A->halo_n, "test vector"),
                  rest = vector_create(F16, A->n, 0, "test vector");
    struct cg C = cg_create(A, F16, BASE_RELATIVE, 1e-2, 1000);
    double before = vector_norm(A, &r);
    cg_solve(&C, A, &r, &z);
    small(residual(A, &r, &z, &rest), 3e-2 * before, "f16: solved to 1e-2, nearly");
    ok(C.ends[CG_CONVERGED] == 1 && C.iterations < 100, "f16: in %ld steps",
       C.iterations);

    C.tolerance = 1e-12; /* beyond what f16 can reach */
    cg_solve(&C, A, &r, &z);
    ok(C.ends[CG_CONVERGED] == 1, "f16: what cannot be reached is given up");
    small(residual(A, &r, &z, &rest), 3e-2 * before, "and the best iterate is kept");

    vector_scale(0, &r, &r);
    cg_solve(&C, A, &r, &z);
    small(most(&z, NULL), 0, "zero gives zero");

    if (A->n > 0 && tap_rank == 0)
        vector_set(&r, 0, INFINITY);
    cg_solve(&C, A, &r, &z);
    ok(!isfinite(vector_norm(A, &z)), "what is not finite stays so");
    cg_free(&C);
    vector_free(&r);
    vector_free(&z);
    vector_free(&rest);
    hierarchy_free(P.h);
}

int main(int argc, char **argv)
{
    start(&argc, &argv);
    test_galerkin(2, 24);
    test_galerkin(3, 12);
    test_cycle(2, 64, 4);
    test_cycle(3, 16, 3);
    test_order(2, 32, F64);
    test_order(2, 32, F16);
    test_order(3, 16, F16);
    test_ranges();
    test_failures();
    test_base();
    return done();
}
