/* docs/steps/implicit/pad.h - the columns of padding: consecutive where possible. */
#ifndef MEMWALL_PAD_H
#define MEMWALL_PAD_H
#include <find_columns.h>

/* The columns that rows of a color may read at any time in this part: columns of earlier
 * colors in L, of later colors in U. */
struct range {
    int first, last;
};

static inline struct range readable(const struct matrix *A, const struct slice *s,
                                    int part)
{
    if (!A->sweeps)
        return (struct range){0, A->columns - 1};
    if (part == LOWER)
        return (struct range){0, layout_color_row(A, s->color) - 1};
    return (struct range){layout_color_row(A, s->color + 1), A->columns - 1};
}

/* Makes all columns consecutive if those of the entries are, and if the rows without an
 * entry may read theirs. Else these rows get the column of a row before them, or of the first
 * row with an entry, as in opt. */
static inline void pad(const struct matrix *A, const struct slice *s, int part,
                       struct slice_column *c)
{
    const struct range range = readable(A, s, part);
    const int first = __builtin_ctz(c->rows), base = c->j[first] - first;
    int implicit = base >= range.first && base + s->rows - 1 <= range.last;
    for (int r = first; r < s->rows; r++)
        implicit &= !(c->rows >> r & 1) || c->j[r] == base + r;
    int j = c->j[first];
    for (int r = 0; r < SLICE; r++) {
        j = c->rows >> r & 1 ? c->j[r] : j;
        c->j[r] = implicit ? base + r : j;
    }
}
#endif
