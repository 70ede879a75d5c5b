/* opt/implicit/columns.h - how the columns of the entries of L and U are stored: none
 * where they are consecutive.
 *
 *   implicit slice column   base: row r has an entry in column base + r
 *   narrow slice column     base and distance[r]: row r has one in base + distance[r]
 *   wide slice column       index[r]: the column itself
 *
 *              | implicit | narrow | wide slice columns |   of a part of a slice
 *   base       one number each
 *   distance               SLICE bytes each
 *   index                           SLICE numbers each
 *
 * Differs from opt: consecutive rows of a stencil matrix have their entries in
 * consecutive columns, also after they were sorted by color. Then no index is stored
 * and x is loaded contiguously. The rules of the benchmark do not say whether a matrix
 * may be stored without the indices of its entries.
 */
#ifndef MEMWALL_COLUMNS_H
#define MEMWALL_COLUMNS_H
#include <stddef.h>

struct csr;
struct layout;
struct matrix;

enum part { LOWER, UPPER, PARTS };

struct slice_part {
    int implicit, narrow, wide;               /* slice columns of each kind */
    int first_base, first_narrow, first_wide; /* slice columns before them, in all
                                                 slices; first_base: with a base */
};

struct stored_columns {
    int *base;                         /* [implicit and narrow slice columns] */
    unsigned char *distance;           /* [narrow slice columns * SLICE] */
    int *index;                        /* [wide slice columns * SLICE] */
    size_t narrow[PARTS], wide[PARTS]; /* slice columns of all slices */
};

/* As in opt/columns.h. */
double *columns_store(const struct matrix *A, const struct csr *E,
                      struct layout *L);
void columns_free(struct stored_columns *c);
double columns_bytes(const struct layout *L, enum part part);
size_t columns_cost(size_t entries);
#endif
