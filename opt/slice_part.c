/* opt/slice_part.c - stores the columns of one part of a slice, one byte for an entry where
 * possible. */
#include <slice_part.h>
#include <string.h>

void slice_part_count(const struct matrix *A, struct slice *s, int part,
                      struct arrangement *a)
{
    (void)A;
    s->part[part].narrow = a->columns[part].narrow;
    s->part[part].wide = a->columns[part].count - a->columns[part].narrow;
}

void slice_part_append(struct slice_part *all, struct slice_part *p)
{
    p->first_narrow = all->narrow;
    p->first_wide = all->wide;
    all->narrow += p->narrow;
    all->wide += p->wide;
}

int slice_part_first(const struct slice_part *p)
{
    return p->first_narrow + p->first_wide;
}

void slice_part_store(struct stored_columns *C, const struct matrix *A,
                      const struct slice *s, int part, struct arrangement *a)
{
    (void)A;
    const struct slice_part *p = &s->part[part];
    const struct slice_column *column = a->columns[part].column;
    int *base = C->base + p->first_narrow,
        *index = C->index + (size_t)p->first_wide * SLICE;
    unsigned char *distance = C->distance + (size_t)p->first_narrow * SLICE;
    for (int k = 0; k < p->narrow; k++, distance += SLICE) {
        const int *j = column[k].j;
        base[k] = j[0];
        for (int r = 1; r < SLICE; r++)
            base[k] = j[r] < base[k] ? j[r] : base[k];
        for (int r = 0; r < SLICE; r++)
            distance[r] = (unsigned char)(j[r] - base[k]);
    }
    for (int k = p->narrow; k < p->narrow + p->wide; k++, index += SLICE)
        memcpy(index, column[k].j, sizeof column[k].j);
}

int slice_part_width(const struct slice_part *p)
{
    return p->narrow + p->wide;
}

double slice_part_bytes(const struct slice_part *p)
{
    return p->narrow * (double)(sizeof(int) + SLICE) +
           p->wide * (double)(sizeof(int) * SLICE);
}
