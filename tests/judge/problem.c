/* tests/judge/problem.c - creates hierarchies and their private copies from a seed. */
#include "problem.h"
#include "blocks.h"
#include "device.h"
#include "error.h"
#include "kernels.h"
#include "memory.h"
#include "stencil.h"
#include <stdlib.h>
#include <string.h>

static struct problem *current; /* one problem at a time */

const char *problem_name(enum problem_kind kind)
{
    static const char *const names[PROBLEM_KINDS] = {"stencil", "varying values",
                                                     "permuted rows", "irregular"};
    return names[kind];
}

const struct judged_matrix *problem_find(const struct matrix *A)
{
    for (int k = 0; current && k < current->h->levels + 2; k++)
        if (current->judged[k].A->layout == A->layout)
            return &current->judged[k];
    return NULL;
}

/* ---- Entries ---- */

/* Is the entry (i, j) chosen, of which so many percent are? The same answer for
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

static struct csr irregular(uint64_t seed, int rows)
{
    struct csr A = {.n = rows,
                    .columns = rows,
                    .ptr = NEW(size_t, (size_t)rows + 1, "row pointers")};
    for (int fill = 0; fill < 2; fill++) {
        size_t e = 0;
        for (int i = 0; i < rows; i++) {
            A.ptr[i] = e;
            for (int j = 0; j < rows; j++)
                if (in_irregular(seed, rows, i, j)) {
                    if (fill)
                        A.col[e] = j;
                    e++;
                }
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

/* The matrix of a level with n[0] x n[1] x n[2] rows, in natural order. */
static struct csr entries(const struct problem_setup *s, const int n[3],
                          struct seeded *random)
{
    if (s->kind == PROBLEM_IRREGULAR) {
        struct csr A = irregular(s->seed, n[0] * n[1] * n[2]);
        randomize(&A, random);
        return A;
    }
    const struct grid g = grid_create((const int[3]){1, 1, 1}, n, 0);
    struct csr A = stencil_create(&g, STENCIL_SYMMETRIC);
    if (s->kind == PROBLEM_PERMUTED)
        thin(&A, s->seed);
    if (s->kind != PROBLEM_STENCIL)
        randomize(&A, random);
    return A;
}

static struct csr csr_copy(const struct csr *A)
{
    const size_t n = (size_t)A->n, nonzeros = A->ptr[n];
    struct csr copy = {.n = A->n,
                       .columns = A->columns,
                       .ptr = NEW(size_t, n + 1, "private copy"),
                       .col = NEW(int, nonzeros, "private copy"),
                       .val = NEW(double, nonzeros, "private copy")};
    memcpy(copy.ptr, A->ptr, (n + 1) * sizeof *A->ptr);
    memcpy(copy.col, A->col, nonzeros * sizeof *A->col);
    memcpy(copy.val, A->val, nonzeros * sizeof *A->val);
    return copy;
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

/* Replaces A and the rows of coarse points by those in another order. */
static void reorder(struct csr *A, int *coarse, int coarse_n, const int *order)
{
    int *inverse = permutation_invert(A->n, order);
    *A = csr_permute(*A, order, inverse);
    for (int c = 0; c < coarse_n; c++)
        coarse[c] = inverse[coarse[c]];
    mem_free(inverse);
}

/* Sets the coarse rows of level l, when the order of the next level is known. */
static void link_level(struct problem *p, int l)
{
    struct level *level = &p->h->level[l];
    struct judged_matrix *M = &p->judged[l];
    const int *order = p->h->level[l + 1].A.order;
    const size_t bytes = (size_t)level->coarse_n * sizeof(int);
    int *row = NEW(int, (size_t)level->coarse_n, "coarse rows");
    for (int c = 0; c < level->coarse_n; c++)
        row[c] = M->coarse_row[order ? order[c] : c];
    memcpy(M->coarse_row, row, bytes);
    level->coarse_row = row;
    layout_link(level);
    level->coarse_row =
        device_upload(row, (size_t)level->coarse_n, sizeof(int), "coarse rows");
}

static void level_create(struct problem *p, int l, const struct problem_setup *s)
{
    struct seeded random = {s->seed + 977 * (uint64_t)l};
    const int n[3] = {s->box[0] >> l, s->box[1] >> l, s->box[2] >> l};
    struct level *level = &p->h->level[l];
    struct matrix *A = &level->A;
    struct csr own = entries(s, n, &random);
    int *coarse = NULL;
    if (l + 1 < s->levels) {
        coarse = coarse_points(n);
        level->coarse_n = own.n / 8;
    }
    if (s->kind == PROBLEM_PERMUTED) {
        int *order = shuffled(own.n, &random);
        reorder(&own, coarse, level->coarse_n, order);
        mem_free(order);
    }
    *A = (struct matrix){.depth = l,
                         .n = own.n,
                         .columns = own.n,
                         .square = 1,
                         .sweeps = 1,
                         .nonzeros = own.ptr[own.n],
                         .global_rows = own.n,
                         .global_nonzeros = (int64_t)own.ptr[own.n]};
    if (s->order == ORDER_COLOR) {
        const struct coarse_points points = {coarse, level->coarse_n};
        const struct coloring_rule rule = {COLORING_GREEDY, COARSE_FIRST};
        A->order = order_by_color(&own, &points, rule, &A->colors);
        reorder(&own, coarse, level->coarse_n, A->order);
    }
    struct blocks rows = {own.n, 1};
    struct partition owners = blocks_partition(&rows);
    A->halo = halo_build(&own, &owners, l, MPI_COMM_SELF);
    p->judged[l] = (struct judged_matrix){
        .A = A, .copy = csr_copy(&own), .coarse_row = coarse};
    matrix_store(A, own, s->need);
    if (l > 0)
        link_level(p, l - 1);
}

/* A random matrix with `rows` rows and `columns` columns, some rows empty. */
static struct judged_matrix transfer_create(struct matrix *A, int rows, int columns,
                                            format_set need, struct seeded *random)
{
    enum { MOST = 9 };
    struct csr own = {.n = rows,
                      .columns = columns,
                      .ptr = NEW(size_t, (size_t)rows + 1, "row pointers"),
                      .col = NEW(int, (size_t)rows *MOST, "columns"),
                      .val = NEW(double, (size_t)rows *MOST, "values")};
    size_t e = 0;
    own.ptr[0] = 0;
    for (int i = 0; i < rows; i++) {
        int column = seeded_below(random, columns);
        for (int k = seeded_below(random, MOST); k > 0 && column < columns; k--) {
            own.col[e] = column;
            own.val[e++] = seeded_in(random, 0.1, 1);
            column += 1 + seeded_below(random, 3);
        }
        own.ptr[i + 1] = e;
    }
    const struct matrix_setup setup = {.need = need};
    struct blocks blocks = {columns, 1};
    struct partition owners = blocks_partition(&blocks);
    const struct judged_matrix M = {.A = A, .copy = csr_copy(&own)};
    *A = matrix_create(own, &setup, &owners, 50, MPI_COMM_SELF);
    return M;
}

struct problem *problem_create(const struct problem_setup *s)
{
    struct problem *p = mem_zero(1, sizeof *p, "problem");
    struct seeded random = {s->seed + 31};
    p->h = mem_zero(1, sizeof *p->h, "hierarchy");
    p->h->levels = s->levels;
    p->h->comm = MPI_COMM_SELF;
    for (int l = 0; l < s->levels; l++)
        level_create(p, l, s);
    const int n = p->h->level[0].A.n;
    struct judged_matrix *transfer = p->judged + s->levels;
    transfer[0] = transfer_create(&p->R, n / 8, n, s->need, &random);
    transfer[1] = transfer_create(&p->P, n, n / 8, s->need, &random);
    current = p;
    return p;
}

void problem_free(struct problem *p)
{
    current = NULL;
    for (int k = 0; k < p->h->levels + 2; k++) {
        csr_free(&p->judged[k].copy);
        mem_free(p->judged[k].coarse_row);
    }
    matrix_free(&p->R);
    matrix_free(&p->P);
    hierarchy_free(p->h);
    mem_free(p);
}
