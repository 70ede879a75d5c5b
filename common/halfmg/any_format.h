/* common/halfmg/any_format.h - aypx and dot for vectors of any format. They are
 * the same in all trees; the benchmark does not need them.
 *
 * The vectors are on the level of A, which also provides the communicator and scratch
 * memory. Arithmetic is in double. */
#ifndef MEMWALL_ANY_FORMAT_H
#define MEMWALL_ANY_FORMAT_H
#include "matrix.h"

/* x = z + beta x */
void vector_aypx(const struct matrix *A, double beta, const struct vector *z,
                 struct vector *x);

/* Returns x'y over all ranks. Collective. */
double vector_dot(const struct matrix *A, const struct vector *x,
                  const struct vector *y);
#endif
