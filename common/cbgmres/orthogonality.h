/* common/cbgmres/orthogonality.h - monitors the loss of orthogonality of the Krylov
 * basis.
 *
 *   loss = || V'V - I ||_inf = max_i sum_j |V'V - I|_ij
 *
 * V contains the stored columns q_1 .. q_k, converted to f64, and a new column.
 * The loss is measured twice in each step: with the new column after one pass of
 * Gram-Schmidt, and with the column that the solver uses. (Aliaga et al., IJHPCA
 * 2022, figure 3.)
 *
 * The monitor is for studies only. It orthogonalizes every vector twice, and it
 * stores the whole basis in f64 on the host.
 */
#ifndef MEMWALL_ORTHOGONALITY_H
#define MEMWALL_ORTHOGONALITY_H
#include "vector.h"

struct orthogonality {
    double *V;       /* [n * (restart+1)] the columns, one after the other */
    double *row_sum; /* [restart+1] sum_j |V'V - I|_ij over columns of the cycle */
    struct vector w; /* the new vector before the first pass */
    double *before;  /* [most] loss after one pass, in iteration 1, 2, ... */
    double *after;   /* [most] loss with the column that the solver uses */
    int steps;       /* number of iterations so far */
};

/* Creates a monitor for vectors of n local rows in format `inner`, for at most
 * `most` iterations in all. Lack of memory ends the job. The caller frees it. */
struct orthogonality orthogonality_create(enum format inner, int n, int restart,
                                          int most);
void orthogonality_free(struct orthogonality *O);

/* Computes orthonormalize(Q, k, w, h) with the same result (1.5), and records the
 * loss in before[] and after[]. Collective over the ranks of Q. */
double orthogonality_monitor(struct orthogonality *O, struct basis *Q, int k,
                             struct vector *w, double *h);
#endif
