/* tests/labs/columns-answer/side_by_side.c - stores slices with implicit columns. */
#include "device.h"
#include "memory.h"
#include <side_by_side.h>

enum { MOST_OFFSETS = 128 };

/* The slice columns of one slice: numbers of both kinds, and the offsets. */
struct choice {
    int implicit, offset[MOST_OFFSETS], explicit;
};

/* The index of x in list[0 .. count-1], or -1. */
static int find(const int *list, int count, int x)
{
    for (int k = 0; k < count; k++)
        if (list[k] == x)
            return k;
    return -1;
}

/* An offset (column - row) becomes implicit if at least half of the rows of the
 * slice have an entry there, and all columns that it touches exist. Only indices
 * are considered, so any matrix is allowed. */
static struct choice choose(const struct csr *A, int first)
{
    int seen[MOST_OFFSETS], rows[MOST_OFFSETS], count = 0;
    const int last = first + SLICE < A->n ? first + SLICE : A->n;
    struct choice c = {0};
    for (int i = first; i < last; i++)
        for (size_t e = A->ptr[i]; e < A->ptr[i + 1]; e++) {
            int k = find(seen, count, A->col[e] - i);
            if (k < 0 && count < MOST_OFFSETS) {
                k = count++;
                seen[k] = A->col[e] - i;
                rows[k] = 0;
            }
            if (k >= 0)
                rows[k]++;
        }
    for (int k = 0; k < count; k++)
        if (2 * rows[k] >= last - first && first + seen[k] >= 0 &&
            first + SLICE + seen[k] <= A->columns + A->halo)
            c.offset[c.implicit++] = seen[k];
    for (int i = first; i < last; i++) {
        int rest = 0;
        for (size_t e = A->ptr[i]; e < A->ptr[i + 1]; e++)
            rest += find(c.offset, c.implicit, A->col[e] - i) < 0;
        c.explicit = rest > c.explicit ? rest : c.explicit;
    }
    return c;
}

/* Stores the rows of each slice side by side, padded with zeros. */
void side_by_side_create(struct side_by_side *S, const struct csr *A,
                         format_set need)
{
    S->slices = (A->n + SLICE - 1) / SLICE;
    const size_t slices = (size_t)S->slices;
    int *offset_start = mem_zero(slices + 1, sizeof(int), "slices");
    int *col_start = mem_zero(slices + 1, sizeof(int), "slices");
    for (int s = 0; s < S->slices; s++) {
        const struct choice c = choose(A, s * SLICE);
        offset_start[s + 1] = offset_start[s] + c.implicit;
        col_start[s + 1] = col_start[s] + c.explicit;
    }
    S->offsets = (size_t)offset_start[slices];
    S->indices = (size_t)col_start[slices] * SLICE;
    S->entries = S->offsets * SLICE + S->indices;
    int *offset = NEW(int, S->offsets + 1, "offsets");
    int *col = mem_zero(S->indices + 1, sizeof(int), "columns of slices");
    double *value = mem_zero(S->entries + 1, sizeof *value, "values of slices");
    for (int s = 0; s < S->slices; s++) {
        const struct choice c = choose(A, s * SLICE);
        const size_t start = (size_t)(offset_start[s] + col_start[s]) * SLICE;
        for (int k = 0; k < c.implicit; k++)
            offset[offset_start[s] + k] = c.offset[k];
        for (int i = s * SLICE; i < A->n && i < (s + 1) * SLICE; i++) {
            const size_t lane = (size_t)(i % SLICE);
            int rest = 0;
            for (size_t e = A->ptr[i]; e < A->ptr[i + 1]; e++) {
                int k = find(c.offset, c.implicit, A->col[e] - i);
                if (k < 0) {
                    col[(size_t)(col_start[s] + rest) * SLICE + lane] = A->col[e];
                    k = c.implicit + rest++;
                }
                value[start + (size_t)k * SLICE + lane] = A->val[e];
            }
            for (; rest < c.explicit;
                 rest++) /* padding reads a column of the row */
                col[(size_t)(col_start[s] + rest) * SLICE + lane] =
                    A->ptr[i] < A->ptr[i + 1] ? A->col[A->ptr[i]] : 0;
        }
    }
    S->offset_start =
        device_upload(offset_start, slices + 1, sizeof(int), "slices");
    S->col_start = device_upload(col_start, slices + 1, sizeof(int), "slices");
    S->offset = device_upload(offset, S->offsets + 1, sizeof(int), "offsets");
    S->col = device_upload(col, S->indices + 1, sizeof(int), "columns of slices");
    store_in_formats(S->value, value, S->entries + 1, need, "values of slices");
}

void side_by_side_free(struct side_by_side *S)
{
    for (int f = 0; f < FORMATS; f++)
        device_free(S->value[f]);
    device_free(S->offset_start);
    device_free(S->col_start);
    device_free(S->offset);
    device_free(S->col);
}
