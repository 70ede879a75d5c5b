/* tests/hpgmxp/unit_hpgmxp_multigrid.c - the V-cycle equals the oracle's in any formats of the levels.
 *
 * The benchmark's levels exist twice: in the storage of the tree, and as the oracle's. An array called
 * `whole` contains one number for each global id, on every rank.
 */
#include "hierarchy.h"
#include "multigrid.h"
#include "numbers.h"
#include "process_grid.h"
#include "tap.h"
#include <math.h>

struct levels {
    struct hierarchy *h;
    struct oracle A[ORACLE_LEVELS];
};

/* Every rank has a local box of n points. The matrix of each level is stored in every
 * floating-point format. */
static struct levels levels_create(const int n[3], enum stencil_values values,
                                   enum row_order order)
{
    struct levels L;
    int p[3];
    format_set need[MAX_LEVELS];
    process_grid_factor(tap_ranks, p);
    for (int l = 0; l < MAX_LEVELS; l++)
        need[l] = EVERY_FORMAT;
    const struct box g = box_equal(p, n, tap_rank);
    const struct hierarchy_config config = {
        .levels = HPGMXP_LEVELS, .values = values, .order = order, .need = need};
    L.h = hierarchy_create(&g, &config, MPI_COMM_WORLD);
    oracle_create(L.A, p, n, (enum oracle_values)values,
                  order == ORDER_COLOR ? ORACLE_COARSE_FIRST : ORACLE_NATURAL);
    return L;
}

static void levels_free(struct levels *L)
{
    hierarchy_free(L->h);
    oracle_free(L->A);
}

/* The global id of row `row`, as stored, of level 0 on this rank. */
static int global_id(const struct levels *L, int row)
{
    const struct matrix *A = &L->h->level[0].A;
    return oracle_id(L->A, tap_rank, A->order ? A->order[row] : row);
}

/* A vector for level 0, all NaN. */
static struct vector vector_of(const struct levels *L, enum format f)
{
    const struct matrix *A = &L->h->level[0].A;
    struct vector x = vector_create(f, A->n, A->halo_n, "test vector");
    numbers_fill(&x, A->n + A->halo_n, NAN);
    return x;
}

static big *whole_create(const struct levels *L)
{
    return mem_zero((size_t)L->A->n, sizeof(big), "test vector");
}

/* Fills x with pseudo-random numbers and whole[] with the same numbers, rounded to the format
 * of x. */
static void fill(const struct levels *L, int seed, struct vector *x, big *whole)
{
    double *host = NEW(double, (size_t)x->n, "test vector");
    for (int id = 0; id < L->A->n; id++)
        whole[id] = noise_in(x->format, seed, id);
    for (int i = 0; i < x->n; i++)
        host[i] = (double)whole[global_id(L, i)];
    vector_write(x, 0, x->n, host);
    mem_free(host);
}

/* Bound for the relative rounding error of a V-cycle: on each level three passes
 * over rows of 27 entries, each with the unit roundoff of the arithmetic for its
 * sum and of the level's format for the entry and the result; then the
 * conversions from and to the format `outside`. */
static double roundings(const struct hpgmxp_policy *P, enum format outside)
{
    double sum = 2 * format_roundoff(outside);
    for (int l = 0; l < HPGMXP_LEVELS; l++) {
        double arithmetic = P->mg[l] == F64 ? 0x1p-53 : 0x1p-24;
        sum += 3 * ((27 + 1) * arithmetic + 2 * format_roundoff(P->mg[l]));
    }
    return sum;
}

/* max_i |x_i - whole_i| / max_i |whole_i| */
static double relative_error(const struct levels *L, const struct vector *x,
                             const big *whole)
{
    double error = 0, size = 0, *host = numbers_read(x);
    for (int id = 0; id < L->A->n; id++)
        size = larger((double)fabsl(whole[id]), size);
    for (int i = 0; i < x->n; i++)
        error = larger(fabs(host[i] - (double)whole[global_id(L, i)]), error);
    mem_free(host);
    return error / size;
}

static void test_cycle(const struct levels *L, const char *mg, enum format outside,
                       const char *name)
{
    struct hpgmxp_policy P;
    hpgmxp_policy_find("double", &P);
    ok(hpgmxp_policy_override(&P, mg), "formats of the levels: %s", mg);
    for (int f = 0; f < FORMATS; f++) /* vectors and matrix have the same format */
        P.gmres.precond_matrix[f] = (enum format)f;
    struct multigrid M = multigrid_create(L->h, &P, outside, outside);
    struct vector x = vector_of(L, outside), z = vector_of(L, outside);
    big *X = whole_create(L), *MX = whole_create(L);
    for (int seed = 1; seed <= 2; seed++) { /* nothing remains of an earlier cycle */
        fill(L, seed, &x, X);
        oracle_vcycle(L->A, 0, X, MX);
        multigrid_apply(&M, &x, &z, NULL, NULL);
        small(relative_error(L, &z, MX), roundings(&P, outside),
              "%s, mg=%s, %s outside: the oracle's", name, mg, format_name(outside));
    }
    vectors_free(&x, &z);
    arrays_free(X, MX);
    multigrid_free(&M);
}

int main(int argc, char **argv)
{
    static const char *const problem[] = {"symmetric", "convection", "nonsymmetric"};
    start(&argc, &argv);
    for (int order = ORDER_NATURAL; order <= ORDER_COLOR; order++)
        for (int values = 0; values < 3; values++) {
            char name[64];
            snprintf(name, sizeof name, "%s, %s order", problem[values],
                     order == ORDER_COLOR ? "color" : "natural");
            struct levels L = levels_create(
                (int[3]){8, 16, 8}, (enum stencil_values)values, (enum row_order)order);
            test_cycle(&L, "f64", F64, name);
            test_cycle(&L, "f32", F32, name);
            test_cycle(&L, "f32", F64, name);
            test_cycle(&L, "f64,f32,f32,f64", F64, name);
            test_cycle(&L, "f32,f64", F32, name);
            test_cycle(&L, "f16", F16, name);
            test_cycle(&L, "f32,f16", F32, name);
            test_cycle(&L, "f16,f32,f64", F64, name);
            levels_free(&L);
        }
    return done();
}
