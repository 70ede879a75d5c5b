/* tests/unit/numbers.h - pseudo-random numbers, arrays of vectors, and the smallest matrix, for the unit tests. */
#ifndef MEMWALL_NUMBERS_H
#define MEMWALL_NUMBERS_H
#include "copies.h"
#include "kernels.h"
#include "oracle.h" /* big */

double noise(int seed, int id); /* in [-1, 1], the same on every rank */
double noise_in(enum format f, int seed, int id); /* the same, rounded to f */

/* The formats in which a matrix can be stored. */
enum { EVERY_FORMAT = 1u << F64 | 1u << F32 | 1u << F16 | 1u << I8 };

/* Copies of whole arrays, because each copy from or to a device takes 10 us:
 * numbers_fill sets the first `count` entries of x; numbers_read returns the local
 * entries, which the caller frees with mem_free. */
void numbers_fill(struct vector *x, int count, double value);
double *numbers_read(const struct vector *x);

/* Returns the identity in f64, with n rows on each rank. The caller frees it with matrix_free. */
struct matrix identity_create(int n);

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
