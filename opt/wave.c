/* opt/wave.c - an order of the slices that keeps the vectors in cache.
 *
 * Colour by colour, a sweep reads every vector once per colour. But a slice needs only
 * that the slices it is coupled to and that have an earlier colour are done, and those
 * of a later colour not yet. Any order that respects this gives the same bits. Here:
 * of the slices that are ready, always the one whose first row comes first in the
 * natural order (a topological sort with a heap), so that the sweep moves through the
 * grid once, as a wave.
 *
 * Slices that no halo value can reach within a sweep come first (early): those without
 * boundary rows whose earlier-coloured neighbours are all early too.
 *
 * The pattern of the local block is symmetric (order.h), so the neighbours of earlier
 * colours of t are exactly the slices that have t as a neighbour of a later colour.
 */
#include <layout.h>
#include "memory.h"

struct graph { /* the distinct later-coloured neighbours of each slice */
    int *first, *next;
    int *waits, *late; /* earlier-coloured neighbours; not early */
};

/* Calls for each distinct neighbour slice of s of a later colour; returns how many. */
static int neighbours(const struct csr *A, const struct cut *C, const struct slice *S,
                      int s, int *stamp, int *next)
{
    int count = 0, front = C->front_of[S->row];
    for (int i = S->row; i < S->row + S->rows; i++)
        for (size_t e = A->ptr[i]; e < A->ptr[i + 1]; e++) {
            int j = A->col[e];
            if (j >= A->n || C->front_of[j] <= front)
                continue;
            int t = C->slice_of[j];
            if (stamp[t] == s)
                continue;
            stamp[t] = s;
            if (next)
                next[count] = t;
            count++;
        }
    return count;
}

static int has_halo(const struct csr *A, const struct slice *S)
{
    for (int i = S->row; i < S->row + S->rows; i++)
        for (size_t e = A->ptr[i]; e < A->ptr[i + 1]; e++)
            if (A->col[e] >= A->n)
                return 1;
    return 0;
}

static struct graph graph_create(const struct csr *A, const struct cut *C,
                                 const struct slice *slice)
{
    size_t count = (size_t)C->slices;
    struct graph G = {NEW(int, count + 1, "slice graph"), NULL,
                      mem_zero(count, sizeof(int), "slice graph"),
                      mem_zero(count, sizeof(int), "slice graph")};
    int *stamp = NEW(int, count, "slice graph");
    for (int pass = 0; pass < 2; pass++) {
        for (int s = 0; s < C->slices; s++)
            stamp[s] = -1;
        int edges = 0;
        for (int s = 0; s < C->slices; s++) {
            G.first[s] = edges;
            edges += neighbours(A, C, &slice[s], s, stamp, G.next ? G.next + edges : NULL);
        }
        G.first[C->slices] = edges;
        if (!G.next)
            G.next = NEW(int, (size_t)edges, "slice graph");
    }
    mem_free(stamp);
    for (int s = 0; s < C->slices; s++) {
        G.late[s] |= has_halo(A, &slice[s]);
        for (int k = G.first[s]; k < G.first[s + 1]; k++) {
            G.waits[G.next[k]]++;
            G.late[G.next[k]] |= G.late[s];
        }
    }
    return G;
}

struct heap {
    int count;
    int64_t *key; /* late, first natural row, slice */
};

static void heap_put(struct heap *H, int64_t key)
{
    int k = H->count++;
    for (; k > 0 && H->key[(k - 1) / 2] > key; k = (k - 1) / 2)
        H->key[k] = H->key[(k - 1) / 2];
    H->key[k] = key;
}

static int64_t heap_take(struct heap *H)
{
    int64_t least = H->key[0], last = H->key[--H->count];
    int k = 0;
    for (int child; (child = 2 * k + 1) < H->count; k = child) {
        child += child + 1 < H->count && H->key[child + 1] < H->key[child];
        if (H->key[child] >= last)
            break;
        H->key[k] = H->key[child];
    }
    H->key[k] = last;
    return least;
}

int wave_order(const struct csr *A, const struct cut *C, const struct slice *slice,
               const int *natural_row, int *order)
{
    struct graph G = graph_create(A, C, slice);
    struct heap H = {0, NEW(int64_t, (size_t)C->slices, "ready slices")};
    /* Sorting by (late, natural row): a slice is ranked by its natural row first. */
    const int64_t rows = (int64_t)A->n + 1;
    int done = 0, early = 0;
    for (int s = 0; s < C->slices; s++)
        if (G.waits[s] == 0)
            heap_put(&H, ((G.late[s] ? rows : 0) + natural_row[slice[s].row]) *
                                 C->slices + s);
    while (H.count > 0) {
        int s = (int)(heap_take(&H) % C->slices);
        order[done++] = s;
        early += !G.late[s];
        for (int k = G.first[s]; k < G.first[s + 1]; k++) {
            int t = G.next[k];
            if (--G.waits[t] == 0)
                heap_put(&H, ((G.late[t] ? rows : 0) + natural_row[slice[t].row]) *
                                     C->slices + t);
        }
    }
    mem_free(H.key);
    mem_free(G.first);
    mem_free(G.next);
    mem_free(G.waits);
    mem_free(G.late);
    return early;
}
