/* opt/pad.h - the columns of padding, step 2 of find_columns.h. */
#ifndef MEMWALL_PAD_H
#define MEMWALL_PAD_H
#include <find_columns.h>

/* Gives the rows without an entry of a slice column the column of a row before them, or of
 * the first row with an entry. */
static inline void pad(const struct matrix *A, const struct slice *s, int part,
                       struct slice_column *c)
{
    (void)A, (void)s, (void)part; /* docs/steps/implicit reads them */
    int j = 0;
    if (c->rows == UINT32_MAX)
        return;
    for (int r = SLICE - 1; r >= 0; r--)
        j = c->rows >> r & 1 ? c->j[r] : j;
    for (int r = 0; r < SLICE; r++)
        j = c->j[r] = c->rows >> r & 1 ? c->j[r] : j;
}
#endif
