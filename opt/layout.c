/* opt/layout.c - turns a CSR matrix into slices, a halo part and a diagonal.
 *
 * Differs from ref: the matrix is stored for vector units (a slot of a slice is one
 * vector operation), in the order in which it is read, and with few or no indices. Gain of
 * an iteration over CSR by colours: slices 1.04 predicted, 1.27 measured; index runs over
 * these 1.51 and 1.69 (docs/10).
 */
#include <layout.h>
#include "device.h"
#include "kernels.h"
#include "memory.h"
#include <stdio.h>
#include "schedule.h"
#include <math.h>

/* Cuts the rows of each colour (or front) into slices. */
static struct cut cut_rows(const struct level *level, const struct csr *A,
                           struct layout *L, int **own_first)
{
    struct cut C = {.fronts = level->colors.count,
                    .first = level->colors.first,
                    .columns = A->columns,
                    .sweeps = level->sweeps,
                    .square = level->square};
    *own_first = NULL;
    if (!C.sweeps) { /* nothing depends on the order: all rows are one colour */
        C.fronts = 1;
        C.first = *own_first = mem_zero(2, sizeof(int), "one colour");
        (*own_first)[1] = A->n;
    } else if (C.fronts ==
               0) { /* natural order: the fronts of the schedule are the colours */
        schedule_create(A, &C.fronts, own_first, &C.row);
        C.place = permutation_invert(A->n, C.row);
        C.first = *own_first;
    }
    const int height = L->height = device_warp();
    for (int f = 0; f < C.fronts; f++)
        C.slices += (C.first[f + 1] - C.first[f] + height - 1) / height;
    L->slice = mem_zero((size_t)C.slices + 1, sizeof *L->slice, "slices");
    C.front_of = NEW(int, (size_t)A->n, "colour of each row");
    C.slice_of = NEW(int, (size_t)A->n, "slice of each row");
    int s = 0;
    for (int f = 0; f < C.fronts; f++)
        for (int p = C.first[f]; p < C.first[f + 1]; p += height, s++) {
            int rows = C.first[f + 1] - p < height ? C.first[f + 1] - p : height;
            L->slice[s] = (struct slice){.row = p, .rows = rows, .stride = rows};
            for (int r = p; r < p + rows; r++) {
                C.front_of[C.row ? C.row[r] : r] = f;
                C.slice_of[C.row ? C.row[r] : r] = s;
            }
        }
    L->slices = C.slices;
    L->colors = C.fronts;
    L->natural = C.row;
    return C;
}

/* late[s]: a halo value reaches slice s within a sweep, at once or through slices of
 * earlier colours. */
static void find_late(const struct csr *A, const struct cut *C, const struct layout *L,
                      char *late)
{
    for (int s = 0; s < L->slices; s++) {
        const struct slice *S = &L->slice[s];
        late[s] = 0;
        for (int p = S->row; p < S->row + S->rows && !late[s]; p++) {
            int i = C->row ? C->row[p] : p;
            for (size_t e = A->ptr[i]; e < A->ptr[i + 1]; e++) {
                int j = A->col[e];
                late[s] |=
                    j >= A->columns || (C->sweeps && C->front_of[j] < C->front_of[i] &&
                                        late[C->slice_of[j]]);
            }
        }
    }
}

/* Early slices by colour, then late slices by colour. */
static void order_slices(const struct level *level, const struct csr *A,
                         const struct cut *C, struct layout *L)
{
    size_t count = (size_t)L->slices;
    int lists = 2 * L->colors;
    char *late = mem_zero(count, 1, "late slices");
    if (level->halo_n > 0)
        find_late(A, C, L, late);
    struct slice *sorted = mem_zero(count + 1, sizeof *sorted, "slices");
    L->color_first = mem_zero((size_t)lists + 1, sizeof(int), "slices by colour");
    int done = 0;
    for (int list = 0, s = 0; list < lists; list++) {
        int color = list % L->colors;
        if (color == 0)
            s = 0;
        L->color_first[list] = done;
        for (; s < L->slices && L->slice[s].row < C->first[color + 1]; s++)
            if (late[s] == list / L->colors)
                sorted[done++] = L->slice[s];
    }
    L->color_first[lists] = done;
    mem_free(late);
    mem_free(L->slice);
    L->slice = sorted;
}

static void *in_format(const double *val, size_t count, enum format f, const char *what)
{
    void *copy = mem_alloc(count, format_bytes(f), what);
    format_narrow(f, val, count, copy);
    return copy;
}

/* Numbers the boundary rows, slice by slice; halo[i]: halo entries of row i. */
static void list_boundary(const struct csr *A, const struct cut *C, struct layout *L,
                          const int *halo)
{
    struct halo_part *H = &L->halo;
    for (int i = 0; i < A->n; i++) {
        H->rows += halo[i] > 0;
        H->entries += (size_t)halo[i];
    }
    H->row = NEW(int, (size_t)H->rows, "boundary rows");
    H->lane = NEW(int, (size_t)H->rows, "boundary rows");
    H->first = NEW(int, (size_t)H->rows + 1, "boundary rows");
    int b = 0;
    H->first[0] = 0;
    for (int s = 0; s < L->slices; s++) {
        struct slice *S = &L->slice[s];
        S->boundary = b;
        for (int l = 0; l < S->rows; l++) {
            int i = C->row ? C->row[S->row + l] : S->row + l;
            if (halo[i] == 0)
                continue;
            H->row[b] = i;
            H->lane[b] = l;
            H->first[b + 1] = H->first[b] + halo[i];
            b++;
        }
    }
    L->slice[L->slices].boundary = b;
}

/* The rows with halo columns as a small CSR. */
static void take_halo_part(const struct csr *A, const struct cut *C, struct layout *L,
                           format_set need)
{
    struct halo_part *H = &L->halo;
    int *halo = mem_zero((size_t)A->n, sizeof(int), "halo entries of each row");
    if (A->halo > 0) {
#pragma omp parallel for schedule(static)
        for (int i = 0; i < A->n; i++)
            for (size_t e = A->ptr[i]; e < A->ptr[i + 1]; e++)
                halo[i] += A->col[e] >= A->columns;
    }
    list_boundary(A, C, L, halo);
    mem_free(halo);
    H->col = NEW(int, H->entries, "halo columns");
    double *val = NEW(double, H->entries, "halo values");
    for (int b = 0, to = 0; b < H->rows; b++)
        for (size_t e = A->ptr[H->row[b]]; e < A->ptr[H->row[b] + 1]; e++)
            if (A->col[e] >= A->columns) {
                H->col[to] = A->col[e] - A->columns;
                val[to++] = A->val[e];
            }
    for (int f = 0; f < FORMATS; f++)
        if (need >> f & 1)
            H->val[f] = in_format(val, H->entries, (enum format)f, "halo values");
    mem_free(val);
}

static void take_diagonal(const struct csr *A, int sweeps, struct layout *L,
                          format_set need)
{
    double *d = csr_diagonal(A, sweeps ? "Gauss-Seidel" : NULL);
    for (int f = 0; f < FORMATS; f++)
        if (need >> f & 1)
            L->diag[f] = in_format(d, (size_t)A->n, (enum format)f, "diagonal");
    mem_free(d);
}

static void *taken(void *host, size_t count, size_t size)
{
    return device_take(host, count, size, "matrix");
}

/* Everything that kernels read, after the last look of the host. */
static void to_device(struct layout *L, int n)
{
    struct halo_part *H = &L->halo;
    const size_t rows = (size_t)H->rows;
    for (int f = 0; f < FORMATS; f++) {
        const size_t size = format_bytes((enum format)f);
        for (int p = 0; p < PARTS; p++)
            L->val[p][f] = taken(L->val[p][f], L->values[p], size);
        L->diag[f] = taken(L->diag[f], (size_t)n, size);
        H->val[f] = taken(H->val[f], H->entries, size);
    }
    for (int p = 0; p < PARTS; p++)
        L->col[p] = taken(L->col[p], L->indices[p], sizeof(int));
    L->slice = taken(L->slice, (size_t)L->slices + 1, sizeof *L->slice);
    L->natural = taken(L->natural, (size_t)n, sizeof(int));
    L->offset = taken(L->offset, (size_t)L->offsets, sizeof(int));
    const size_t lists = 2 * (size_t)L->colors + 1;
    L->list_first = device_alloc(lists, sizeof(int), "slices by colour");
    device_put(L->list_first, L->color_first, lists * sizeof(int));
    H->row = taken(H->row, rows, sizeof(int));
    H->lane = taken(H->lane, rows, sizeof(int));
    H->first = taken(H->first, rows + 1, sizeof(int));
    H->col = taken(H->col, H->entries, sizeof(int));
    H->product = device_alloc(rows, sizeof(double), "halo product");
    L->squares = device_alloc((size_t)slice_groups(L), sizeof(double), "sums of squares");
}

struct layout *layout_create(const struct level *level, struct csr A, format_set need)
{
    struct layout *L = mem_zero(1, sizeof *L, "layout");
    L->kind = (enum layout_kind)tuning.layout;
    int *own_first;
    struct cut C = cut_rows(level, &A, L, &own_first);
    slots_create(L, &A, &C);
    order_slices(level, &A, &C, L);
    slots_fill(L, &A, &C, need);
    take_halo_part(&A, &C, L, need);
    if (level->square)
        take_diagonal(&A, level->sweeps, L, need);
    to_device(L, A.n);
    if (level->coarse_n > 0 && tuning.fuse == SWITCH_OFF)
        L->product = device_alloc((size_t)A.n, sizeof(double), "product A z");
    mem_free(C.front_of);
    mem_free(C.slice_of);
    mem_free(C.place);
    mem_free(own_first);
    csr_free(&A);
    return L;
}

/* The share of slots that need no index of their own. */
static double layout_compressed(const struct layout *L)
{
    return L->all_slots > 0 ? (double)L->run_slots / (double)L->all_slots : 0;
}

void layout_describe(const struct level *level, char *text, size_t length)
{
    const char *const name[] = {level->sweeps ? "ELL by colour" : "ELL", "sliced ELL",
                                "sliced ELL, index runs"};
    const struct layout *L = level->layout;
    char order[32] = "";
    if (level->sweeps)
        snprintf(order, sizeof order, ", %d %s", L->colors,
                 L->natural ? "fronts" : "colours");
    snprintf(text, length, "%s%s, %.1f %% of the slots without index", name[L->kind],
             order, 100 * layout_compressed(L));
}

void layout_free(struct layout *L)
{
    for (int f = 0; f < FORMATS; f++) {
        device_free(L->val[LOWER][f]);
        device_free(L->val[UPPER][f]);
        device_free(L->diag[f]);
        device_free(L->halo.val[f]);
    }
    for (int k = 0; k < 3; k++)
        graph_free(&L->sweeps[k]);
    mem_free(L->color_first);
    void *const rest[] = {
        L->slice,       L->natural,      L->offset,          L->col[LOWER],
        L->col[UPPER],  L->halo.row,     L->halo.lane,       L->halo.first,
        L->halo.col,    L->halo.product, L->coarse.slice,    L->coarse.first,
        L->coarse.lane, L->coarse.point, L->coarse.halo_row, L->coarse.halo_point,
        L->product,     L->squares,      L->list_first};
    for (size_t k = 0; k < sizeof rest / sizeof *rest; k++)
        device_free(rest[k]);
    mem_free(L);
}

/* The slots of a box of n points with so many nonzeros. With all three sides alike a row
 * has 27 q entries on average, q the cube of what one direction leaves; slices run along
 * x, so a row at an end of x is padded and one at an end of y or z is not. */
static double slots_per_row(int n, size_t nonzeros)
{
    double q = (double)nonzeros / (27.0 * n);
    return tuning.layout == LAYOUT_ELL ? 26 : 27 * cbrt(q) * cbrt(q) - 1;
}

struct memory_model layout_cost(int n, size_t nonzeros, int has_coarser, format_set need)
{
    size_t rows = (size_t)n, slices = rows / (size_t)device_warp() + 9;
    size_t values = (size_t)(slots_per_row(n, nonzeros) * n);
    size_t indices = tuning.layout == LAYOUT_RUNS ? 0 : values;
    size_t matrix = mem_cost(rows + 1, sizeof(size_t)) + mem_cost(nonzeros, sizeof(int)) +
                    mem_cost(nonzeros, sizeof(double));
    size_t kept =
        mem_cost(slices, sizeof(struct slice)) + 2 * mem_cost(indices / 2, sizeof(int));
    for (int f = 0; f < FORMATS; f++)
        if (need >> f & 1)
            kept += 2 * mem_cost(values / 2, format_bytes((enum format)f)) +
                    mem_cost(rows, format_bytes((enum format)f));
    size_t while_filling = 2 * mem_cost(rows, sizeof(int));
    if (has_coarser)
        kept += 2 * mem_cost(rows / 8, sizeof(int)) +
                2 * mem_cost(slices / 8, sizeof(int)) +
                (tuning.fuse == SWITCH_OFF ? mem_cost(rows, sizeof(double)) : 0);
    return (struct memory_model){kept, kept + matrix + while_filling};
}
