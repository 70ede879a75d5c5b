/* opt/arrange.h - decides which entries of a slice share a slice column. */
#ifndef MEMWALL_ARRANGE_H
#define MEMWALL_ARRANGE_H
#include <layout.h>
#include <stdint.h>

/* The entries of a slice and their slice columns. An arrangement has room for any slice
 * of a matrix and is used for one after the other. */
struct arrangement {
    unsigned char *part; /* [entries of the slice, as in the CSR matrix] LOWER or UPPER,
                            or PARTS for an entry of D or H */
    int *k;              /* [entries] its slice column in this part */

    struct slice_columns { /* of L and of U */
        int count, narrow; /* the narrow slice columns are the first ones (columns.h) */
        struct slice_column {
            int j[SLICE];  /* the columns of the entries; padding has the column of an
                              entry in another row */
            uint32_t rows; /* bit r: row r has an entry */
        } * column;        /* [count] */
        int *number;       /* [count] scratch, also for the caller */
        struct slice_column *unsorted; /* scratch of arrange.c */
        int room;
    } columns[PARTS];
};

/* Returns `count` arrangements, for as many threads and the slices of L with the entries
 * E. The caller frees them with arrangements_free. */
struct arrangement *arrangements_create(const struct csr *E, const struct layout *L,
                                        int count);
void arrangements_free(struct arrangement *a, int count);

/* Arranges the entries of slice s. */
void arrange(const struct matrix *A, const struct csr *E, const struct slice *s,
             struct arrangement *a);
#endif
