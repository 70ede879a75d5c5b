/* tests/unit/copies.h - the columns of a Krylov basis and entries of vectors, copied to the host. */
#ifndef MEMWALL_COPIES_H
#define MEMWALL_COPIES_H
#include "vector.h"

struct basis_copy {
    enum format format;
    int n;
    double *number; /* [columns][n] as stored, without the scales */
    double *scale;  /* [columns][scale_blocks(n)] */
};

/* Copies the first columns of Q, which the caller frees with basis_copy_free. */
struct basis_copy basis_copy(const struct basis *Q, int columns);
void basis_copy_free(struct basis_copy *C);

/* Entry i of q_j including its scale; the scale itself; and the largest error that
 * storing the entry may cause: for integers half a unit of the scale and the
 * roundings of the conversion, for floating-point formats the unit roundoff (16-bit
 * formats are rounded twice, first to f32). */
double column_entry(const struct basis_copy *C, int j, int i);
double column_scale_at(const struct basis_copy *C, int j, int i);
double column_error(const struct basis_copy *C, int j, int i);
double basis_largest(enum format f); /* the largest integer that a format stores */

/* Half of the smallest positive number of a floating-point format: the largest
 * absolute rounding error of a number near zero. */
double format_least(enum format f);

/* Load or store entry i. */
static inline double vector_get(const struct vector *x, int i)
{
    double value;
    vector_read(x, i, 1, &value);
    return value;
}
static inline void vector_set(struct vector *x, int i, double value)
{
    vector_write(x, i, 1, &value);
}
#endif
