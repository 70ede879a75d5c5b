/* judge/kernel_tests.c - calls every kernel of the contract with guarded vectors.
 *
 * The results are checked where the calls arrive (watch.h). Each call is made twice
 * with different inputs in the same memory, so that a result which is returned again
 * is noticed.
 */
#include "guarded.h"
#include "kernels.h"
#include "tests.h"
#include "verdict.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

static const struct {
    const char *name, *kernels;
} groups[GROUPS] = {
    {"spmv", " spmv residual residual_norm correct_solution "},
    {"sweep", " sweep_zero_guess descend ascend "},
    {"transfer", " restrict_by_matrix "
                 "prolong_by_matrix restrict prolong "},
    {"jacobi", " jacobi jacobi_zero_guess "},
    {"update", " vector_scale vector_axpy vector_aypx vector_norm vector_dot "
               "vector_count_out_of_range "},
    {"ortho", " orthonormalize basis_store basis_combine basis "}};

const char *group_name(int group)
{
    return groups[group].name;
}

int group_find(const char *kernel)
{
    char word[64];
    snprintf(word, sizeof word, " %s ", kernel);
    for (int g = 0; g < GROUPS; g++)
        if (strcmp(groups[g].name, kernel) == 0 || strstr(groups[g].kernels, word))
            return g;
    return -1;
}

enum { VECTORS = 4, TIMES = 2 };

/* Random entries in [-1, 1]. */
static void fill(struct vector *x, struct seeded *random)
{
    for (int i = 0; i < x->n; i++)
        vector_set(x, i, seeded_in(random, -1, 1));
}

static void finish(struct guarded g[VECTORS], const char *group)
{
    for (int k = 0; k < VECTORS; k++) {
        if (!guarded_intact(&g[k]))
            verdict_text(OUTSIDE, "memory beside vector %d of the kernels of %s", k,
                         group);
        guarded_free(&g[k]);
    }
}

static void test_spmv(struct problem *p, int l, enum format v, enum format s,
                      struct seeded *random)
{
    const struct matrix *A = &p->h->level[l].A;
    struct guarded g[VECTORS];
    for (int k = 0; k < VECTORS; k++)
        g[k] = guarded_create(k == 2 ? s : v, A->n);
    struct vector *x = &g[0].v, *b = &g[1].v, *c = &g[2].v, *y = &g[3].v;
    for (int t = 0; t < TIMES; t++) {
        fill(x, random);
        fill(b, random);
        fill(c, random);
        spmv(A, x, y);
        residual(A, b, x, y);
        residual_norm(A, b, x, y);
        if (!format_is_integer(s))
            correct_solution(A, -0.375, c, x, y);
    }
    finish(g, "spmv");
}

static void test_sweep(struct problem *p, int l, enum format v, enum format s,
                       struct seeded *random)
{
    struct level *level = &p->h->level[l];
    const int n = level->A.n;
    struct guarded g[VECTORS];
    (void)s;
    for (int k = 0; k < VECTORS; k++)
        g[k] = guarded_create(v, k == 2 ? level->coarse_n : n);
    struct vector *r = &g[0].v, *z = &g[1].v, *rc = &g[2].v, *w = &g[3].v;
    for (int t = 0; t < TIMES; t++) {
        fill(r, random);
        fill(z, random);
        sweep_zero_guess(&level->A, r, z);
        if (level->coarse_n > 0) {
            descend(level, r, z, rc);
            ascend(level, r, rc, z, NULL);
            fill(r, random); /* or a right result would be one of an earlier call */
            descend(level, r, z, rc);
            ascend(level, r, rc, z, w);
        }
    }
    finish(g, "sweep");
}

static void test_jacobi(struct problem *p, int l, enum format v, enum format s,
                        struct seeded *random)
{
    const struct matrix *A = &p->h->level[l].A;
    struct guarded g[VECTORS];
    (void)s;
    for (int k = 0; k < VECTORS; k++)
        g[k] = guarded_create(v, A->n);
    for (int t = 0; t < TIMES; t++) {
        fill(&g[0].v, random);
        fill(&g[1].v, random);
        jacobi(A, 0.625, &g[0].v, &g[1].v, &g[2].v);
        jacobi_zero_guess(A, 0.625, &g[0].v, &g[2].v);
    }
    finish(g, "jacobi");
}

static void test_transfer(struct problem *p, int l, enum format v, enum format s,
                          struct seeded *random)
{
    const struct level *level = &p->h->level[l];
    const int n = level->A.n, coarse = level->coarse_n;
    struct guarded g[VECTORS] = {guarded_create(v, n), guarded_create(s, coarse),
                                 guarded_create(s, p->R.A->n),
                                 guarded_create(v, p->P.A->n)};
    for (int t = 0; t < TIMES; t++) {
        for (int k = 0; k < VECTORS; k++)
            fill(&g[k].v, random);
        if (l > 0)
            continue;
        restrict_by_matrix(p->R.A, &g[3].v, &g[2].v);
        fill(&g[2].v, random);
        prolong_by_matrix(p->P.A, -0.75, &g[2].v, &g[3].v);
    }
    finish(g, "transfer");
}

static void test_update(struct problem *p, int l, enum format v, enum format s,
                        struct seeded *random)
{
    const struct matrix *A = &p->h->level[l].A;
    struct guarded g[VECTORS];
    for (int k = 0; k < VECTORS; k++)
        g[k] = guarded_create(k == 1 ? s : v, A->n);
    struct vector *x = &g[0].v, *y = &g[1].v;
    for (int t = 0; t < TIMES; t++) {
        const double alpha = seeded_in(random, -1, 1);
        fill(x, random);
        vector_scale(alpha, x, y);
        fill(y, random);
        vector_axpy(alpha, y, x);
        vector_aypx(A, alpha, y, x);
        vector_norm(A, x);
        vector_dot(A, x, y);
        vector_count_out_of_range(A, 0.25, 0.75, x);
    }
    finish(g, "update");
}

/* Columns of a basis from random vectors, by one method of Gram-Schmidt. */
static void test_ortho(struct problem *p, int l, enum format v, enum format s,
                       struct seeded *random)
{
    enum { COLUMNS = 6 };
    const struct matrix *A = &p->h->level[l].A;
    const double sigma = exp2(rint(log2(sqrt(A->n))));
    double h[COLUMNS + 1], t[COLUMNS];
    for (int kind = ORTHO_CGS2; kind <= ORTHO_MGS; kind++) {
        struct basis Q = basis_create(s, A->n, COLUMNS + 1, 1 / sigma, SCALE_BLOCKS,
                                      MPI_COMM_SELF);
        Q.ortho = (struct ortho){(enum ortho_kind)kind, sqrt(0.5), A->options.cgs2};
        struct guarded w = guarded_create(v, A->n);
        fill(&w.v, random);
        basis_store(&Q, 0, 1 / vector_norm(A, &w.v), &w.v);
        for (int k = 1; k <= COLUMNS; k++) {
            fill(&w.v, random);
            orthonormalize(&Q, k, &w.v, h);
        }
        for (int j = 0; j < COLUMNS; j++)
            t[j] = sigma * seeded_in(random, -1, 1);
        basis_combine(&Q, COLUMNS, t, &w.v);
        if (!guarded_intact(&w))
            verdict_text(OUTSIDE, "memory beside the vector w of the basis");
        guarded_free(&w);
        basis_free(&Q);
    }
}

void group_test(int group, struct problem *p, enum format v, enum format s,
                struct seeded *random)
{
    static void (*const tests[GROUPS])(struct problem *, int, enum format,
                                       enum format, struct seeded *) = {
        test_spmv, test_sweep, test_transfer, test_jacobi, test_update, test_ortho};
    for (int l = 0; l < p->h->levels; l++) {
        p->h->level[l].A.formats[v] = s;
        if (format_is_integer(s) ? group == GROUP_BASIS && l == 0
                                 : group != GROUP_BASIS || l == 0)
            tests[group](p, l, v, s, random);
        p->h->level[l].A.formats[v] = v;
    }
}
