/* opt/arrange.h - decides which entries of a slice share a slice column. */
#ifndef MEMWALL_ARRANGE_H
#define MEMWALL_ARRANGE_H
#include <layout.h>
#include <stdint.h>

/* The slice columns of one part of a slice. An arrangement has room for any slice of
 * a matrix and is used for one after the other. */
struct arrangement {
    int columns, narrow;  /* slice columns; the first ones are narrow (columns.h) */
    int (*column)[SLICE]; /* [columns] the columns of the entries; padding has the
                                column of an entry in another row */
    uint32_t *rows;       /* [columns] bit r: row r has an entry */
    int *place;           /* [entries of the slice] the slice column of each entry,
                                or -1 if it belongs to another part */
    int *number;          /* [columns] scratch, also for the caller */
    /* The rest is used inside of arrange.c only. */
    int (*found)[SLICE], longest;
    uint32_t *found_rows;
};

/* Returns `count` arrangements for the slices of L with the entries E, for as many
 * threads. The caller frees them with arrangements_free. */
struct arrangement *arrangements_create(const struct csr *E, const struct layout *L,
                                        int count);
void arrangements_free(struct arrangement *a, int count);

/* Arranges the entries of one part of slice s. */
void arrange(const struct matrix *A, const struct csr *E, const struct slice *s,
             enum part part, struct arrangement *a);
#endif
