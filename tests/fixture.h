/* tests/fixture.h - one problem twice: as a tree's hierarchy and as the oracle's.
 *
 * A `whole` array holds a number for each global id, on every rank.
 */
#ifndef MEMWALL_FIXTURE_H
#define MEMWALL_FIXTURE_H
#include "blocks.h"
#include "kernels.h"
#include "oracle.h"

struct fixture {
    struct grid g;
    struct hierarchy *h;
    struct oracle A[ORACLE_LEVELS];
};

/* Local box n on all ranks; every level's matrix is kept in every floating point format,
 * and vectors of format f are multiplied by the one of format f. */
struct fixture fixture_create(const int n[3], enum stencil_values values,
                              enum row_order order);
void fixture_free(struct fixture *F);

/* From here on vectors of format f are multiplied by the matrix of format matrix[f]. */
void fixture_use(const struct fixture *F, const enum format matrix[FORMATS]);

/* Global id of a stored row of level l on this rank. */
int fixture_id(const struct fixture *F, int l, int row);

double noise(int seed, int id);                   /* in [-1, 1], the same on every rank */
double noise_in(enum format f, int seed, int id); /* the same, rounded to f */

/* Half of the smallest positive number of a floating point format: what rounding may cost
 * whatever the size of the number. */
double fixture_least(enum format f);

/* A vector for level l with halo values that are NaN. */
struct vector fixture_vector(const struct fixture *F, int l, enum format f);

big *whole_create(const struct fixture *F, int l);

/* Noise into x; what x then holds, rounded to its format, into whole. */
void fixture_noise(const struct fixture *F, int l, int seed, struct vector *x,
                   big *whole);
void fixture_set(const struct fixture *F, int l, const big *whole, struct vector *x);
void fixture_gather(const struct fixture *F, int l, const struct vector *x, big *whole);

/* max_i |x_i - whole_i| / (bound_i + unit |whole_i| + fixture_least); NaN if one is. */
double fixture_error(const struct fixture *F, int l, const struct vector *x,
                     const big *whole, const big *bound, double unit);

/* Entry i of q_j, scale and all, and the most by which storing may have changed it: half a
 * unit of its scale (integers: and the roundings on the way there), or the roundoff of the
 * format (16 bits: twice rounded, by way of f32). */
double basis_entry(const struct basis *Q, int j, int i);
double basis_scale(const struct basis *Q, int j, int i);
double basis_error(const struct basis *Q, int j, int i);
double basis_largest(enum format f); /* the largest integer that is stored */

/* Puts another matrix in the place of level l's. The matrix has local columns only, or
 * all those of the level's; rows in stored order. */
void fixture_replace(const struct fixture *F, int l, struct csr matrix);

/* Level l's matrix, generated again, halo columns in place, rows in stored order. */
struct csr fixture_matrix(const struct fixture *F, int l, enum stencil_values values);

/* A matrix of which every rank can tell every entry, so that nobody need ask. */
struct entrywise {
    int64_t rows, columns;
    int (*entry)(const void *of, int64_t i, int64_t j, big *a); /* is there one? */
    const void *of;
};

/* This rank's rows of it, dealt as R says, columns as C says and as halo_build wants them. */
struct csr entrywise_rows(const struct entrywise *A, const struct blocks *R,
                          const struct blocks *C);

/* Row i times the x of all columns; the sum of the magnitudes, and of how many terms. */
big entrywise_product(const struct entrywise *A, int64_t i, const double *x, big *size,
                      int *terms);

/* The larger of a and b, NaN if either is. */
double larger(double a, double b);
#endif
