/* opt/slots.c - finds the slots of each slice from the indices alone, and fills them.
 *
 * A slot of a run holds the entries of one offset (column - row, or whatever the slice
 * counts from and steps by). An offset becomes a run where at least half of the rows of
 * the slice have it and all the columns it would touch are safe; the other entries share
 * slots with explicit columns. Of the three steps a transfer's slice takes the one that
 * leaves it the fewest slots, and of these the one with the most runs.
 *
 * cost of the set-up: two passes over the matrix, the second one writes the values; of a
 * transfer four.
 */
#include <layout.h>
#include "memory.h"
#include <string.h>

enum { MOST_OFFSETS = 128, BLOCK = 256, BUCKETS = 4096 };

struct tally { /* the offsets of one part of a slice */
    int count, hint, entries;
    int offset[MOST_OFFSETS], rows[MOST_OFFSETS];
};

struct survey { /* what one part of a slice needs */
    int runs, slots;
    int offset[MOST_OFFSETS];
};

/* Rows by colour: the columns of earlier colours are those before the colour. */
static enum part part_of(const struct cut *C, int i, int begin, int j)
{
    if (!C->sweeps)
        return UPPER;
    return (C->row ? C->front_of[j] < C->front_of[i] : j < begin) ? LOWER : UPPER;
}

/* Entries that stand in D or in H, not in a slot. */
static int elsewhere(const struct cut *C, int i, int j)
{
    return j >= C->columns || (C->square && j == i);
}

/* What the offset of a run is counted from in row r of a slice. */
static int begin_of(const struct slice *s, int r)
{
    return s->base + step_by(s->step, r);
}

static int colour_begin(const struct cut *C, int i)
{
    return C->first[C->front_of[i]];
}

static int row_at(const struct cut *C, int position)
{
    return C->row ? C->row[position] : position;
}

/* The place of `offset` among `count` offsets; rows repeat each other, so it is most
 * often the one after the last found. -1 when there is none. */
static int find_offset(const int *list, int count, int *hint, int offset)
{
    if (*hint < count && list[*hint] == offset)
        return (*hint)++;
    for (int k = 0; k < count; k++)
        if (list[k] == offset) {
            *hint = k + 1;
            return k;
        }
    return -1;
}

static void tally_add(struct tally *t, int offset)
{
    t->entries++;
    int k = find_offset(t->offset, t->count, &t->hint, offset);
    if (k < 0) {
        if (t->count == MOST_OFFSETS)
            return; /* it will be explicit */
        k = t->count++;
        t->offset[k] = offset;
        t->rows[k] = 0;
        t->hint = t->count;
    }
    t->rows[k]++;
}

/* The offsets of t that become runs of slice s; returns the entries that are left. */
static int choose_runs(const struct tally *t, enum part part, const struct cut *C,
                       const struct slice *s, struct survey *v)
{
    int front = C->front_of[s->row];
    int safe = part == LOWER || !C->sweeps ? 0 : C->first[front + 1];
    int end = part == LOWER ? C->first[front] : C->columns;
    int touched = s->step == STEP_TWO ? 2 * s->rows : s->rows; /* by whole vectors */
    int left = t->entries;
    v->runs = 0;
    for (int k = 0; k < t->count; k++) {
        int64_t from = (int64_t)s->base + t->offset[k];
        if (2 * t->rows[k] >= s->rows && from >= safe && from + touched <= end) {
            v->offset[v->runs++] = t->offset[k];
            left -= t->rows[k];
        }
    }
    v->slots = v->runs;
    return left;
}

/* The most entries that a row of s has outside the runs. */
static void widest_rest(const struct csr *A, const struct cut *C, const struct slice *s,
                        struct survey v[PARTS])
{
    int widest[PARTS] = {0, 0}, hint[PARTS] = {0, 0};
    const int begin = colour_begin(C, row_at(C, s->row));
    for (int r = 0; r < s->rows; r++) {
        int i = row_at(C, s->row + r), rest[PARTS] = {0, 0};
        for (size_t e = A->ptr[i]; e < A->ptr[i + 1]; e++) {
            int j = A->col[e];
            if (elsewhere(C, i, j))
                continue;
            enum part p = part_of(C, i, begin, j);
            rest[p] +=
                find_offset(v[p].offset, v[p].runs, &hint[p], j - begin_of(s, r)) < 0;
        }
        for (int p = 0; p < PARTS; p++)
            widest[p] = rest[p] > widest[p] ? rest[p] : widest[p];
    }
    for (int p = 0; p < PARTS; p++)
        v[p].slots = v[p].runs + widest[p];
}

static void survey_step(const struct csr *A, const struct cut *C, const struct slice *s,
                        int want_runs, struct survey v[PARTS])
{
    v[LOWER].runs = v[UPPER].runs = 0;
    if (want_runs) {
        struct tally t[PARTS];
        const int begin = colour_begin(C, s->row);
        for (int p = 0; p < PARTS; p++)
            t[p].count = t[p].hint = t[p].entries = 0;
        for (int i = s->row; i < s->row + s->rows; i++)
            for (size_t e = A->ptr[i]; e < A->ptr[i + 1]; e++) {
                int j = A->col[e];
                if (!elsewhere(C, i, j))
                    tally_add(&t[part_of(C, i, begin, j)], j - begin_of(s, i - s->row));
            }
        int left = 0;
        for (int p = 0; p < PARTS; p++)
            left += choose_runs(&t[p], (enum part)p, C, s, &v[p]);
        if (left == 0)
            return;
    }
    widest_rest(A, C, s, v);
}

/* The first local column of the rows of s, 0 when there is none. */
static int first_column(const struct csr *A, const struct slice *s)
{
    for (size_t e = A->ptr[s->row]; e < A->ptr[s->row + s->rows]; e++)
        if (A->col[e] < A->columns)
            return A->col[e];
    return 0;
}

static void survey_slice(const struct csr *A, const struct cut *C, struct slice *s,
                         int want_runs, struct survey v[PARTS])
{
    s->step = STEP_ONE;
    s->base = C->square ? s->row : first_column(A, s);
    survey_step(A, C, s, want_runs, v);
    if (C->square || !want_runs)
        return;
    for (enum step step = STEP_TWO; step <= STEP_HALF; step++) {
        struct slice other = *s;
        struct survey w[PARTS];
        other.step = step;
        survey_step(A, C, &other, want_runs, w);
        if (w[UPPER].slots < v[UPPER].slots ||
            (w[UPPER].slots == v[UPPER].slots && w[UPPER].runs > v[UPPER].runs)) {
            s->step = step;
            memcpy(v, w, sizeof w);
        }
    }
}

/* Lists of offsets seen, so that equal ones are stored once. */
struct pool {
    int room, filled;
    struct {
        int at, count;
    } bucket[BUCKETS];
};

static int pool_add(struct layout *L, struct pool *P, const int *list, int count)
{
    if (count == 0)
        return 0;
    uint32_t hash = 2166136261u;
    for (int k = 0; k < count; k++)
        hash = (hash ^ (uint32_t)list[k]) * 16777619u;
    uint32_t b = hash % BUCKETS;
    for (; P->bucket[b].count > 0; b = (b + 1) % BUCKETS)
        if (P->bucket[b].count == count &&
            memcmp(L->offset + P->bucket[b].at, list, (size_t)count * sizeof *list) == 0)
            return P->bucket[b].at;
    if (L->offsets + count > P->room) {
        P->room = 2 * (P->room + count);
        int *wider = NEW(int, (size_t)P->room, "offsets of runs");
        if (L->offset)
            memcpy(wider, L->offset, (size_t)L->offsets * sizeof *wider);
        mem_free(L->offset);
        L->offset = wider;
    }
    int at = L->offsets;
    memcpy(L->offset + at, list, (size_t)count * sizeof *list);
    L->offsets += count;
    if (P->filled < BUCKETS / 2) {
        P->bucket[b].at = at;
        P->bucket[b].count = count;
        P->filled++;
    }
    return at;
}

/* ELL: all slices of a colour get the widest slice's slots, and its height. */
static void widen(struct layout *L, const struct cut *C)
{
    for (int s = 0; s < L->slices;) {
        int front = C->front_of[row_at(C, L->slice[s].row)], end = s;
        int widest[PARTS] = {0, 0}, rows = C->first[front + 1] - C->first[front];
        for (; end < L->slices && L->slice[end].row < C->first[front + 1]; end++)
            for (int p = 0; p < PARTS; p++)
                if (L->slice[end].slots[p] > widest[p])
                    widest[p] = L->slice[end].slots[p];
        for (; s < end; s++) {
            L->slice[s].stride = rows;
            for (int p = 0; p < PARTS; p++)
                L->slice[s].slots[p] = widest[p];
        }
    }
}

void slots_create(struct layout *L, const struct csr *A, const struct cut *C)
{
    const int want_runs = L->kind == LAYOUT_RUNS && !C->row;
    struct pool *pool = mem_zero(1, sizeof *pool, "lists of offsets");
    struct survey(*v)[PARTS] = mem_alloc(BLOCK, sizeof *v, "survey of slots");
    for (int first = 0; first < L->slices; first += BLOCK) {
        int last = first + BLOCK < L->slices ? first + BLOCK : L->slices;
#pragma omp parallel for schedule(static)
        for (int s = first; s < last; s++)
            survey_slice(A, C, &L->slice[s], want_runs, v[s - first]);
        for (int s = first; s < last; s++)
            for (int p = 0; p < PARTS; p++) {
                const struct survey *w = &v[s - first][p];
                L->slice[s].runs[p] = w->runs;
                L->slice[s].slots[p] = w->slots;
                L->slice[s].run_at[p] = pool_add(L, pool, w->offset, w->runs);
            }
    }
    mem_free(v);
    mem_free(pool);
    if (L->kind == LAYOUT_ELL)
        widen(L, C);
}

/* Gives each slice its place in the arrays, in the order of the slices. */
static void assign_places(struct layout *L, const struct cut *C)
{
    size_t(*block)[PARTS] = NULL;
    if (L->kind == LAYOUT_ELL) {
        block = mem_alloc((size_t)C->fronts, sizeof *block, "ELL blocks");
        memset(block, 0xff, (size_t)C->fronts * sizeof *block);
    }
    for (int s = 0; s < L->slices; s++) {
        struct slice *S = &L->slice[s];
        int front = C->front_of[row_at(C, S->row)];
        for (int p = 0; p < PARTS; p++) {
            L->run_slots += (size_t)S->runs[p];
            L->all_slots += (size_t)S->slots[p];
            if (!block || block[front][p] == (size_t)-1) {
                S->at[p] = L->values[p];
                S->col_at[p] = L->indices[p];
                if (block)
                    block[front][p] = S->at[p];
                L->values[p] += (size_t)S->slots[p] * (size_t)S->stride;
                L->indices[p] += (size_t)(S->slots[p] - S->runs[p]) * (size_t)S->stride;
            }
            if (block)
                S->at[p] = S->col_at[p] =
                    block[front][p] + (size_t)(S->row - C->first[front]);
        }
    }
    mem_free(block);
}

/* A value of one part, in every format that is kept. */
static inline void put_value(struct layout *L, int part, size_t at, double value)
{
    void *const *val = L->val[part];
    if (val[F64])
        ((double *)val[F64])[at] = value;
    if (val[F32])
        ((float *)val[F32])[at] = (float)value;
    for (int f = F16; f <= BF16; f++)
        if (val[f])
            format_put((enum format)f, val[f], at, value);
}

/* The entries of slice S, each to its slot. */
static void fill_slice(struct layout *L, const struct csr *A, const struct cut *C,
                       const struct slice *S)
{
    int hint[PARTS] = {0, 0};
    const int begin = colour_begin(C, row_at(C, S->row));
    const int safe[PARTS] = {row_at(C, 0), C->sweeps ? row_at(C, A->n - 1) : 0};
    for (int p = 0; p < PARTS; p++)
        for (int k = 0; k < S->slots[p]; k++)
            for (int r = 0; r < S->rows; r++) {
                size_t to = (size_t)k * (size_t)S->stride + (size_t)r;
                put_value(L, p, S->at[p] + to, 0);
                if (k >= S->runs[p])
                    L->col[p][S->col_at[p] + to -
                              (size_t)S->runs[p] * (size_t)S->stride] = safe[p];
            }
    for (int r = 0; r < S->rows; r++) {
        int i = row_at(C, S->row + r), next[PARTS] = {S->runs[0], S->runs[1]};
        for (size_t e = A->ptr[i]; e < A->ptr[i + 1]; e++) {
            int j = A->col[e];
            if (elsewhere(C, i, j))
                continue;
            enum part p = part_of(C, i, begin, j);
            int k = find_offset(L->offset + S->run_at[p], S->runs[p], &hint[p],
                                j - begin_of(S, r));
            if (k < 0) {
                k = next[p]++;
                L->col[p][S->col_at[p] + (size_t)(k - S->runs[p]) * (size_t)S->stride +
                          (size_t)r] = j;
            }
            size_t to = S->at[p] + (size_t)k * (size_t)S->stride + (size_t)r;
            put_value(L, p, to, A->val[e]);
        }
    }
}

void slots_fill(struct layout *L, const struct csr *A, const struct cut *C, unsigned need)
{
    assign_places(L, C);
    for (int p = 0; p < PARTS; p++) {
        L->col[p] = NEW(int, L->indices[p], "columns");
        for (int f = 0; f < FORMATS; f++)
            if (need >> f & 1)
                L->val[p][f] = mem_alloc(L->values[p], format_bytes((enum format)f),
                                         "matrix values");
    }
#pragma omp parallel for schedule(static)
    for (int s = 0; s < L->slices; s++)
        fill_slice(L, A, C, &L->slice[s]);
}
