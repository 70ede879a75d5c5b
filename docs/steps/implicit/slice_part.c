/* docs/steps/implicit/slice_part.c - stores no column where those of a slice are consecutive. */
#include <slice_part.h>
#include <string.h>

/* The columns that rows of color c may read at any time in this part: those of earlier
 * colors in L, those of later ones in U. */
struct range {
    int first, last;
};

static struct range readable(const struct matrix *A, const struct slice *s,
                             int part)
{
    if (!A->sweeps)
        return (struct range){0, A->columns - 1};
    if (part == LOWER)
        return (struct range){0, layout_color_row(A, s->color) - 1};
    return (struct range){layout_color_row(A, s->color + 1), A->columns - 1};
}

/* The column of row 0 if the slice column has its entries in consecutive columns and if
 * rows without an entry may read theirs; else -1. */
static int implicit_base(const struct slice_column *column, const struct slice *s,
                         struct range readable)
{
    int first = 0;
    while (!(column->rows >> first & 1))
        first++;
    const int base = column->j[first] - first;
    for (int r = first; r < s->rows; r++)
        if (column->rows >> r & 1 && column->j[r] != base + r)
            return -1;
    return base >= readable.first && base + s->rows - 1 <= readable.last ? base
                                                                         : -1;
}

/* Puts the implicit slice columns first. Returns how many there are. */
static int sort_implicit(const struct slice *s, struct range range, int part,
                         struct arrangement *a)
{
    struct slice_columns *c = &a->columns[part];
    int implicit = 0, others = 0;
    for (int k = 0; k < c->count; k++)
        c->number[k] = k < c->narrow && implicit_base(&c->column[k], s, range) >= 0
                           ? implicit++
                           : -1;
    for (int k = 0; k < c->count; k++)
        if (c->number[k] < 0)
            c->number[k] = implicit + others++;
    if (others > 0)
        arrange_again(a, part);
    return implicit;
}

void slice_part_count(const struct matrix *A, struct slice *s, int part,
                      struct arrangement *a)
{
    const struct slice_columns *c = &a->columns[part];
    struct slice_part *p = &s->part[part];
    p->implicit = sort_implicit(s, readable(A, s, part), part, a);
    p->narrow = c->narrow - p->implicit;
    p->wide = c->count - c->narrow;
}

void slice_part_append(struct slice_part *all, struct slice_part *p)
{
    p->first_base = all->implicit + all->narrow;
    p->first_narrow = all->narrow;
    p->first_wide = all->wide;
    all->implicit += p->implicit;
    all->narrow += p->narrow;
    all->wide += p->wide;
}

int slice_part_first(const struct slice_part *p)
{
    return p->first_base + p->first_wide;
}

void slice_part_store(struct stored_columns *C, const struct matrix *A,
                      const struct slice *s, int part, struct arrangement *a)
{
    const struct range range = readable(A, s, part);
    const struct slice_part *p = &s->part[part];
    int *base = C->base + p->first_base,
        *index = C->index + (size_t)p->first_wide * SLICE;
    unsigned char *distance = C->distance + (size_t)p->first_narrow * SLICE;
    const int wide = p->implicit + p->narrow;
    sort_implicit(s, range, part, a);
    const struct slice_column *column = a->columns[part].column;
    for (int k = 0; k < p->implicit; k++)
        base[k] = implicit_base(&column[k], s, range);
    for (int k = p->implicit; k < wide; k++) {
        const int *j = column[k].j;
        base[k] = j[0];
        for (int r = 1; r < SLICE; r++)
            base[k] = j[r] < base[k] ? j[r] : base[k];
        for (int r = 0; r < SLICE; r++)
            *distance++ = (unsigned char)(j[r] - base[k]);
    }
    for (int k = wide; k < wide + p->wide; k++, index += SLICE)
        memcpy(index, column[k].j, sizeof column[k].j);
}

int slice_part_width(const struct slice_part *p)
{
    return p->implicit + p->narrow + p->wide;
}

double slice_part_bytes(const struct slice_part *p)
{
    return (p->implicit + p->narrow) * (double)sizeof(int) +
           p->narrow * (double)SLICE + p->wide * (double)(sizeof(int) * SLICE);
}
