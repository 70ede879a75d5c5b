/* tests/halfmg/unit_halfmg.c - finite elements of Poisson's equation, the V-cycle and its refinement.
 *
 *   meshes         each point belongs to one rank, and a coarse point to the rank of its fine point
 *   matrices       entries are integrals of products of hat functions, or their values at points
 *   V-cycle        M^-1 is symmetric if the base problem is solved well
 *   refinement     overflows of f16 are counted and avoided; if the V-cycle fails, a reason and
 *                  a level say so
 *   base solver    conjugate gradients in f16
 *   any size       a right-hand side times 2^e has the solution times 2^e
 *
 * The checker tests the kernels (checker/), and halfmg.t the errors of solutions.
 */
#include "any_format.h"
#include "numbers.h"
#include "q1.h"
#include "process_grid.h"
#include "q1_hierarchy.h"
#include "refinement.h"
#include "tap.h"
#include <stdlib.h>

/* ---- Meshes and matrices ---- */

static void test_mesh(int dim, int cells, int levels)
{
    int p[3];
    process_grid_ascending(dim, tap_ranks, p);
    struct box m = q1_mesh(dim, cells, p, tap_rank);
    for (int l = 0; l < levels; l++, m = box_coarsen(&m)) {
        const struct box coarse = box_coarsen(&m);
        const struct partition P = box_partition(&m);
        int wrong = 0, at[3];
        int64_t own = box_rows(&m);
        for (int row = 0; row < box_rows(&m); row++) {
            box_point(&m, row, at);
            const int64_t id = box_id(&m, at);
            wrong += id < 0 || id >= box_global_rows(&m) ||
                     box_row(&m, at) != row || P.owner(P.data, id) != tap_rank ||
                     P.local(P.data, id) != row;
        }
        for (int row = 0; l + 1 < levels && row < box_rows(&coarse); row++) {
            box_point(&coarse, row, at);
            const int fine[3] = {2 * at[0], 2 * at[1],
                                 dim == 3 ? 2 * at[2] : at[2]};
            wrong += box_row(&m, fine) < 0;
        }
        MPI_OK(MPI_Allreduce(MPI_IN_PLACE, &own, 1, MPI_INT64_T, MPI_SUM,
                             MPI_COMM_WORLD));
        ok(wrong == 0 && own == box_global_rows(&m),
           "%d dimensions, %d cells: each point has one owner, coarse points stay",
           dim, m.side[0]);
    }
}

static big hat(big x)
{
    return fabsl(x) < 1 ? 1 - fabsl(x) : 0;
}

/* The integral of the product of two hat functions at a distance of `step`, or of their
 * derivatives, in units of h: by two Gauss points in each cell. */
static big integral(int step, int slopes)
{
    const big g = sqrtl(3.0L) / 6, e = 0.125L;
    big sum = 0;
    for (int cell = -1; cell <= 0; cell++)
        for (int k = -1; k <= 1; k += 2) {
            const big x = cell + 0.5L + k * g;
            sum += slopes ? (hat(x + e) - hat(x)) / e *
                                (hat(x - step + e) - hat(x - step)) / e / 2
                          : hat(x) * hat(x - step) / 2;
        }
    return sum;
}

/* An entry of the stiffness matrix for two points, or the value of a coarse hat function at
 * a fine point. */
static big exact_entry(enum q1_matrix kind, const struct box *m, const int i[3],
                       const int j[3])
{
    const int *fine = kind == Q1_PROLONGATION ? i : j,
              *coarse = kind == Q1_PROLONGATION ? j : i;
    big sum = 0, value = 1;
    for (int d = 0; d < q1_dim(m); d++) {
        big product = 1;
        for (int e = 0; e < q1_dim(m); e++)
            product *= integral(j[e] - i[e], e == d) *
                       (e == d ? m->side[0] : 1.0L / m->side[0]);
        sum += product;
        value *= hat(fine[d] / 2.0L - coarse[d]);
    }
    return kind == Q1_STIFFNESS ? sum : value;
}

static void point_of(const struct box *m, int64_t id, int at[3])
{
    const int64_t side = m->side[0] - 1;
    at[0] = (int)(id % side) + 1;
    at[1] = (int)(id / side % side) + 1;
    at[2] = (int)(id / side / side) + m->low[2];
}

static void test_entries(int dim, int cells)
{
    static const char *const names[] = {"stiffness", "prolongation", "restriction"};
    int p[3];
    process_grid_ascending(dim, tap_ranks, p);
    const struct box fine = q1_mesh(dim, cells, p, tap_rank),
                      coarse = box_coarsen(&fine);
    for (int kind = Q1_STIFFNESS; kind <= Q1_RESTRICTION; kind++) {
        const struct box *rows = kind == Q1_RESTRICTION ? &coarse : &fine,
                          *columns = kind == Q1_PROLONGATION ? &coarse : &fine;
        struct csr A = q1_create((enum q1_matrix)kind, rows, columns);
        const size_t all = (size_t)box_global_rows(columns);
        double *row = NEW(double, all, "a row"), error = 0;
        for (int i = 0; i < A.n; i++) {
            int from[3], to[3];
            box_point(rows, i, from);
            for (size_t j = 0; j < all; j++)
                row[j] = 0;
            for (size_t e = A.ptr[i]; e < A.ptr[i + 1]; e++) {
                box_point(columns, A.col[e] < 0 ? 0 : A.col[e], to);
                row[A.col[e] < 0 ? A.remote[-1 - A.col[e]]
                                 : box_id(columns, to)] += A.val[e];
            }
            for (size_t j = 0; j < all; j++) {
                point_of(columns, (int64_t)j, to);
                const big wanted =
                    exact_entry((enum q1_matrix)kind, rows, from, to);
                error = larger((double)fabsl(row[j] - wanted), error);
            }
        }
        small(error, 16 * 0x1p-53, "%d dimensions, %d cells: %s", dim, cells,
              names[kind]);
        mem_free(row);
        csr_free(&A);
    }
}

/* ---- A problem ---- */

struct poisson_problem {
    struct box mesh[MAX_LEVELS];
    struct q1_hierarchy *h;
    const struct matrix *A; /* of level 0 */
    enum format mg[MAX_LEVELS];
    struct cycle_options cycle;
};

/* All levels have the format f. */
static struct poisson_problem problem_create(int dim, int cells, int levels, enum format f)
{
    struct poisson_problem P = {.cycle = {.omega = 2.0 / 3, .base_tolerance = 1e-2}};
    int p[3];
    process_grid_ascending(dim, tap_ranks, p);
    for (int l = 0; l < MAX_LEVELS; l++) {
        P.mesh[l] = l > 0 ? box_coarsen(&P.mesh[l - 1])
                          : q1_mesh(dim, cells, p, tap_rank);
        P.mg[l] = f;
    }
    P.cycle.target_norm[0] = f == F16 ? q1_scale(&P.mesh[0]) : 0;
    P.h = q1_hierarchy(&P.mesh[0], levels, P.mg, MPI_COMM_WORLD);
    P.A = &P.h->A[0];
    return P;
}

/* Pseudo-random numbers that depend on the point only; with room for halo entries. */
static struct vector noisy(const struct poisson_problem *P, enum format f, int seed)
{
    struct vector x = vector_create(f, P->A->n, P->A->halo_n, "test vector");
    for (int i = 0; i < x.n; i++) {
        int at[3];
        box_point(&P->mesh[0], i, at);
        vector_set(&x, i, noise(seed, (int)box_id(&P->mesh[0], at)));
    }
    return x;
}

static struct vector vector_of(const struct poisson_problem *P, enum format f)
{
    return vector_create(f, P->A->n, P->A->halo_n, "test vector");
}

/* max |x_i 2^-e - y_i| over all ranks. */
static double difference(const struct vector *x, int e, const struct vector *y)
{
    double worst = 0;
    for (int i = 0; i < x->n; i++)
        worst = larger(fabs(ldexp(vector_get(x, i), -e) - vector_get(y, i)), worst);
    return over_ranks(worst, MPI_MAX);
}

/* a_ii, which is half of the sum of magnitudes of a row. */
static double diagonal(int dim, int cells)
{
    return dim == 2 ? 8.0 / 3 : 8.0 / 3 / cells;
}

/* Rounding errors of a row of A and a row of a transfer, of at most 27 terms each. */
static const double u_rows = (2 * 27 + 6) * 0x1p-53;

/* <M^-1 x, y> = <x, M^-1 y>. */
static void test_cycle(int dim, int cells, int levels)
{
    struct poisson_problem P = problem_create(dim, cells, levels, F64);
    P.cycle.base_tolerance = 64 * 0x1p-53;
    struct jacobi_multigrid M = jacobi_multigrid_create(P.h, &P.cycle, P.mg);
    struct vector x = noisy(&P, F64, 2), y = noisy(&P, F64, 3),
                  mx = vector_of(&P, F64), my = vector_of(&P, F64);
    jacobi_multigrid_apply(&M, 0, &x, &mx);
    jacobi_multigrid_apply(&M, 0, &y, &my);
    /* The error of a residual, u_rows times its magnitudes |x| + 2 a_ii |M^-1 x|, is
     * multiplied by M^-1, so that its product with y is its product with M^-1 y. Each
     * level contributes, with magnitudes at most as large as the finest level's;
     * the coarser levels multiply by nearly A^-1, and the factor 2 is because the cycle
     * is not exact. The last term is the error of the two sums of n products. */
    const struct matrix *A = P.A;
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
    q1_hierarchy_free(P.h);
}

/* ---- Refinement ---- */

enum { LIMIT = 60 }; /* iterations of a solve that is expected to end before */

/* Solves the problem for k = 1 with a random initial guess in [0, size) in at most `limit`
 * iterations. */
static struct refinement_outcome solve(struct poisson_problem *P, struct refinement *S,
                                       double size, int limit)
{
    double *values = NEW(double, (size_t)P->A->n, "test vector");
    struct vector b = vector_of(P, F64), u = vector_of(P, F64);
    q1_right_hand_side(&P->mesh[0], 1, values);
    vector_write(&b, 0, P->A->n, values);
    q1_random(&P->mesh[0], values);
    vector_write(&u, 0, P->A->n, values);
    vector_scale(size, &u, &u);
    const struct refinement_outcome o = refinement_solve(S, &b, &u, 1e-9, limit);
    vectors_free(&b, &u);
    mem_free(values);
    return o;
}

/* With too large a scale the residual overflows; the overflows are counted and the scale is
 * reduced until there are none. With too small a scale most entries are subnormal. */
static void test_ranges(void)
{
    static const double scales[] = {0x1p20, 0, 0x1p-10}; /* 0: the usual one */
    struct poisson_problem P = problem_create(2, 64, 3, F16);
    for (int k = 0; k < 3; k++) {
        struct refinement S =
            refinement_create(P.h, &P.cycle, P.mg,
                              scales[k] > 0 ? scales[k] : P.cycle.target_norm[0]);
        S.monitor = 1;
        const struct refinement_outcome o = solve(&P, &S, 1, LIMIT);
        const double subnormal = S.M.range[0].subnormals / S.M.range[0].entries;
        const int overflows = S.M.range[0].overflows > 0;
        ok(k == 0 ? o.reason == REASON_CONVERGED && o.backoffs > 0 && overflows &&
                        o.iterations <= 11
           : k == 1 ? o.backoffs == 0 && !overflows && subnormal < 0.01
                    : subnormal > 0.5,
           "scale %g: %d iterations, %d times reduced, %soverflows, %.2g %% "
           "subnormal",
           scales[k], o.iterations, o.backoffs, overflows ? "" : "no ",
           100 * subnormal);
        refinement_free(&S);
    }
    q1_hierarchy_free(P.h);
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
        struct poisson_problem P = problem_create(2, 64, 4, failures[k].format);
        P.cycle.omega = failures[k].omega;
        if (failures[k].idle_base) {
            P.cycle.base_rule = BASE_PAPER;
            P.cycle.base_tolerance = 1e30;
        }
        struct refinement S = refinement_create(P.h, &P.cycle, P.mg, 0);
        const struct refinement_outcome o =
            solve(&P, &S, failures[k].size, failures[k].limit);
        ok((failures[k].reasons >> o.reason & 1) &&
               (failures[k].level < 0 || o.level == failures[k].level),
           "%s: %s, from level %d on", failures[k].what, reason_name(o.reason),
           o.level);
        ok(isfinite(o.explicit_final) == (failures[k].size < 1e300) &&
               (failures[k].omega < 1e100 || o.explicit_final == o.initial) &&
               (failures[k].format != F16 || S.M.range[0].overflows > 0),
           "the last residual that was finite; a solution that has not changed; "
           "overflows are counted");
        refinement_free(&S);
        q1_hierarchy_free(P.h);
    }
}

/* ---- The base solver ---- */

/* Conjugate gradients in f16: accuracy, what cannot be reached, zero, and a right-hand side
 * that is not finite. */
static void test_base(void)
{
    struct poisson_problem P = problem_create(2, 16, 1, F16);
    struct vector r = noisy(&P, F16, 4), z = vector_of(&P, F16),
                  rest = vector_of(&P, F16);
    struct cg C = cg_create(P.A, F16, BASE_RELATIVE, 1e-2, 1000);
    const double before = vector_norm(P.A, &r);
    for (int k = 0; k < 2; k++) {
        C.iterations = 0;
        cg_solve(&C, P.A, &r, &z);
        /* each step rounds z and r once, and the recursive residual accumulates these errors */
        const double step = format_roundoff(F16) *
                            (2 * diagonal(2, 16) * vector_norm(P.A, &z) + before);
        residual(P.A, &r, &z, &rest);
        small(vector_norm(P.A, &rest),
              1e-2 * before + (double)(C.iterations + 1) * step, "f16: %s",
              k == 0 ? "solved to 1e-2, nearly"
                     : "what cannot be reached is given up, the best iterate kept");
        ok(C.reasons[REASON_CONVERGED] == 1 && (k == 1 || C.iterations < 100),
           "in %ld steps", C.iterations);
        C.tolerance = 1e-12; /* beyond what f16 can reach */
    }
    C.limit = 2;
    C.iterations = 0;
    cg_solve(&C, P.A, &r, &z);
    ok(C.reasons[REASON_ITERATIONS] == 1 && C.iterations == 2,
       "f16: a limit of two steps");
    vector_scale(0, &r, &r);
    cg_solve(&C, P.A, &r, &z);
    ok(vector_norm(P.A, &z) == 0, "zero gives zero");
    if (P.A->n > 0 && tap_rank == 0)
        vector_set(&r, 0, INFINITY);
    cg_solve(&C, P.A, &r, &z);
    ok(!isfinite(vector_norm(P.A, &z)), "what is not finite stays so");
    cg_free(&C);
    vectors_free(&r, &z, &rest);
    q1_hierarchy_free(P.h);
}

/* ---- Right-hand sides whose squares leave the range of f64 ---- */

/* The base solver breaks down: it returns zero or what is not finite. */
static void test_base_sizes(void)
{
    static const int exponents[] = {-900, 900};
    struct poisson_problem P = problem_create(2, 32, 1, F64);
    struct vector b = noisy(&P, F64, 1), z = vector_of(&P, F64);
    struct cg C = cg_create(P.A, F64, BASE_RELATIVE, 1e-8, 200);
    for (int k = 0; k < 2; k++) {
        for (int i = 0; i < b.n; i++)
            vector_set(&z, i, ldexp(vector_get(&b, i), exponents[k]));
        vector_scale(1, &z, &C.q);
        cg_solve(&C, P.A, &C.q, &z);
        ok(C.reasons[REASON_BREAKDOWN] == k + 1, "CG, b times 2^%d: breakdown",
           exponents[k]);
        ok(isfinite(vector_norm(P.A, &z)) == (k == 0),
           "and an overflow reaches the result");
    }
    cg_free(&C);
    vectors_free(&b, &z);
    q1_hierarchy_free(P.h);
}

/* With levels in f, whose right-hand sides are scaled, refinement needs the same number of
 * iterations for every size. */
static void test_sizes(enum format f)
{
    static const int exponents[] = {0, -900, -500, 500, 1000};
    struct poisson_problem P = problem_create(2, 32, 3, f);
    struct vector b = noisy(&P, F64, 1), scaled = vector_of(&P, F64),
                  x = vector_of(&P, F64), y = vector_of(&P, F64);
    struct refinement S =
        refinement_create(P.h, &P.cycle, P.mg, P.cycle.target_norm[0]);
    int wanted = 0;
    for (size_t k = 0; k < sizeof exponents / sizeof *exponents; k++) {
        const int e = exponents[k];
        for (int i = 0; i < b.n; i++)
            vector_set(&scaled, i, ldexp(vector_get(&b, i), e));
        vector_clear(&y);
        const struct refinement_outcome o =
            refinement_solve(&S, &scaled, &y, ldexp(1e-8, e), LIMIT);
        if (k == 0) {
            wanted = o.iterations;
            vector_scale(1, &y, &x);
        }
        ok(o.reason == REASON_CONVERGED && abs(o.iterations - wanted) <= 1,
           "refinement, %s, b times 2^%d: %d iterations, wanted %d", format_name(f),
           e, o.iterations, wanted);
        small(difference(&y, e, &x), 1e-6 * vector_norm(P.A, &x),
              "and the same solution");
    }
    refinement_free(&S);
    vectors_free(&b, &scaled, &x, &y);
    q1_hierarchy_free(P.h);
}

int main(int argc, char **argv)
{
    start(&argc, &argv);
    test_mesh(2, 4096, 11);
    test_mesh(2, 12, 3);
    test_mesh(3, 24, 4);
    test_entries(2, 24);
    test_entries(3, 8);
    test_cycle(2, 32, 4);
    test_cycle(3, 16, 3);
    test_ranges();
    test_failures();
    test_base();
    test_base_sizes();
    test_sizes(F32);
    test_sizes(F16);
    return done();
}
