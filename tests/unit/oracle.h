/* tests/unit/oracle.h - the benchmark once more: dense, long double, from the equations.
 *
 * It was written only from the specification of HPG-MxP and shares no line with
 * common or ref. Each rank stores the whole problem, numbered by global id. An
 * entry of the matrix is a function of two ids, defined for all pairs; a row lists
 * the pairs for which it is not zero.
 *
 *   global id    (z gy + y) gx + x
 *   owner        the rank whose box contains the point; ranks count x fastest
 *   turn         the rows in the order of the sweep, rank after rank
 */
#ifndef MEMWALL_ORACLE_H
#define MEMWALL_ORACLE_H
#include <stddef.h>

typedef long double big;

enum oracle_values { ORACLE_SYMMETRIC, ORACLE_CONVECTION, ORACLE_NONSYMMETRIC };
enum { ORACLE_LEVELS = 4 };

/* The order of a sweep: the natural one, or the eight parity classes one after the
 * other, with the class of the coarse points (even, even, even) at this position. */
enum oracle_order {
    ORACLE_NATURAL,
    ORACLE_COARSE_FIRST,
    ORACLE_COARSE_MIDDLE,
    ORACLE_COARSE_LAST
};

struct oracle {
    enum oracle_values values;
    int extent[3], box[3]; /* sides of the global box, of the box of a rank */
    int n;
    size_t *first; /* [n+1] */
    int *col;      /* ascending within a row */
    big *val;
    int *owner, *turn;
    int coarse_n; /* points of the next level, 0 on the coarsest */
    int *fine;    /* [coarse_n] their ids on this level */
};

/* All levels for p[0] x p[1] x p[2] ranks with n[0] x n[1] x n[2] points each. */
void oracle_create(struct oracle A[ORACLE_LEVELS], const int p[3], const int n[3],
                   enum oracle_values values, enum oracle_order order);
void oracle_free(struct oracle A[ORACLE_LEVELS]);

/* Id of row `local` (x fastest) of a rank. */
int oracle_id(const struct oracle *A, int rank, int local);

/* z = M^-1 r on level l. */
void oracle_vcycle(const struct oracle A[ORACLE_LEVELS], int l, const big *r,
                   big *z);

struct oracle_outcome {
    int iterations, converged;
    big first, last;
};

/* GMRES(m), right preconditioned, with initial guess x. history[k] is the
 * estimate after iteration k relative to the initial residual. */
struct oracle_outcome oracle_gmres(const struct oracle A[ORACLE_LEVELS],
                                   const big *b, big *x, int m, big tolerance,
                                   int limit, big *history);
#endif
