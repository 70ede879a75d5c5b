/* opt/find_columns.h - the way of the entries of CSR rows into a slice, in five steps.
 *
 * An example: a slice of 4 rows (others have 32) whose entries are all in U.
 *
 *   row   columns in CSR     1. slice columns    2. padded            4. stored
 *    0     4  500    9        4    9   500        4    9    500       4 + 0   9 + 0   500
 *    1     5                  5    .     .        5   (9)  (500)      4 + 1   9 + 0   500
 *    2     6   90   11        6   11    90        6   11     90       4 + 2   9 + 2    90
 *    3     7   12             7   12     .        7   12    (90)      4 + 3   9 + 3    90
 *
 *   1. find_columns.c decides which entries share a slice column. It compares the columns of
 *      entries and nothing else, so that it accepts any matrix.
 *   2. It gives each row without an entry the column of another row (pad.h). The value
 *      of this padding is zero.
 *   3. Narrow slice columns (columns.h) come first, as the first two do here.
 *   4. A narrow slice column is stored as a base and an offset of one byte for each row, a
 *      wide one as the columns themselves.
 *   5. Values are stored in the same order.
 *
 * columns.c takes the steps 3 to 5.
 */
#ifndef MEMWALL_FIND_COLUMNS_H
#define MEMWALL_FIND_COLUMNS_H
#include <layout.h>
#include <stdint.h>

enum { TRACKED = 128 }; /* the most slice columns of a pass (find_columns.c) */

/* The slice columns of a slice. Each thread has enough memory for any slice of the matrix.
 *
 * Rows with entries on the same diagonals (column - row) have them in the same slice columns.
 * The first of these rows, their model, has the list of the slice columns for all. */
struct slice_columns {
    int rows, models;
    struct row {
        int r, count;
        const int *col;      /* [count] as in the CSR matrix */
        struct place *place; /* [count] */
        uint32_t same; /* of a model: bit r means that row r has its diagonals */
    } row[SLICE];      /* [rows] */
    struct row *model[SLICE]; /* [models] */

    struct part_columns { /* of L and of U */
        int count;
        struct slice_column {
            int j[SLICE];  /* the columns of the entries and of padding */
            uint32_t rows; /* bit r: row r has an entry */
            enum column_kind kind;
            int position; /* in the part; narrow ones come first */
        } * column;       /* [count] */
    } columns[PARTS];

    struct place {
        int part; /* LOWER, UPPER, or PARTS for an entry of D or H */
        int k;    /* the slice column in this part */
    } * place;    /* memory for the lists of the models */
};

/* Steps 1 and 2: finds the rows of slice s, their models and their slice columns, padded. */
void find_columns(const struct matrix *A, const struct csr *E,
                  const struct slice *s, struct slice_columns *c);
#endif
