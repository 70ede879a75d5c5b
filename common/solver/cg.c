/* common/solver/cg.c - conjugate gradients (Hestenes and Stiefel 1952), with guards. */
#include "cg.h"
#include "kernels.h"
#include <math.h>

enum { PATIENCE = 8 /* steps without a better residual */ };

struct cg cg_create(const struct level *A, enum format f, enum base_rule rule,
                    double tolerance, int limit)
{
    struct cg C = {.rule = rule, .tolerance = tolerance, .limit = limit};
    C.r = vector_create(f, A->n, 0, "base solver");
    C.p = vector_create(f, A->n, A->halo_n, "base solver");
    C.q = vector_create(f, A->n, 0, "base solver");
    C.best = vector_create(f, A->n, 0, "base solver");
    return C;
}

void cg_free(struct cg *C)
{
    vector_free(&C->r);
    vector_free(&C->p);
    vector_free(&C->q);
    vector_free(&C->best);
}

const char *cg_end_name(enum cg_end end)
{
    static const char *const name[] = {"converged", "breakdown", "stagnated", "limit"};
    return name[end];
}

/* Steps until one of the endings; the best z is in C->best, its ||r||^2 is returned. */
static enum cg_end iterate(struct cg *C, const struct level *A, double rho, double target,
                           struct vector *z)
{
    double least = rho;
    for (int k = 0, since = 0; k < C->limit; k++) {
        spmv(A, &C->p, &C->q);
        double curvature = vector_dot(A, &C->p, &C->q);
        if (!(curvature > 0) || !isfinite(curvature))
            return CG_BREAKDOWN;
        double alpha = rho / curvature;    /*                 alpha = r'r / p'A p    */
        vector_axpy(alpha, &C->p, z);      /*                 z += alpha p           */
        vector_axpy(-alpha, &C->q, &C->r); /*                 r -= alpha A p         */
        double next = vector_dot(A, &C->r, &C->r);
        C->iterations++;
        if (!isfinite(next))
            return CG_BREAKDOWN;
        if (next < least) {
            least = next;
            since = 0;
            vector_scale(1, z, &C->best);
        } else if (++since == PATIENCE) {
            return CG_STAGNATED;
        }
        if (next <= target * target)
            return CG_CONVERGED;
        vector_extend(A, next / rho, &C->r, &C->p); /*     p = r + beta p         */
        rho = next;
    }
    return CG_LIMIT;
}

void cg_solve(struct cg *C, const struct level *A, const struct vector *r,
              struct vector *z)
{
    vector_scale(1, r, &C->r);
    vector_scale(1, r, &C->p);
    vector_clear(z);
    vector_clear(&C->best);
    double rho = vector_dot(A, r, r), size = sqrt(rho);
    double target = C->rule == BASE_RELATIVE ? C->tolerance * size : C->tolerance;
    enum cg_end end = CG_CONVERGED;
    if (!isfinite(rho))
        end = CG_BREAKDOWN;
    else if (size > target)
        end = iterate(C, A, rho, target, z);
    C->solves++;
    C->ends[end]++;
    vector_scale(1, isfinite(rho) ? &C->best : r, z);
}
