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

/* Over all ranks. */
static double most(const struct vector *x, const struct vector *y)
{
    double worst = 0;
    for (int i = 0; i < x->n; i++)
        worst = larger(fabs(vector_get(x, i) - (y ? vector_get(y, i) : 0)), worst);
    MPI_OK(MPI_Allreduce(MPI_IN_PLACE, &worst, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD));
    return worst;
}

/* a_ii, which is half of a row's magnitudes. */
static double diagonal(int dim, int cells)
{
    return dim == 2 ? 8.0 / 3 : 8.0 / 3 / cells;
}

/* Roundings of a row of A and one of a transfer, 27 terms each at most. */
static const double u_rows = (2 * 27 + 6) * 0x1p-53;

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
    const double entry = diagonal(dim, cells); /* |A P x| is below 2 a_ii, a row of R 8 */
    small(most(&galerkin, &coarse), 8 * u_rows * 2 * entry,
          "%d dimensions, %d cells: R A P = A_c", dim, cells);
    double left = vector_dot(C, &galerkin, &x), right = vector_dot(A, &product, &fine),
           size = vector_dot(A, &fine, &fine) * entry;
    small(fabs(left - right), u_rows * size, "%d dimensions, %d cells: R = P^T", dim,
          cells);
    vector_free(&x);
    vector_free(&fine);
    vector_free(&product);
    vector_free(&galerkin);
    vector_free(&coarse);
    hierarchy_free(P.h);
}

/* The most that roundings change of M^-1 b in f64, in the maximum norm, b and z = M^-1 b
 * being that large there. Jacobi steps and P do not enlarge what is wrong with z: their
 * rows hold nothing negative and add up to 1 at most. A residual is wrong by u_rows of
 * its magnitudes, |b| + 2 a_ii |z|; the levels below answer that nearly as A^-1 does (2:
 * the cycle is not exact), whose rows add up to N^2 / (5 a_ii) at most, since
 * -Laplace v = 1 has max v = 0.074 in the square and 0.056 in the cube, times 8/3. Coarser
 * levels have a quarter of the N^2 each (4/3). The last one is solved to less. */
static double cycle_error(int dim, int cells, double b, double z)
{
    const double a = diagonal(dim, cells), inverse = (double)cells * cells / (5 * a);
    return 2 * 4.0 / 3 * inverse * u_rows * (b + 2 * a * z);
}

/* M^-1 (x + 2 y) = M^-1 x + 2 M^-1 y, and <M^-1 x, y> = <x, M^-1 y>. */
static void test_cycle(int dim, int cells, int levels)
{
    struct problem P = problem_create(dim, cells, levels, 1, (enum format[]){F64});
    const struct level *A = &P.h->level[0];
    P.cycle.base_tolerance = 64 * 0x1p-53;
    struct multigrid M = multigrid_create_cycle(P.h, &P.cycle, P.mg, F64);
    int halo = multigrid_halo(P.h, 0);
    struct vector x = noisy(&P.mesh[0], F64, 0, 2), y = noisy(&P.mesh[0], F64, 0, 3),
                  mx = vector_create(F64, A->n, halo, "test vector"),
                  my = vector_create(F64, A->n, halo, "test vector"),
                  sum = vector_create(F64, A->n, halo, "test vector");
    precondition(&M, &x, &mx);
    precondition(&M, &y, &my);
    double wrong_x = cycle_error(dim, cells, 1, most(&mx, NULL)),
           wrong_y = cycle_error(dim, cells, 1, most(&my, NULL));
    /* What is wrong with a residual comes out multiplied by M^-1, so that its product with
     * y is its product with M^-1 y; on each level, of magnitudes as on the finest at most,
     * and twice as in cycle_error. Then there are the two sums of n products. */
    const double a2 = 2 * diagonal(dim, cells), x_norm = vector_norm(A, &x),
                 y_norm = vector_norm(A, &y), mx_norm = vector_norm(A, &mx),
                 my_norm = vector_norm(A, &my);
    small(
        fabs(vector_dot(A, &mx, &y) - vector_dot(A, &x, &my)),
        2 * levels * u_rows *
                ((x_norm + a2 * mx_norm) * my_norm + (y_norm + a2 * my_norm) * mx_norm) +
            (double)A->global_rows * 0x1p-53 * (mx_norm * y_norm + x_norm * my_norm),
        "%d dimensions, %d cells, %d levels: the cycle is symmetric", dim, cells, levels);
    vector_axpy(2, &y, &x);
    precondition(&M, &x, &sum);
    vector_axpy(2, &my, &mx);
    small(most(&sum, &mx),
          wrong_x + 2 * wrong_y + cycle_error(dim, cells, 3, most(&sum, NULL)),
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

/* sin(k pi x_d) in all directions is an eigenvector of A, and its load is a multiple of it:
 * the discrete solution is c times the exact one. Per direction, with w = pi h: the load
 * is 2 (1 - cos w) h / w^2, K is 2 (1 - cos w) / h and M is (2 + cos w) h / 3. */
static double discrete(int dim, int cells)
{
    const double pi = 3.14159265358979323846, h = 1.0 / cells, w = pi * h;
    const double load = 2 * (1 - cos(w)) * h / (w * w), K = 2 * (1 - cos(w)) / h,
                 M = (2 + cos(w)) * h / 3;
    return pi * pi * pow(load, dim) / (K * pow(M, dim - 1));
}

/* The solution differs from the exact one by what the elements cost and no more: beside
 * it there are the integrals by Gauss points, O(w^4) (unit_q1.c), and what a residual of
 * 1e-9 leaves, A's least eigenvalue being nearly dim pi^2 h^dim. The residual that is
 * carried along takes u_rows a step, of magnitudes 2 a_ii |u| and what r had of them. */
static void test_solution(int dim, int cells, enum format f)
{
    const double w = 3.14159265358979323846 / cells, tolerance = 1e-9;
    struct problem P = problem_create(dim, cells, 3, 1, &f);
    struct refinement S = refinement_create(P.h, &P.cycle, P.mg, P.cycle.scale[0]);
    double error;
    struct refined o = solve(&P, &S, 1, &error);
    const double n = (double)P.h->level[0].global_rows,
                 drift = (o.iterations + 2) * u_rows * 4 * diagonal(dim, cells) * sqrt(n);
    ok(o.why == REFINE_CONVERGED && o.explicit_last < tolerance + drift,
       "%d dimensions, %d cells, %s: solved", dim, cells, format_name(f));
    small(fabs(error - fabs(discrete(dim, cells) - 1)),
          dim * pow(w, 4) / 100 +
              1.1 * (tolerance + drift) / (dim * w * w) * pow(cells, dim - 2),
          "%d dimensions, %d cells, %s: as far from sin as the elements are", dim, cells,
          format_name(f));
    refinement_free(&S);
    hierarchy_free(P.h);
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
    /* each step rounds z and r once, and r carries that along */
    double step =
        format_roundoff(F16) * (2 * diagonal(2, 16) * vector_norm(A, &z) + before);
    small(residual(A, &r, &z, &rest), 1e-2 * before + (double)(C.iterations + 1) * step,
          "f16: solved to 1e-2, nearly");
    ok(C.ends[CG_CONVERGED] == 1 && C.iterations < 100, "f16: in %ld steps",
       C.iterations);

    C.tolerance = 1e-12; /* beyond what f16 can reach */
    C.iterations = 0;
    cg_solve(&C, A, &r, &z);
    ok(C.ends[CG_CONVERGED] == 1, "f16: what cannot be reached is given up");
    small(residual(A, &r, &z, &rest), 1e-2 * before + (double)(C.iterations + 1) * step,
          "and the best iterate is kept");

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
