/* opt/arrangement.h - the entries of a slice and their slice columns (arrange.h finds them). */
#ifndef MEMWALL_ARRANGEMENT_H
#define MEMWALL_ARRANGEMENT_H
#include <layout.h>
#include <stdint.h>

enum { TRACKED = 128 }; /* at most so many slice columns of a pass (arrange.c) */

/* The entries of a slice and their slice columns. It has room for any slice of a matrix, one after the
 * other: arrange finds the slice columns, arrangement_sort orders them, arrange_values stores the values.
 *
 * Rows with the same offsets (column - row) have their entries in the same slice columns.
 * The first of them, their model, has the list of these slice columns for all. */
struct arrangement {
    int rows, models;
    struct row {
        int r, count;
        const int *col; /* [count] as in the CSR matrix */
        unsigned char
            *part;     /* [count] LOWER, UPPER, or PARTS for an entry of D, H */
        int *k;        /* [count] the slice column in this part */
        uint32_t same; /* of a model: bit r means row r has its offsets */
    } row[SLICE];      /* [rows] */
    struct row *model[SLICE]; /* [models] */

    struct slice_columns { /* of L and of U */
        int count, narrow; /* the narrow slice columns come first (columns.h) */
        struct slice_column {
            /* The columns of the entries; padding has that of an entry in another row. */
            int j[SLICE];
            uint32_t rows; /* bit r: row r has an entry */
        } * column;        /* [count] */
        int *number;       /* [count] (arrange_again) */
    } columns[PARTS];

    /* Memory for what the rows point to, and for arrange_again. */
    unsigned char *part;
    int *k;
    struct slice_column *unsorted;
};

/* Returns `count` arrangements, for as many threads and the slices of a layout with the entries
 * E. The caller frees them with arrangements_free. */
struct arrangement *arrangements_create(const struct csr *E,
                                        const struct layout *layout, int count);
void arrangements_free(struct arrangement *a, int count);

/* Pads the slice columns of a part and makes the narrow ones (columns.h) the first ones. */
void arrangement_sort(struct arrangement *a, int part);

/* Makes each slice column k of a part slice column number[k]. */
void arrange_again(struct arrangement *a, int part);

/* Stores the values of slice s and the zeros of its padding; those of a part begin at
 * to[part]. */
void arrange_values(const struct csr *E, const struct slice *s,
                    const struct arrangement *a, double *const to[PARTS]);
#endif
