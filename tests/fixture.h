/* tests/fixture.h - one problem twice, for a tree and for the oracle.
 *
 * An array called `whole` contains one number for each global id, on every rank.
 */
#ifndef MEMWALL_FIXTURE_H
#define MEMWALL_FIXTURE_H
#include "columns_read.h"
#include "hierarchy.h"
#include "kernels.h"
#include "oracle.h"

struct fixture {
    struct box g;
    struct hierarchy *h;
    struct oracle A[ORACLE_LEVELS];
};

/* Every rank has a local box of n points. The matrix of each level is stored in
 * every floating-point format, and a vector of format f is multiplied by the values
 * of format f. */
struct fixture fixture_create(const int n[3], enum stencil_values values,
                              enum row_order order);
void fixture_free(struct fixture *F);

/* The global id of row `row`, as stored, of level 0 on this rank. */
int fixture_id(const struct fixture *F, int row);

double noise(int seed, int id); /* in [-1, 1], the same on every rank */
double noise_in(enum format f, int seed, int id); /* the same, rounded to f */

/* The formats in which a matrix can be stored. */
enum { EVERY_FORMAT = 1u << F64 | 1u << F32 | 1u << F16 | 1u << I8 };

/* A vector for level 0, all NaN. */
struct vector fixture_vector(const struct fixture *F, enum format f);

/* Copies of whole arrays, because each copy from or to a device takes 10 us:
 * fixture_fill sets the first `count` entries of x; fixture_read returns the local
 * entries, which the caller frees with mem_free. */
void fixture_fill(struct vector *x, int count, double value);
double *fixture_read(const struct vector *x);

big *whole_create(const struct fixture *F);

/* Fills x with pseudo-random numbers and whole[] with the same numbers, rounded to
 * the format of x. */
void fixture_noise(const struct fixture *F, int seed, struct vector *x, big *whole);

/* vectors_free(&x, &y, ...) and arrays_free(a, b, ...): of any number. */
#define vectors_free(...) vectors_free_all((struct vector *[]){__VA_ARGS__, NULL})
#define arrays_free(...)                     \
    arrays_free_all((void *[]){__VA_ARGS__}, \
                    sizeof((void *[]){__VA_ARGS__}) / sizeof(void *))
void vectors_free_all(struct vector *x[]);
void arrays_free_all(void *array[], size_t count);

/* The larger of a and b, NaN if either is. */
double larger(double a, double b);
#endif
