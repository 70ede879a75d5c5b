/* common/krylov/precond.h - the preconditioner of GMRES, z = M^-1 r, as an interface.
 *
 * GMRES knows of a preconditioner what this struct says. multigrid.h creates one
 * from a V-cycle, factors.h one from a product of matrices.
 */
#ifndef MEMWALL_PRECOND_H
#define MEMWALL_PRECOND_H
#include "matrix.h"

/* All members 0: M = I. */
struct precond {
    /* z = M^-1 r, then w = A z unless w is NULL: a preconditioner that ends with a sweep
     * over A may compute a part of w in it. A is a view of the matrix of GMRES. r: [n] in
     * the format q or the format of the Krylov vectors; z: [n + halo] in the format z; w: [n]
     * in the format of the Krylov vectors. Collective. */
    void (*apply)(void *data, const struct vector *r, struct vector *z,
                  const struct matrix *A, struct vector *w);
    void (*release)(void *data); /* frees data */
    void *data;                  /* the first argument of both functions */
    enum format q, z;            /* the formats of r and z */
    double flops;                /* of one application, over all ranks */
};

/* The formats of r and z; `inner` is the format of the Krylov vectors; without M both have it. */
enum format precond_format_q(const struct precond *M, enum format inner);
enum format precond_format_z(const struct precond *M, enum format inner);

/* z = M^-1 r, then w = A z unless w is NULL, as apply. */
void precond_apply(const struct precond *M, const struct vector *r,
                   struct vector *z, const struct matrix *A, struct vector *w);
void precond_free(struct precond *M);
#endif
