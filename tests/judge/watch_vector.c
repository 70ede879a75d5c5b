/* tests/judge/watch_vector.c - receives the calls of the kernels of vectors and bases. */
#include "watched.h"
#include <math.h>
#include <string.h>

/* q_k is normal and orthogonal to the columns before it, as far as storage allows. */
static void check_orthogonal(struct frame *f, const struct basis *Q, int k)
{
    const int j = k > 0 ? seeded_below(&watch.random, k) : 0;
    big square = 0, dot = 0;
    double storage = 0;
    for (int i = 0; i < Q->n; i++) {
        const big q = basis_number(Q, k, i);
        square += q * q;
        dot += q * basis_number(Q, j, i);
        storage += basis_storage(Q, k, i) * basis_storage(Q, k, i);
    }
    const double bound = 4 * (k + 4) * fmax(unit_of(&f->c, f->c.v), sqrt(storage));
    frame_check_number(f, (double)square, 1, 2 * bound, "norm of the new column");
    if (k > 0)
        frame_check_number(f, (double)dot, 0, bound,
                           "dot product with an earlier column");
}

/* w, which was `before`, is now h[0] q_0 + ... + h[k] q_k. */
static void check_split(struct frame *f, const struct basis *Q, int k,
                        const double *h, const double *before)
{
    f->c.x = before;
    f->c.h = h;
    f->c.k = k;
    f->c.Q = Q;
    frame_check_array(f, before, Q->n, row_split);
}

/* Bytes of so many columns, and of as many passes over a vector. */
static double basis_bytes(const struct basis *Q, int columns,
                          const struct vector *w, int passes)
{
    return (double)Q->n * (columns * (double)format_bytes(Q->format) +
                           passes * (double)format_bytes(w->format));
}

static double vector_bytes(const struct vector *x)
{
    return x->n * (double)format_bytes(x->format);
}

double watch_orthonormalize(struct frame *f, struct basis *Q, int k,
                            struct vector *w, double *h)
{
    const double *before = frame_copy(f, w);
    for (int j = 0; j < k && f->checked; j++)
        h[j] = NAN;
    frame_start(f);
    const double beta = __real_orthonormalize(Q, k, w, h);
    frame_stop(f, basis_bytes(Q, k + 1, w, 2));
    if (f->checked && beta > 0 && isfinite(beta)) {
        double all[MAX_RESTART + 1];
        memcpy(all, h, (size_t)k * sizeof *h);
        all[k] = beta;
        check_split(f, Q, k, all, before);
        check_orthogonal(f, Q, k);
    }
    return beta;
}

void watch_basis_append(struct frame *f, struct basis *Q, int k, const double *h,
                        double beta, struct vector *w)
{
    const double *before = frame_copy(f, w);
    double all[MAX_RESTART + 1];
    memcpy(all, h, (size_t)k * sizeof *h);
    all[k] = beta;
    frame_start(f);
    __real_basis_append(Q, k, h, beta, w);
    frame_stop(f, basis_bytes(Q, k + 1, w, 2));
    check_split(f, Q, k, all, before);
}

void watch_basis_store(struct frame *f, struct basis *Q, int j, double alpha,
                       const struct vector *w)
{
    f->c.x = frame_input(f, w);
    f->c.alpha = alpha;
    f->c.Q = Q;
    f->c.k = j;
    frame_start(f);
    __real_basis_store(Q, j, alpha, w);
    frame_stop(f, basis_bytes(Q, 1, w, 1));
    double *q = frame_zeros(f, Q->n);
    for (int i = 0; i < Q->n && q; i++)
        q[i] = basis_number(Q, j, i);
    frame_check_array(f, q, Q->n, row_stored);
}

void watch_basis_combine(struct frame *f, const struct basis *Q, int k,
                         const double *t, struct vector *y)
{
    f->c.h = t;
    f->c.k = k;
    f->c.Q = Q;
    frame_poison(f, y);
    frame_start(f);
    __real_basis_combine(Q, k, t, y);
    frame_stop(f, basis_bytes(Q, k, y, 1));
    frame_check(f, y, Q->n, row_combined);
}

void watch_vector_scale(struct frame *f, double alpha, const struct vector *x,
                        struct vector *y)
{
    f->c.x = frame_input(f, x);
    f->c.alpha = alpha;
    f->c.result = y->format;
    frame_poison(f, y);
    frame_start(f);
    __real_vector_scale(alpha, x, y);
    frame_stop(f, vector_bytes(x) + vector_bytes(y));
    frame_check(f, y, x->n, row_scaled);
}

void watch_vector_axpy(struct frame *f, double alpha, const struct vector *z,
                       struct vector *x)
{
    f->c.x = frame_input(f, z);
    f->c.old = frame_copy(f, x);
    f->c.alpha = alpha;
    frame_start(f);
    __real_vector_axpy(alpha, z, x);
    frame_stop(f, 2 * vector_bytes(x) + vector_bytes(z));
    frame_check(f, x, x->n, row_sum);
}

double watch_vector_norm(struct frame *f, const struct matrix *A,
                         const struct vector *x)
{
    frame_matrix(f, A);
    frame_input(f, x);
    frame_start(f);
    const double norm = __real_vector_norm(A, x);
    frame_stop(f, vector_bytes(x));
    watched_norm(f, norm, x);
    return norm;
}
