/* common/solver/orthogonality.h - how far the Krylov basis is from orthogonal, step by step.
 *
 *   loss = max_i sum_j |V'V - I|_ij   over the columns stored so far, as they are stored
 *
 * before: with the new vector after one pass of Gram-Schmidt; after: with the vector that
 * the solver goes on with. (CB-GMRES, figure 3.) For studies: each step is done twice, and
 * the basis is held once more, in double, on the host.
 */
#ifndef MEMWALL_ORTHOGONALITY_H
#define MEMWALL_ORTHOGONALITY_H
#include "vector.h"

struct orthogonality {
    double *V;              /* [n * (restart+1)] the stored columns */
    double *row;            /* [restart+1] sum_j |V'V - I|_ij */
    struct vector w;        /* the new vector before the first pass */
    double *before, *after; /* [most] of iteration 1, 2, ... */
    int steps;
};

struct orthogonality orthogonality_create(enum format inner, int n, int restart,
                                          int most);
void orthogonality_free(struct orthogonality *O);

/* orthonormalize(Q, k, w, h), watched. */
double orthogonality_watch(struct orthogonality *O, struct basis *Q, int k,
                           struct vector *w, double *h);
#endif
