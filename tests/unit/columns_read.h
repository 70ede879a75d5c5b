/* tests/unit/columns_read.h - the columns of a Krylov basis, copied to the host. */
#ifndef MEMWALL_COLUMNS_READ_H
#define MEMWALL_COLUMNS_READ_H
#include "vector.h"

struct columns_read {
    enum format format;
    int n;
    double *number; /* [columns][n] as stored, without the scales */
    double *scale;  /* [columns][scale_blocks(n)] */
};

/* Copies the first columns of Q, which the caller frees with columns_read_free. */
struct columns_read columns_read(const struct basis *Q, int columns);
void columns_read_free(struct columns_read *C);

/* Entry i of q_j including its scale; the scale alone; and the largest error that
 * storing the entry may cause: for integers half a unit of the scale and the
 * roundings of the conversion, for floating-point formats the unit roundoff (16-bit
 * formats are rounded twice, first to f32). */
double column_entry(const struct columns_read *C, int j, int i);
double column_scale_at(const struct columns_read *C, int j, int i);
double column_error(const struct columns_read *C, int j, int i);
double basis_largest(enum format f); /* the largest integer that a format stores */

/* Half of the smallest positive number of a floating-point format: the largest
 * absolute rounding error of a number near zero. */
double format_least(enum format f);
#endif
