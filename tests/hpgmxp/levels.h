/* tests/hpgmxp/levels.h - the benchmark's levels twice, for a tree and for the oracle.
 *
 * An array called `whole` contains one number for each global id, on every rank.
 */
#ifndef MEMWALL_LEVELS_H
#define MEMWALL_LEVELS_H
#include "hierarchy.h"
#include "numbers.h"

struct levels {
    struct box g;
    struct hierarchy *h;
    struct oracle A[ORACLE_LEVELS];
};

/* Every rank has a local box of n points. The matrix of each level is stored in
 * every floating-point format, and a vector of format f is multiplied by the values
 * of format f. */
struct levels levels_create(const int n[3], enum stencil_values values,
                            enum row_order order);
void levels_free(struct levels *L);

/* The global id of row `row`, as stored, of level 0 on this rank. */
int levels_id(const struct levels *L, int row);

/* A vector for level 0, all NaN. */
struct vector levels_vector(const struct levels *L, enum format f);

big *whole_create(const struct levels *L);

/* Fills x with pseudo-random numbers and whole[] with the same numbers, rounded to
 * the format of x. */
void levels_noise(const struct levels *L, int seed, struct vector *x, big *whole);
#endif
