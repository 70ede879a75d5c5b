/* tests/judge/kernel_tests.c - calls every kernel of the contract with guarded vectors.
 *
 * The results are checked where the calls arrive (watch.h). Each call is made twice
 * with different inputs in the same memory, so that a result which is returned again
 * is noticed, and once for each other format of a result that may have any.
 */
#include "device.h"
#include "kernels.h"
#include "memory.h"
#include "tests.h"
#include "verdict.h"
#include <math.h>
#include <string.h>

enum { VECTORS = 5, TIMES = 5 };

/* The format in call t of a vector that may have any floating-point format: twice that
 * of the other vectors, then the others. */
static enum format any_format(enum format v, int t)
{
    return t < 2 ? v : (enum format)((v + t - 1) % (BF16 + 1));
}

/* Random entries in [-1, 1]. */
static void fill(struct vector *x, struct seeded *random)
{
    for (int i = 0; i < x->n; i++)
        vector_set(x, i, seeded_in(random, -1, 1));
}

/* The vectors of a test, each between two zones of memory that must not change. They are
 * wide enough for the entries in another format, and contain the bytes of a NaN in each
 * floating-point format: a kernel that uses what it reads there is found, too. */
enum { PATTERN = 0xff };
struct vectors {
    struct guarded {
        struct vector v;
        unsigned char *zone;
        size_t bytes, beside; /* of the entries, of each zone */
    } g[VECTORS];
    int count;
};

/* A vector of n entries, all NaN. */
static struct vector *new_vector(struct vectors *all, enum format format, int n)
{
    struct guarded *g = &all->g[all->count++];
    g->bytes = (size_t)n * format_bytes(format);
    g->beside = (4096 + (size_t)n * sizeof(double)) / 64 * 64;
    g->zone = NEW(unsigned char, g->bytes + 2 * g->beside, "guarded vector");
    memset(g->zone, PATTERN, g->bytes + 2 * g->beside);
    g->v = (struct vector){format, n, g->zone + g->beside};
    for (int i = 0; i < n; i++)
        vector_set(&g->v, i, NAN);
    return &g->v;
}

/* Frees the vectors, and reports zones that have changed. */
static void free_vectors(struct vectors *all)
{
    for (int k = 0; k < all->count; k++) {
        const struct guarded *g = &all->g[k];
        int changed = 0;
        for (size_t i = 0; i < g->beside; i++)
            changed |= g->zone[i] != PATTERN ||
                       g->zone[g->beside + g->bytes + i] != PATTERN;
        if (changed)
            verdict_text(WRONG, "memory beside a vector, %s", watch.test);
        mem_free(g->zone);
    }
}

static void test_spmv(struct problem *p, int l, enum format v, enum format s,
                      struct seeded *random)
{
    const struct matrix *A = &p->h->level[l].A;
    const int only_matrices = s == I8; /* there are no vectors in this format */
    const enum format outer = only_matrices ? v : s;
    struct vectors all = {0};
    struct vector *x = new_vector(&all, v, A->n), *b = new_vector(&all, v, A->n),
                  *y = new_vector(&all, v, A->n),
                  *u = new_vector(&all, outer, A->n),
                  *r = new_vector(&all, outer, A->n);
    for (int t = 0; t < TIMES; t++) {
        struct vectors any = {0};
        fill(x, random);
        fill(b, random);
        fill(u, random);
        fill(r, random);
        spmv(A, x, new_vector(&any, any_format(v, t), A->n));
        residual(A, b, x, y);
        if (!only_matrices)
            correct_solution(A, -0.375, x, u, r);
        free_vectors(&any);
    }
    free_vectors(&all);
}

static void test_sweep(struct problem *p, int l, enum format v, enum format s,
                       struct seeded *random)
{
    struct level *level = &p->h->level[l];
    const int n = level->A.n, coarse_n = level->coarse_n;
    struct vectors all = {0};
    struct vector *r = new_vector(&all, v, n), *z = new_vector(&all, v, n),
                  *rc = new_vector(&all, v, coarse_n);
    (void)s;
    for (int t = 0; t < TIMES; t++) {
        fill(r, random);
        sweep_zero_guess(&level->A, r, z);
        if (coarse_n == 0)
            continue;
        struct vectors any = {0};
        struct vector *zc = new_vector(&any, any_format(v, t), coarse_n),
                      *w = new_vector(&any, any_format(v, t), n);
        for (int product = 0; product < 2; product++) {
            fill(r, random); /* or a right result would be one of an earlier call */
            fill(zc, random);
            descend(level, r, z, rc);
            ascend(level, r, zc, z, product ? w : NULL);
        }
        free_vectors(&any);
    }
    free_vectors(&all);
}

static void test_jacobi(struct problem *p, int l, enum format v, enum format s,
                        struct seeded *random)
{
    const struct matrix *A = &p->h->level[l].A;
    struct vectors all = {0};
    struct vector *b = new_vector(&all, v, A->n), *x = new_vector(&all, v, A->n),
                  *y = new_vector(&all, v, A->n);
    (void)s;
    for (int t = 0; t < TIMES; t++) {
        fill(b, random);
        fill(x, random);
        jacobi(A, 0.625, b, x, y);
        jacobi(A, 0.625, b, NULL, y);
    }
    free_vectors(&all);
}

static void test_transfer(struct problem *p, int l, enum format v, enum format s,
                          struct seeded *random)
{
    const struct matrix *R = &p->R, *P = &p->P;
    struct vectors all = {0};
    struct vector *r = new_vector(&all, v, R->columns),
                  *zc = new_vector(&all, v, P->columns);
    (void)l, (void)s;
    for (int t = 0; t < TIMES; t++) {
        struct vectors any = {0};
        struct vector *rc = new_vector(&any, any_format(v, t), R->n),
                      *z = new_vector(&any, any_format(v, t), P->n);
        fill(r, random);
        fill(zc, random);
        spmv(R, r, rc);
        spmv(P, zc, z);
        free_vectors(&any);
    }
    free_vectors(&all);
}

static void test_update(struct problem *p, int l, enum format v, enum format s,
                        struct seeded *random)
{
    const struct matrix *A = &p->h->level[l].A;
    struct vectors all = {0};
    struct vector *x = new_vector(&all, v, A->n), *y = new_vector(&all, s, A->n);
    for (int t = 0; t < TIMES; t++) {
        const double alpha = seeded_in(random, -1, 1);
        fill(x, random);
        vector_scale(alpha, x, y);
        fill(y, random);
        vector_axpy(alpha, y, x);
        vector_norm(A, x);
    }
    free_vectors(&all);
}

/* Columns of a basis from random vectors, by one method of Gram-Schmidt. */
static void test_ortho(struct problem *p, int l, enum format v, enum format s,
                       struct seeded *random)
{
    enum { COLUMNS = 6 };
    const struct matrix *A = &p->h->level[l].A;
    const double sigma = exp2(rint(log2(sqrt(A->n))));
    double h[COLUMNS + 1], t[COLUMNS];
    for (int kind = ORTHO_CGS2; kind <= ORTHO_CGS; kind++) {
        struct basis Q = basis_create(s, A->n, COLUMNS + 1, 1 / sigma, SCALE_BLOCKS,
                                      MPI_COMM_SELF);
        Q.ortho = (struct ortho){(enum ortho_kind)kind, sqrt(0.5)};
        struct vectors all = {0};
        struct vector *w = new_vector(&all, v, A->n);
        fill(w, random);
        basis_store(&Q, 0, 1 / vector_norm(A, w), w);
        for (int k = 1; k <= COLUMNS; k++) {
            fill(w, random);
            orthonormalize(&Q, k, w, h);
        }
        for (int j = 0; j < COLUMNS; j++)
            t[j] = sigma * seeded_in(random, -1, 1);
        basis_combine(&Q, COLUMNS, t, w);
        fill(w, random);
        basis_append(&Q, COLUMNS, t, 2, w);
        free_vectors(&all);
        basis_free(&Q);
    }
}

static const struct {
    const char *name;
    void (*test)(struct problem *, int, enum format, enum format, struct seeded *);
    int levels; /* on the first one, or on all */
} groups[] = {
    {"spmv", test_spmv, MAX_LEVELS},     {"sweep", test_sweep, MAX_LEVELS},
    {"transfer", test_transfer, 1},      {"jacobi", test_jacobi, MAX_LEVELS},
    {"update", test_update, MAX_LEVELS}, {"ortho", test_ortho, 1}};

int group_test(const char *group, struct problem *p, enum format v, enum format s,
               struct seeded *random)
{
    const int count = (int)(sizeof groups / sizeof *groups);
    int g = 0;
    while (g < count && strcmp(groups[g].name, group) != 0)
        g++;
    if (g == count)
        return 0;
    p->R.formats[v] = p->P.formats[v] = s;
    for (int l = 0; l < p->h->levels && l < groups[g].levels; l++) {
        p->h->level[l].A.formats[v] = s;
        groups[g].test(p, l, v, s, random);
        p->h->level[l].A.formats[v] = v;
    }
    p->R.formats[v] = p->P.formats[v] = v;
    return 1;
}
