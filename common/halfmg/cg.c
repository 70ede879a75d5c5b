/* common/halfmg/cg.c - the conjugate gradient method of Hestenes and Stiefel
 * (1952). */
#include "cg.h"
#include "any_format.h"
#include "kernels.h"
#include <float.h>
#include <math.h>

/* CG stagnates if this many iterations in succession do not reduce the smallest
 * residual. */
enum { STAGNANT_ITERATIONS = 8 };

struct cg cg_create(const struct matrix *A, enum format f, enum base_rule rule,
                    double tolerance, int limit)
{
    const char *what = "conjugate gradients";
    struct cg C = {.rule = rule, .tolerance = tolerance, .limit = limit};
    C.r = vector_create(f, A->n, 0, what);
    C.p = vector_create(f, A->n, A->halo_n, what);
    C.q = vector_create(f, A->n, 0, what);
    C.best = vector_create(f, A->n, 0, what);
    return C;
}

void cg_free(struct cg *C)
{
    vector_free(&C->r);
    vector_free(&C->p);
    vector_free(&C->q);
    vector_free(&C->best);
}

/* The iteration of cg.h from z = 0, r = p = b and rr = r'r, until ||r|| <= target or until
 * there is another reason to stop, which is returned. Copies the z with the smallest
 * ||r|| to C->best. */
static enum reason iterate(struct cg *C, const struct matrix *A, double rr,
                           double target, struct vector *z)
{
    struct vector *r = &C->r, *p = &C->p, *q = &C->q;
    double least = rr;
    for (int k = 0, stagnant = 0; k < C->limit; k++) {
        spmv(A, p, q); /*                             q = A p                     */
        double pq = vector_dot(A, p, q);
        if (!(pq > 0) || !isfinite(pq))
            return REASON_BREAKDOWN;
        double alpha = rr / pq;    /*                 alpha = r'r / p'A p         */
        vector_axpy(alpha, p, z);  /*                 z = z + alpha p             */
        vector_axpy(-alpha, q, r); /*                 r = r - alpha A p           */
        double new_rr = vector_dot(A, r, r);
        C->iterations++;
        if (!isfinite(new_rr))
            return REASON_BREAKDOWN;
        if (new_rr < least) {
            least = new_rr;
            stagnant = 0;
            vector_scale(1, z, &C->best);
        } else if (++stagnant == STAGNANT_ITERATIONS) {
            return REASON_STAGNATION;
        }
        if (new_rr <= target * target)
            return REASON_CONVERGED;
        double beta = new_rr / rr;  /*                beta = (new r'r) / r'r      */
        vector_aypx(A, beta, r, p); /*                p = r + beta p              */
        rr = new_rr;
    }
    return REASON_ITERATIONS;
}

void cg_solve(struct cg *C, const struct matrix *A, const struct vector *b,
              struct vector *z)
{
    vector_clear(z); /*                               z = 0                       */
    vector_clear(&C->best);
    vector_scale(1, b, &C->r); /*                     r = b                       */
    vector_scale(1, b, &C->p); /*                     p = r                       */
    const double rr = vector_dot(A, b, b), norm = sqrt(rr);
    double target = C->tolerance * (C->rule == BASE_RELATIVE ? norm : 1);
    enum reason reason = REASON_CONVERGED;
    if (!isfinite(rr) || (rr < DBL_MIN && vector_norm(A, b) > 0))
        reason = REASON_BREAKDOWN; /* NaN or Inf, or squares that underflow */
    else if (norm > target)
        reason = iterate(C, A, rr, target, z);
    C->solves++;
    C->reasons[reason]++;
    if (isfinite(rr))
        vector_scale(1, &C->best, z);
    else
        vector_scale(rr, b, z);
}
