/* judge/problem.c - creates hierarchies and their private copies from a seed. */
#include "problem.h"
#include "blocks.h"
#include "device.h"
#include "error.h"
#include "kernels.h"
#include "memory.h"
#include <string.h>

enum { MOST_MATRICES = 16, LONG_ROW = 150 };
static struct judged_matrix *known[MOST_MATRICES];
static int known_count;

const char *problem_name(enum problem_kind kind)
{
    static const char *const names[PROBLEM_KINDS] = {"stencil", "varying values",
                                                     "permuted rows", "irregular"};
    return names[kind];
}

const struct judged_matrix *problem_find(const struct matrix *A)
{
    for (int k = 0; k < known_count; k++)
        if (known[k]->A->layout == A->layout)
            return known[k];
    return NULL;
}

/* ---- Patterns: is there an entry in row i and column j? ---- */

/* The same answer for (i, j) and (j, i): the patterns are symmetric. */
static int chosen(uint64_t seed, int i, int j, int percent)
{
    struct seeded s = {seed ^ ((uint64_t)(unsigned)(i < j ? i : j) << 32) ^
                       (uint64_t)(unsigned)(i < j ? j : i)};
    seeded_bits(&s);
    return seeded_below(&s, 100) < percent;
}

/* The neighbors of row i in a box, in ascending order, with the row itself. */
static int box_neighbors(const int n[3], int i, int *list)
{
    const int x = i % n[0], y = i / n[0] % n[1], z = i / n[0] / n[1];
    int count = 0;
    for (int c = z - 1; c <= z + 1; c++)
        for (int b = y - 1; b <= y + 1; b++)
            for (int a = x - 1; a <= x + 1; a++)
                if (a >= 0 && a < n[0] && b >= 0 && b < n[1] && c >= 0 && c < n[2])
                    list[count++] = (c * n[1] + b) * n[0] + a;
    return count;
}

/* The entries of row i: columns in ascending order. Returns their number. */
static int pattern(const struct problem_setup *s, const int n[3], int i, int *list)
{
    const int rows = n[0] * n[1] * n[2];
    int near[27], count = 0, found = box_neighbors(n, i, near);
    if (s->kind == PROBLEM_STENCIL || s->kind == PROBLEM_VARYING) {
        memcpy(list, near, (size_t)found * sizeof *list);
        return found;
    }
    if (s->kind == PROBLEM_PERMUTED) {
        for (int k = 0; k < found; k++)
            if (near[k] == i || chosen(s->seed, i, near[k], 60))
                list[count++] = near[k];
        return count;
    }
    /* irregular: a few rows are long; others are short or contain the diagonal only */
    const int spread = rows < LONG_ROW ? rows : LONG_ROW;
    for (int j = 0; j < rows; j++) {
        const int hub = i < 2 || j<2, far = i> j ? i - j : j - i;
        if (j == i || (hub && far < spread && chosen(s->seed, i, j, 80)) ||
            (!hub && far < 40 && chosen(s->seed, i, j, 12)))
            list[count++] = j;
    }
    return count;
}

/* ---- Entries ---- */

/* Entry e of row i is in column `column`. The diagonal is set by dominate(). */
static double value(const struct problem_setup *s, struct seeded *random, int i,
                    int column)
{
    if (s->kind == PROBLEM_STENCIL)
        return i == column ? 26 : -1;
    return -seeded_in(random, 0.5, 1.5);
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

/* Returns the same matrix with row i as row order[i] of A. */
static struct csr entries(const struct problem_setup *s, const int n[3],
                          struct seeded *random)
{
    const int rows = n[0] * n[1] * n[2];
    int list[4 * LONG_ROW];
    struct csr A = {.n = rows,
                    .columns = rows,
                    .ptr = NEW(size_t, (size_t)rows + 1, "row pointers"),
                    .remote = NEW(int64_t, 1, "remote columns")};
    A.ptr[0] = 0;
    for (int i = 0; i < rows; i++)
        A.ptr[i + 1] = A.ptr[i] + (size_t)pattern(s, n, i, list);
    A.col = NEW(int, A.ptr[rows], "columns");
    A.val = NEW(double, A.ptr[rows], "values");
    for (int i = 0; i < rows; i++) {
        const int count = pattern(s, n, i, A.col + A.ptr[i]);
        for (int k = 0; k < count; k++)
            A.val[A.ptr[i] + k] = value(s, random, i, A.col[A.ptr[i] + k]);
        if (s->kind != PROBLEM_STENCIL)
            dominate(&A, i, seeded_in(random, 1e-3, 2e-2));
    }
    return A;
}

static struct csr csr_copy(const struct csr *A)
{
    const size_t n = (size_t)A->n, nonzeros = A->ptr[n];
    struct csr copy = {.n = A->n,
                       .columns = A->columns,
                       .ptr = NEW(size_t, n + 1, "private copy"),
                       .col = NEW(int, nonzeros, "private copy"),
                       .val = NEW(double, nonzeros, "private copy"),
                       .remote = NEW(int64_t, 1, "private copy")};
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

static void renumber(int *row, int count, const int *inverse, const int *coarse)
{
    int *old = NEW(int, (size_t)count, "coarse rows");
    memcpy(old, row, (size_t)count * sizeof *row);
    for (int c = 0; c < count; c++) {
        const int natural = old[coarse ? coarse[c] : c];
        row[c] = inverse ? inverse[natural] : natural;
    }
    mem_free(old);
}

/* What level_create leaves for the next level: its two permutations. */
struct previous {
    int *inverse; /* stored row of each row; NULL: equal */
    int *coarse;  /* [coarse_n] coarse rows on the host */
};

static void link_level(struct problem *p, int l, struct previous *fine,
                       const int *order)
{
    struct level *level = &p->h->level[l];
    struct judged_matrix *M = &p->level[l];
    renumber(fine->coarse, level->coarse_n, fine->inverse, order);
    level->coarse_row = fine->coarse;
    layout_link(level);
    int *kept = NEW(int, (size_t)level->coarse_n, "coarse rows");
    memcpy(kept, fine->coarse, (size_t)level->coarse_n * sizeof(int));
    M->coarse_row = kept;
    M->coarse_n = level->coarse_n;
    level->coarse_row = device_upload(fine->coarse, (size_t)level->coarse_n,
                                      sizeof(int), "coarse rows");
    mem_free(fine->inverse);
}

/* The order of the rows that the tree receives: random for some kinds. */
static struct csr permute(const struct problem_setup *s, struct csr A,
                          int **inverse, struct seeded *random)
{
    *inverse = NULL;
    if (s->kind != PROBLEM_PERMUTED)
        return A;
    int *order = shuffled(A.n, random);
    *inverse = permutation_invert(A.n, order);
    A = csr_permute(A, order, *inverse);
    mem_free(order);
    return A;
}

static void level_create(struct problem *p, int l, const struct problem_setup *s,
                         struct previous *previous)
{
    struct seeded random = {s->seed + 977 * (uint64_t)l};
    const int n[3] = {s->box[0] >> l, s->box[1] >> l, s->box[2] >> l};
    struct level *level = &p->h->level[l];
    struct matrix *A = &level->A;
    int *shuffle, *coarse = NULL;
    struct csr own = permute(s, entries(s, n, &random), &shuffle, &random);
    struct blocks rows = {own.n, 1};
    struct partition owners = blocks_partition(&rows);
    *A = (struct matrix){.depth = l,
                         .n = own.n,
                         .columns = own.n,
                         .square = 1,
                         .sweeps = 1,
                         .nonzeros = own.ptr[own.n],
                         .global_rows = own.n,
                         .global_nonzeros = (int64_t)own.ptr[own.n]};
    A->halo = halo_build(&own, &owners, l, MPI_COMM_SELF);
    if (l + 1 < s->levels) {
        coarse = coarse_points(n);
        level->coarse_n = own.n / 8;
        if (shuffle)
            for (int c = 0; c < level->coarse_n; c++)
                coarse[c] = shuffle[coarse[c]];
    }
    mem_free(shuffle);
    int *inverse = NULL;
    if (s->order == ORDER_COLOR) {
        const struct coarse_points points = {coarse, level->coarse_n};
        const struct coloring_rule rule = {COLORING_GREEDY, COARSE_FIRST};
        A->order = order_by_color(&own, &points, rule, &A->colors);
        inverse = permutation_invert(A->n, A->order);
        halo_permute(&A->halo, inverse);
        own = csr_permute(own, A->order, inverse);
    }
    p->level[l] = (struct judged_matrix){.A = A, .copy = csr_copy(&own)};
    matrix_store(A, own, s->need);
    if (l > 0)
        link_level(p, l - 1, previous, A->order);
    *previous = (struct previous){inverse, coarse};
}

/* A random matrix with `rows` rows and `columns` columns, some rows empty. */
static struct matrix *transfer_create(struct judged_matrix *M, int rows,
                                      int columns, format_set need,
                                      struct seeded *random)
{
    enum { MOST = 9 };
    struct matrix *A = mem_zero(1, sizeof *A, "transfer matrix");
    struct csr own = {.n = rows,
                      .columns = columns,
                      .ptr = NEW(size_t, (size_t)rows + 1, "row pointers"),
                      .col = NEW(int, (size_t)rows *MOST, "columns"),
                      .val = NEW(double, (size_t)rows *MOST, "values"),
                      .remote = NEW(int64_t, 1, "remote columns")};
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
    *M = (struct judged_matrix){.A = A, .copy = csr_copy(&own)};
    *A = matrix_create(own, &setup, &owners, 50, MPI_COMM_SELF);
    return A;
}

struct problem *problem_create(const struct problem_setup *s)
{
    struct problem *p = mem_zero(1, sizeof *p, "problem");
    struct seeded random = {s->seed + 31};
    struct previous previous = {NULL, NULL};
    p->kind = s->kind;
    memcpy(p->box, s->box, sizeof p->box);
    p->h = mem_zero(1, sizeof *p->h, "hierarchy");
    p->h->levels = s->levels;
    p->h->comm = MPI_COMM_SELF;
    for (int l = 0; l < s->levels; l++)
        level_create(p, l, s, &previous);
    mem_free(previous.inverse);
    const int n = p->h->level[0].A.n;
    transfer_create(&p->R, n / 8, n, s->need, &random);
    transfer_create(&p->P, n, n / 8, s->need, &random);
    for (int l = 0; l < s->levels; l++)
        known[known_count++] = &p->level[l];
    known[known_count++] = &p->R;
    known[known_count++] = &p->P;
    return p;
}

static void judged_free(struct judged_matrix *M)
{
    csr_free(&M->copy);
    mem_free((void *)M->coarse_row);
}

void problem_free(struct problem *p)
{
    struct matrix *transfers[2] = {p->R.A, p->P.A};
    known_count = 0; /* one problem at a time */
    for (int l = 0; l < p->h->levels; l++)
        judged_free(&p->level[l]);
    judged_free(&p->R);
    judged_free(&p->P);
    for (int k = 0; k < 2; k++) {
        matrix_free(transfers[k]);
        mem_free(transfers[k]);
    }
    hierarchy_free(p->h);
    mem_free(p);
}
