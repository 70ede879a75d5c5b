/* common/cbgmres/linear_system.h - A x = b and its preconditioner, from a file or a
 * model problem.
 *
 *   right-hand side   sine   b = A x, x_i = sin(i) from i = 1, with ||x||_2 = 1
 *                            (Aliaga et al., IJHPCA 2022)
 *                     ones   b_i = 1
 *                     FILE   a Matrix Market array of one column
 */
#ifndef MEMWALL_LINEAR_SYSTEM_H
#define MEMWALL_LINEAR_SYSTEM_H
#include "blocks.h"
#include "csr.h"
#include "factors.h"
#include "policy.h"

struct linear_system {
    struct matrix A;
    struct vector b;  /* f64 [n] */
    struct precond M; /* the solver owns it after gmres_create and frees it */
    int factors;      /* matrices of the preconditioner */
    struct row_rounding of_factor[2]; /* their rows in i8 */
    double *exact; /* [n] local entries of the solution x; NULL: not known */
    double setup_seconds;
};

/* What linear_system_create needs besides the entries of A. */
struct system_config {
    const struct blocks *rows; /* distribution of the rows */
    const char *rhs;           /* "sine", "ones" or the name of a file */
    enum precond_kind kind;
    const struct policy *policy;
};

/* The size of a whole matrix, and the bytes that this rank needs to read its rows from a file. */
struct system_size {
    int64_t rows, nonzeros; /* of a symmetric file an upper bound of the nonzeros */
    double reading;         /* 0 for a model problem */
};

/* The size of the matrix that `input` names, from the name of the model problem or the
 * header of the file, without the matrix. Wrong input ends the run with one line (fail_all). Collective over comm. */
struct system_size linear_system_size(const char *input, MPI_Comm comm);

/* Returns the matrix that `input` names: a model problem such as lap27:24
 * (generated.h), or else a Matrix Market file. Its remote columns are stored as
 * halo_build expects them. Sets *rows to the distribution of the rows. Wrong input
 * ends the run with one line (fail_all). Collective over comm. */
struct csr linear_system_matrix(const char *input, MPI_Comm comm,
                                struct blocks *rows);

/* Creates the linear system and its preconditioner. A is consumed. The matrix is
 * stored in f64 and in the inner matrix format of the policy. Ends the run with
 * one line if a diagonal entry is zero (jright) or missing, or if a pivot
 * is zero (ilu). Collective over comm. */
struct linear_system linear_system_create(struct csr A,
                                          const struct system_config *config,
                                          MPI_Comm comm);
void linear_system_free(struct linear_system *system); /* all members except M */
#endif
