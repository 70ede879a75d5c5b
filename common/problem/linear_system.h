/* common/problem/linear_system.h - A x = b from a file or a model problem, with a preconditioner.
 *
 *   right-hand side   sine   b = A x, x_i = sin(i), i = 1 .. n, scaled to ||x||_2 = 1
 *                            (the protocol of CB-GMRES)
 *                     ones   b_i = 1
 *                     FILE   a Matrix Market array
 *
 * With jleft the system solved is D^-1 A x = D^-1 b.
 */
#ifndef MEMWALL_LINEAR_SYSTEM_H
#define MEMWALL_LINEAR_SYSTEM_H
#include "blocks.h"
#include "precond.h"

struct linear_system {
    struct hierarchy *h; /* the matrix, the only level, and b */
    struct precond M;    /* becomes the solver's */
    double *exact;       /* local rows of the solution; NULL when it is not known */
};

/* The matrix that `input` names, as halo_build wants it: lap27:24 and its like
 * (generated.h), else a Matrix Market file. A mistake ends the run with one line.
 * Collective. */
struct csr linear_system_matrix(const char *input, MPI_Comm comm, struct blocks *rows);

/* The system; A is consumed. kind: any but multigrid. A zero on the diagonal (jright,
 * jleft), a missing diagonal entry or a zero pivot (ilu) ends the run with one line.
 * Collective. */
struct linear_system linear_system_create(struct csr A, const struct blocks *rows,
                                          const char *rhs, enum precond_kind kind,
                                          const struct policy *policy, MPI_Comm comm);
void linear_system_free(struct linear_system *S); /* but for M */
#endif
