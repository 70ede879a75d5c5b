/* tests/checker/rows.h - what each row of a result must be, in long double, and its bound.
 *
 * A call describes one call of a kernel by copies of its arguments as doubles. The
 * functions return the exact value of row i of the result for these arguments and a
 * bound of the rounding errors of any order of summation.
 */
#ifndef CHECKER_ROWS_H
#define CHECKER_ROWS_H
#include "tests/unit/copies.h"
#include "problem.h"

typedef long double big;

struct call {
    const char *kernel;
    int index; /* of the kernel, for sums */
    const struct checked_matrix *M;
    int level;
    enum format v, s, result;  /* the pair REAL, STORE; of the result */
    const double *x, *b, *old; /* operands, x and old with the entries of other ranks;
                                  `old`: the result before the call */
    const double *got;         /* the result after the call */
    double alpha;
    int constant;          /* 1: as if the matrix had the entries 26 and -1 */
    const struct basis_copy *Q; /* basis kernels: k columns, coefficients h */
    const double *h;
    int k;
};

struct expected {
    big value, bound;
};
typedef struct expected row_function(const struct call *c, int i);

row_function row_product, row_residual, row_sweep, row_swept, row_jacobi,
    row_jacobi_zero, row_restrict, row_add_product, row_scaled, row_sum, row_stored,
    row_combined, row_split, row_left;

/* The unit roundoff of the sums of a call, which are in double if a format of the
 * pair is f64; or a format's unit roundoff, if that is larger. */
double unit_arithmetic(const struct call *c);
double unit_of(const struct call *c, enum format f);
#endif
