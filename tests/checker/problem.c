/* tests/checker/problem.c - creates hierarchies and their private copies from a seed. */
#include "problem.h"
#include "blocks.h"
#include "device.h"
#include "error.h"
#include "kernels.h"
#include "process_grid.h"
#include "memory.h"
#include "stencil.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static struct problem *current; /* one problem at a time */

const char *problem_name(enum problem_kind kind)
{
    static const char *const names[PROBLEM_KINDS] = {
        "stencil",  "varying values", "permuted rows", "irregular",
        "diagonal", "two colors",     "chain",         "long rows"};
    return names[kind];
}

const struct checked_matrix *problem_find(const struct matrix *A)
{
    for (int k = 0; current && k < current->h->levels + PRODUCTS; k++)
        if (current->checked[k].A->layout == A->layout)
            return &current->checked[k];
    return NULL;
}

/* ---- Entries ---- */

/* Is the entry (i, j) among the chosen `percent` of the entries? The same answer for
 * (j, i): the patterns are symmetric. */
static int chosen(uint64_t seed, int i, int j, int percent)
{
    struct seeded s = {seed ^ ((uint64_t)(unsigned)(i < j ? i : j) << 32) ^
                       (uint64_t)(unsigned)(i < j ? j : i)};
    seeded_bits(&s);
    return seeded_below(&s, 100) < percent;
}

/* Drops some entries beside the diagonal. */
static void thin(struct csr *A, uint64_t seed)
{
    size_t kept = 0;
    for (int i = 0; i < A->n; i++) {
        size_t e = A->ptr[i];
        A->ptr[i] = kept;
        for (; e < A->ptr[i + 1]; e++)
            if (A->col[e] == i || chosen(seed, i, A->col[e], 60))
                A->col[kept++] = A->col[e];
    }
    A->ptr[A->n] = kept;
}

/* A few rows are long; others are short or contain the diagonal only. */
static int in_irregular(uint64_t seed, int rows, int i, int j)
{
    enum { LONG_ROW = 150 };
    const int hub = i < 2 || j < 2, far = abs(i - j);
    const int spread = rows < LONG_ROW ? rows : LONG_ROW;
    return j == i || (hub && far < spread && chosen(seed, i, j, 80)) ||
           (!hub && far < 40 && chosen(seed, i, j, 12));
}

static int in_pattern(const struct problem_config *s, int rows, int i, int j)
{
    const int half = rows / 2, d = abs(i - j), least = i < j ? i : j,
              apart = (i < half) != (j < half);
    switch (s->kind) {
    case PROBLEM_IRREGULAR:
        return in_irregular(s->seed, rows, i, j);
    case PROBLEM_DIAGONAL:
        return i == j;
    case PROBLEM_TWO_COLORS:
        return i == j || (apart && (d == half || d == half - 3));
    case PROBLEM_CHAIN:
        return i == j || ((d == 1 || i - j == 7) && i % 50 != 0 && j % 50 != 0);
    default:
        return i == j || (apart && least % 11 == 0 && (i + j) % 2 == 0);
    }
}

/* The pattern of a matrix without a grid. Every third row has an entry in a column of the
 * previous rank, but no row has one of the next rank. */
static struct csr pattern(const struct problem_config *s, int rows)
{
    const int before = comm_rank(MPI_COMM_WORLD) - 1;
    struct csr A = {.n = rows,
                    .columns = rows,
                    .ptr = NEW(size_t, (size_t)rows + 1, "row pointers"),
                    .remote = NEW(int64_t, (size_t)rows, "remote columns")};
    for (int fill = 0; fill < 2; fill++) {
        size_t e = 0;
        A.remotes = 0;
        for (int i = 0; i < rows; i++) {
            A.ptr[i] = e;
            for (int j = 0; j < rows; j++)
                if (in_pattern(s, rows, i, j)) {
                    if (fill)
                        A.col[e] = j;
                    e++;
                }
            if (before < 0 || i % 3 != 0)
                continue;
            A.remote[A.remotes++] = (int64_t)before * rows + rows - 1 - i;
            if (fill)
                A.col[e] = -A.remotes;
            e++;
        }
        A.ptr[rows] = e;
        if (!fill) {
            A.col = NEW(int, e, "columns");
            A.val = NEW(double, e, "values");
        }
    }
    return A;
}

/* Makes row i diagonally dominant, but hardly so. */
static void dominate(struct csr *A, int i, double excess)
{
    double sum = 0;
    size_t diagonal = A->ptr[i];
    for (size_t e = A->ptr[i]; e < A->ptr[i + 1]; e++)
        if (A->col[e] == i)
            diagonal = e;
        else
            sum -= A->val[e];
    A->val[diagonal] = sum > 0 ? sum * (1 + excess) : 1 + excess;
}

static void randomize(struct csr *A, struct seeded *random)
{
    for (int i = 0; i < A->n; i++) {
        for (size_t e = A->ptr[i]; e < A->ptr[i + 1]; e++)
            A->val[e] = -seeded_in(random, 0.5, 1.5);
        dominate(A, i, seeded_in(random, 1e-3, 2e-2));
    }
}

/* Values that are exact in every format. */
static void make_exact(struct csr *A, struct seeded *random)
{
    for (int i = 0; i < A->n; i++)
        for (size_t e = A->ptr[i]; e < A->ptr[i + 1]; e++)
            A->val[e] =
                ldexp(A->col[e] == i ? 120 : seeded_below(random, 7) - 3, i % 5 - 2);
}

static struct csr entries(const struct problem_config *s, const struct box *g,
                          struct seeded *random)
{
    struct csr A = s->kind < PROBLEM_IRREGULAR
                       ? stencil_create(g, STENCIL_SYMMETRIC)
                       : pattern(s, box_rows(g));
    if (s->kind == PROBLEM_PERMUTED)
        thin(&A, s->seed);
    if (s->kind > PROBLEM_IRREGULAR)
        make_exact(&A, random);
    else if (s->kind != PROBLEM_STENCIL)
        randomize(&A, random);
    return A;
}

/* Creates the private copy of `own`, before its halo columns are numbered. */
static void copy_entries(struct checked_matrix *M, const struct csr *own,
                         const struct partition *owners)
{
    const size_t n = (size_t)own->n, nonzeros = own->ptr[n];
    int ranks = comm_size(MPI_COMM_WORLD), *columns = NEW(int, (size_t)ranks, "columns");
    struct csr *copy = &M->copy;
    *copy = (struct csr){.n = own->n,
                         .columns = own->columns,
                         .ptr = NEW(size_t, n + 1, "private copy"),
                         .col = NEW(int, nonzeros, "private copy"),
                         .val = NEW(double, nonzeros, "private copy"),
                         .remotes = own->remotes};
    memcpy(copy->ptr, own->ptr, (n + 1) * sizeof *own->ptr);
    memcpy(copy->val, own->val, nonzeros * sizeof *own->val);
    for (size_t e = 0; e < nonzeros; e++)
        copy->col[e] = own->col[e] < 0 ? own->columns - 1 - own->col[e] : own->col[e];
    M->remote = NEW(int, (size_t)own->remotes + 1, "remote columns");
    MPI_OK(MPI_Allgather(&own->columns, 1, MPI_INT, columns, 1, MPI_INT,
                         MPI_COMM_WORLD));
    for (int rank = 0; rank < ranks; rank++) {
        M->first += rank < comm_rank(MPI_COMM_WORLD) ? columns[rank] : 0;
        for (int k = 0; k < own->remotes; k++) {
            const int owner = owners->owner(owners->data, own->remote[k]);
            if (rank == owner)
                M->remote[k] = M->total + owners->local(owners->data, own->remote[k]);
        }
        M->total += columns[rank];
    }
    mem_free(columns);
}

/* A random permutation of 0 .. n-1. */
static int *shuffled(int n, struct seeded *random)
{
    int *order = NEW(int, (size_t)n, "permutation");
    for (int i = 0; i < n; i++)
        order[i] = i;
    for (int i = n - 1; i > 0; i--) {
        const int j = seeded_below(random, i + 1), t = order[i];
        order[i] = order[j];
        order[j] = t;
    }
    return order;
}

/* ---- Levels ---- */

/* Rows of the coarse points of a box, in the order of the coarse rows. */
static int *coarse_points(const int n[3])
{
    const int m[3] = {n[0] / 2, n[1] / 2, n[2] / 2};
    int *row = NEW(int, (size_t)m[0] * m[1] * m[2], "coarse rows");
    for (int c = 0; c < m[0] * m[1] * m[2]; c++)
        row[c] = (2 * (c / m[0] / m[1]) * n[1] + 2 * (c / m[0] % m[1])) * n[0] +
                 2 * (c % m[0]);
    return row;
}

/* Puts the rows of a level into another order: in `own`, in the private copy, in the
 * halo plan, and the coarse rows. */
static void reorder(struct csr *own, struct checked_matrix *M, int coarse_n,
                    int *order)
{
    int *inverse = permutation_invert(own->n, order);
    *own = csr_permute(*own, order, inverse);
    M->copy = csr_permute(M->copy, order, inverse);
    halo_permute(&M->A->halo, inverse);
    for (int c = 0; c < coarse_n; c++)
        M->coarse_row[c] = inverse[M->coarse_row[c]];
    for (int i = 0; i < own->n && M->A->order; i++)
        order[i] = M->A->order[order[i]];
    mem_free(M->A->order);
    mem_free(inverse);
    M->order = M->A->order = order;
}

/* Gives the level the coarse rows of its private copy. `order` is the order of the next level. */
static void link_level(struct level *level, struct checked_matrix *M,
                       const int *order)
{
    const size_t bytes = (size_t)level->coarse_n * sizeof(int);
    int *row = NEW(int, (size_t)level->coarse_n, "coarse rows");
    for (int c = 0; c < level->coarse_n; c++) {
        row[c] = M->coarse_row[order ? order[c] : c];
        level->coarse_nonzeros += M->copy.ptr[row[c] + 1] - M->copy.ptr[row[c]];
    }
    memcpy(M->coarse_row, row, bytes);
    level->coarse_row = row;
    layout_link(level);
    level->coarse_row =
        device_upload(row, (size_t)level->coarse_n, sizeof(int), "coarse rows");
}

/* Four colors, of which two are empty. */
static struct coloring two_colors(int rows)
{
    struct coloring colors = {4, NEW(int, 5, "colors")};
    const int first[] = {0, 0, rows / 2, rows / 2, rows};
    memcpy(colors.first, first, sizeof first);
    return colors;
}

static void level_create(struct problem *p, int l, const struct problem_config *s)
{
    const int in_grid = s->kind <= PROBLEM_IRREGULAR,
              n[3] = {s->box[0] >> l, s->box[1] >> l, s->box[2] >> l};
    int ranks[3];
    struct seeded random = {s->seed + 977 * (uint64_t)l +
                            131071 * (uint64_t)comm_rank(MPI_COMM_WORLD)};
    struct level *level = &p->h->level[l];
    struct matrix *A = &level->A;
    struct checked_matrix *M = &p->checked[l];
    process_grid_factor(comm_size(MPI_COMM_WORLD), ranks);
    const struct box g = box_equal(ranks, n, comm_rank(MPI_COMM_WORLD));
    const struct blocks blocks = {box_global_rows(&g), comm_size(MPI_COMM_WORLD)};
    const struct partition owners = s->kind < PROBLEM_IRREGULAR
                                        ? box_partition(&g)
                                        : blocks_partition(&blocks);
    struct csr own = entries(s, &g, &random);
    if (l + 1 < s->levels && in_grid) {
        M->coarse_row = coarse_points(n);
        level->coarse_n = own.n / 8;
    } else if (!in_grid) {
        level->coarse_n = own.n / 3;
        M->coarse_row = NEW(int, (size_t)level->coarse_n, "coarse rows");
        for (int c = 0; c < level->coarse_n; c++)
            M->coarse_row[c] = 3 * c;
    }
    M->A = A;
    copy_entries(M, &own, &owners);
    const struct matrix_config square = {.level = l, .square = 1, .sweeps = 1};
    *A = matrix_begin(&own, &square, &owners, l, MPI_COMM_WORLD);
    if (s->kind == PROBLEM_PERMUTED)
        reorder(&own, M, level->coarse_n, shuffled(own.n, &random));
    if (s->order == ORDER_COLOR && in_grid) {
        const struct coarse_points points = {M->coarse_row, level->coarse_n};
        const struct coloring_rule rule = {COLORING_GREEDY, COARSE_FIRST};
        int *order = order_by_color(&own, &points, rule, 5, &A->colors);
        reorder(&own, M, level->coarse_n, order);
    } else if (s->order == ORDER_COLOR) {
        A->colors = two_colors(own.n);
    }
    matrix_store(A, own, s->need);
    if (l > 0)
        link_level(level - 1, M - 1, A->order);
    if (!in_grid)
        link_level(level, M, NULL);
}

/* A random matrix whose ranks have `rows` rows and `columns` columns each. A row has at most
 * MOST entries, but the one in the middle has all local columns; some rows are empty. A tenth of the
 * entries is in columns of the next rank. */
static void product_create(struct problem *p, int which, int rows, int columns,
                           const struct problem_config *s)
{
    enum { MOST = 9 };
    const int next = (comm_rank(MPI_COMM_WORLD) + 1) % comm_size(MPI_COMM_WORLD);
    struct seeded random = {s->seed + 31 * (uint64_t)which +
                            131071 * (uint64_t)comm_rank(MPI_COMM_WORLD)};
    struct checked_matrix *M = &p->checked[p->h->levels + which];
    const size_t room = (size_t)rows * MOST + (size_t)columns;
    struct csr own = {.n = rows,
                      .columns = columns,
                      .ptr = NEW(size_t, (size_t)rows + 1, "row pointers"),
                      .col = NEW(int, room, "columns"),
                      .val = NEW(double, room, "values"),
                      .remote = NEW(int64_t, room, "remote columns")};
    size_t e = 0;
    own.ptr[0] = 0;
    for (int i = 0; i < rows; i++) {
        const int full = i == rows / 2;
        int column = full ? 0 : seeded_below(&random, columns);
        for (int k = full ? columns : seeded_below(&random, MOST);
             k > 0 && column < columns; k--) {
            const int remote = next != comm_rank(MPI_COMM_WORLD) && seeded_below(&random, 10) == 0;
            own.col[e] = remote ? -1 - own.remotes : column;
            if (remote)
                own.remote[own.remotes++] = (int64_t)next * columns + column;
            own.val[e++] = (k % 2 ? 1 : -1) * seeded_in(&random, 0.1, 1);
            column += full ? 1 : 1 + seeded_below(&random, 3);
        }
        own.ptr[i + 1] = e;
    }
    const struct matrix_config config = {.square = rows == columns, .need = s->need};
    const struct blocks blocks = {(int64_t)columns * comm_size(MPI_COMM_WORLD), comm_size(MPI_COMM_WORLD)};
    const struct partition owners = blocks_partition(&blocks);
    M->A = &p->product[which];
    copy_entries(M, &own, &owners);
    *M->A = matrix_create(own, &config, &owners, 50 + which, MPI_COMM_WORLD);
}

struct problem *problem_create(const struct problem_config *s)
{
    struct problem *p = mem_zero(1, sizeof *p, "problem");
    p->h = mem_zero(1, sizeof *p->h, "hierarchy");
    p->h->levels = s->levels;
    p->h->comm = MPI_COMM_WORLD;
    for (int l = 0; l < s->levels; l++)
        level_create(p, l, s);
    const int n = p->h->level[0].A.n;
    product_create(p, RESTRICTION, n / 8, n, s);
    product_create(p, PROLONGATION, n, n / 8, s);
    product_create(p, SCATTERED, n, n, s);
    current = p;
    return p;
}

void problem_free(struct problem *p)
{
    current = NULL;
    for (int k = 0; k < p->h->levels + PRODUCTS; k++) {
        csr_free(&p->checked[k].copy);
        mem_free(p->checked[k].coarse_row);
        mem_free(p->checked[k].remote);
    }
    for (int k = 0; k < PRODUCTS; k++)
        matrix_free(&p->product[k]);
    hierarchy_free(p->h);
    mem_free(p);
}
