/* docs/steps/implicit/columns.h - how the columns of the entries of L and U are stored: none
 * where they are consecutive.
 *
 *   implicit slice column   base: row r has an entry in column base + r
 *   narrow slice column     base and offset[r]: row r has an entry in column base + offset[r]
 *   wide slice column       index[r]: the column itself
 *
 *              | implicit | narrow | wide slice columns |   of a part of a slice
 *   base       one number each
 *   offset                 SLICE bytes each
 *   index                           SLICE numbers each
 *
 * A padding zero of an implicit slice column is multiplied by x in column base + r. In a
 * sweep this is a column of an earlier color in L and of a later one in U (pad.h).
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
enum column_kind { IMPLICIT, NARROW, WIDE, KINDS, CONSECUTIVE = IMPLICIT };

struct slice_part { /* as in opt/columns.h */
    int count[KINDS], first[KINDS];
};

struct stored_columns {
    int *base;             /* [implicit and narrow slice columns] */
    unsigned char *offset; /* [narrow slice columns * SLICE] */
    int *index;            /* [wide slice columns * SLICE] */
};

/* As in opt/columns.h. */
double *columns_store(const struct matrix *A, const struct csr *E,
                      struct layout *layout);
void columns_free(struct stored_columns *c);
int slice_part_width(const struct slice_part *p);
double slice_part_bytes(const struct slice_part *p);
#endif
