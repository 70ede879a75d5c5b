/* judge/kernel_tests.c - calls every kernel of the contract with guarded vectors.
 *
 * The results are checked where the calls arrive (watch.h). Each call is made twice
 * with different inputs in the same memory, so that a result which is returned again
 * is noticed, and once for each other format of a result that may have any.
 */
#include "device.h"
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
    {"transfer", " restrict_by_matrix prolong_by_matrix "},
    {"jacobi", " jacobi jacobi_zero_guess "},
    {"update", " vector_scale vector_axpy vector_aypx vector_norm vector_dot "
               "vector_count_out_of_range "},
    {"ortho",
     " orthonormalize basis_append basis_store basis_combine basis_sketch basis "}};

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

static void finish(struct guarded *g, const char *group)
{
    if (!guarded_intact(g))
        verdict_text(WRONG, "memory beside a vector of the kernels of %s", group);
    guarded_free(g);
}

static void finish_all(struct guarded g[VECTORS], const char *group)
{
    for (int k = 0; k < VECTORS; k++)
        finish(&g[k], group);
}

static void test_spmv(struct problem *p, int l, enum format v, enum format s,
                      struct seeded *random)
{
    const struct matrix *A = &p->h->level[l].A;
    struct guarded g[VECTORS];
    const int only_matrices = s == I8; /* there are no vectors in this format */
    for (int k = 0; k < VECTORS; k++)
        g[k] = guarded_create(k < 3 || only_matrices ? v : s, A->n);
    struct vector *x = &g[0].v, *b = &g[1].v, *y = &g[2].v, *u = &g[3].v,
                  *r = &g[4].v;
    for (int t = 0; t < TIMES; t++) {
        struct guarded any = guarded_create(any_format(v, t), A->n);
        fill(x, random);
        fill(b, random);
        fill(u, random);
        fill(r, random);
        spmv(A, x, &any.v);
        residual(A, b, x, y);
        residual_norm(A, b, x, y);
        if (!only_matrices)
            correct_solution(A, -0.375, x, u, r);
        finish(&any, "spmv");
    }
    finish_all(g, "spmv");
}

static void test_sweep(struct problem *p, int l, enum format v, enum format s,
                       struct seeded *random)
{
    struct level *level = &p->h->level[l];
    const int n = level->A.n;
    struct guarded g[VECTORS];
    (void)s;
    for (int k = 0; k < VECTORS; k++)
        g[k] = guarded_create(v, k >= 2 ? level->coarse_n : n);
    struct vector *r = &g[0].v, *z = &g[1].v, *rc = &g[2].v;
    for (int t = 0; t < TIMES; t++) {
        fill(r, random);
        sweep_zero_guess(&level->A, r, z);
        if (level->coarse_n == 0)
            continue;
        struct guarded zc = guarded_create(any_format(v, t), level->coarse_n),
                       w = guarded_create(any_format(v, t), n);
        for (int product = 0; product < 2; product++) {
            fill(r, random); /* or a right result would be one of an earlier call */
            fill(&zc.v, random);
            descend(level, r, z, rc);
            ascend(level, r, &zc.v, z, product ? &w.v : NULL);
        }
        finish(&zc, "sweep");
        finish(&w, "sweep");
    }
    finish_all(g, "sweep");
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
    finish_all(g, "jacobi");
}

static void test_transfer(struct problem *p, int l, enum format v, enum format s,
                          struct seeded *random)
{
    const struct matrix *R = p->R.A, *P = p->P.A;
    (void)s;
    struct guarded r = guarded_create(v, R->columns),
                   zc = guarded_create(v, P->columns);
    for (int t = 0; t < TIMES && l == 0; t++) {
        struct guarded rc = guarded_create(any_format(v, t), R->n),
                       z = guarded_create(any_format(v, t), P->n);
        fill(&r.v, random);
        fill(&zc.v, random);
        fill(&z.v, random);
        restrict_by_matrix(R, &r.v, &rc.v);
        prolong_by_matrix(P, -0.75, &zc.v, &z.v);
        finish(&rc, "transfer");
        finish(&z, "transfer");
    }
    finish(&r, "transfer");
    finish(&zc, "transfer");
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
    finish_all(g, "update");
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
        fill(&w.v, random);
        basis_append(&Q, COLUMNS, t, 2, &w.v);
        double sketched[2 * SKETCH_BLOCK];
        struct sketch S = {SKETCH_BLOCK, 100, 5,
                           device_alloc(2 * SKETCH_TEAMS * SKETCH_BLOCK,
                                        sizeof *sketched, "sketches")};
        basis_sketch(&Q, COLUMNS, &S, &w.v, sketched);
        device_free(S.partial);
        finish(&w, "ortho");
        basis_free(&Q);
    }
}

void group_test(int group, struct problem *p, enum format v, enum format s,
                struct seeded *random)
{
    static void (*const tests[GROUPS])(struct problem *, int, enum format,
                                       enum format, struct seeded *) = {
        test_spmv, test_sweep, test_transfer, test_jacobi, test_update, test_ortho};
    p->R.A->formats[v] = p->P.A->formats[v] = s;
    for (int l = 0; l < p->h->levels; l++) {
        p->h->level[l].A.formats[v] = s;
        if (format_is_integer(s) && s != I8 ? group == GROUP_BASIS && l == 0
                                            : group != GROUP_BASIS || l == 0)
            tests[group](p, l, v, s, random);
        p->h->level[l].A.formats[v] = v;
    }
    p->R.A->formats[v] = p->P.A->formats[v] = v;
}
