/* tests/hpgmxp/unit_hpgmxp_multigrid.c - the V-cycle equals the oracle's in any formats of the levels. */
#include "levels.h"
#include "multigrid.h"
#include "tap.h"
#include <math.h>
#include <string.h>

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
static double relative_error(const struct levels *F, const struct vector *x,
                             const big *whole)
{
    double error = 0, size = 0, *host = numbers_read(x);
    for (int id = 0; id < F->A[0].n; id++)
        size = larger((double)fabsl(whole[id]), size);
    for (int i = 0; i < x->n; i++)
        error = larger(fabs(host[i] - (double)whole[levels_id(F, i)]), error);
    mem_free(host);
    return error / size;
}

static void test_cycle(const struct levels *F, const char *mg, enum format outside,
                       const char *name)
{
    struct hpgmxp_policy P;
    hpgmxp_policy_find("double", &P);
    ok(hpgmxp_policy_override(&P, mg),
       "formats of the levels: %s", mg);
    for (int f = 0; f < FORMATS; f++) /* vectors and matrix have the same format */
        P.gmres.precond_matrix[f] = (enum format)f;
    const double allowed = roundings(&P, outside);
    struct multigrid M = multigrid_create(F->h, &P, outside, outside);
    struct vector x = levels_vector(F, outside),
                  z = levels_vector(F, outside);
    big *X = whole_create(F), *MX = whole_create(F);
    for (int seed = 1; seed <= 2;
         seed++) { /* nothing remains of an earlier cycle */
        levels_noise(F, seed, &x, X);
        oracle_vcycle(F->A, 0, X, MX);
        multigrid_apply(&M, &x, &z, NULL, NULL);
        small(relative_error(F, &z, MX), allowed,
              "%s, mg=%s, %s outside: the oracle's", name, mg,
              format_name(outside));
    }
    numbers_fill(&x, x.n, 0);
    multigrid_apply(&M, &x, &z, NULL, NULL);
    double most = 0, *host = numbers_read(&z);
    for (int i = 0; i < z.n; i++)
        most = larger(fabs(host[i]), most);
    mem_free(host);
    small(most, 0, "%s, mg=%s: M^-1 0 = 0", name, mg);
    vectors_free(&x, &z);
    arrays_free(X, MX);
    multigrid_free(&M);
}

int main(int argc, char **argv)
{
    static const char *const problem[] = {"symmetric", "convection",
                                          "nonsymmetric"};
    start(&argc, &argv);
    for (int order = ORDER_NATURAL; order <= ORDER_COLOR; order++)
        for (int values = 0; values < 3; values++) {
            char name[64];
            snprintf(name, sizeof name, "%s, %s order", problem[values],
                     order == ORDER_COLOR ? "color" : "natural");
            struct levels F =
                levels_create((int[3]){8, 16, 8}, (enum stencil_values)values,
                               (enum row_order)order);
            test_cycle(&F, "f64", F64, name);
            test_cycle(&F, "f32", F32, name);
            test_cycle(&F, "f32", F64, name);
            test_cycle(&F, "f64,f32,f32,f64", F64, name);
            test_cycle(&F, "f32,f64", F32, name);
            test_cycle(&F, "f16", F16, name);
            test_cycle(&F, "f32,f16", F32, name);
            test_cycle(&F, "f16,f32,f64", F64, name);
            levels_free(&F);
        }
    return done();
}
