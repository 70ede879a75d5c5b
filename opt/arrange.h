/* opt/arrange.h - decides which entries of a slice share a slice column. */
#ifndef MEMWALL_ARRANGE_H
#define MEMWALL_ARRANGE_H
#include <layout.h>
#include <stdint.h>

/* The slice columns of one part of a slice, and its entries. An arrangement has room
 * for any slice of a matrix and is used for one after the other. */
struct arrangement {
    int columns, narrow;  /* slice columns; the first ones are narrow (columns.h) */
    int (*column)[SLICE]; /* [columns] the columns of the entries; padding has the
                             column of an entry in another row */
    uint32_t *rows;       /* [columns] bit r: row r has an entry */
    int *number;          /* [columns] scratch, also for the caller */

    int entries;
    struct arranged {
        size_t
            e; /* entry e of the CSR matrix, in row r of the slice and column j */
        int r, j;
        int k; /* its slice column */
    } * entry; /* [entries] in the order of the CSR matrix */

    /* The rest is used inside of arrange.c only. */
    int (*found)[SLICE], longest;
    uint32_t *found_rows;
};

/* Returns `count` arrays of PARTS arrangements each, for as many threads and the
 * slices of L with the entries E. The caller frees them with arrangements_free. */
struct arrangement *arrangements_create(const struct csr *E, const struct layout *L,
                                        int count);
void arrangements_free(struct arrangement *a, int count);

/* Arranges the entries of each part of slice s. a: array [PARTS] */
void arrange(const struct matrix *A, const struct csr *E, const struct slice *s,
             struct arrangement *a);
#endif
