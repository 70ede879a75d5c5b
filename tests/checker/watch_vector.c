/* tests/checker/watch_vector.c - receives the calls of the kernels of vectors and bases. */
#include "device.h"
#include "memory.h"
#include "finding.h"
#include "watched.h"
#include <math.h>
#include <string.h>

/* The bytes of a basis before a call of a test of single kernels. */
static unsigned char *kept;

static size_t basis_size(const struct basis *Q)
{
    return Q->stride * (size_t)Q->count * format_bytes(Q->format);
}

static void keep_columns(const struct frame *f, const struct basis *Q)
{
    if (!f->checked || watch.rows > 0)
        return;
    kept = NEW(unsigned char, basis_size(Q), "bytes of a basis");
    device_get(kept, Q->data, basis_size(Q));
}

/* No other column than q_k has changed, nor the gaps between columns. */
static void check_other_columns(struct frame *f, const struct basis *Q, int k)
{
    if (!f->checked || watch.rows > 0)
        return;
    const size_t size = basis_size(Q), column = Q->stride * format_bytes(Q->format),
                 first = (size_t)k * column,
                 last = first + (size_t)Q->n * format_bytes(Q->format);
    unsigned char *now = NEW(unsigned char, size, "bytes of a basis");
    device_get(now, Q->data, size);
    size_t b = 0;
    while (b < size && (now[b] == kept[b] || (b >= first && b < last)))
        b++;
    if (b < size)
        finding_call(f, "column %d of the basis, which must not change, has changed", (int)(b / column));
    mem_free(now);
    mem_free(kept);
}

/* q_k is normal, and orthogonal to the columns before it as far as storage allows: to one of
 * them in a solve, and to all in a test of single kernels. */
static void check_orthogonal(struct frame *f, int n, int k)
{
    const struct basis_copy *Q = f->c.Q;
    double square = 0, storage = 0;
    for (int i = 0; i < n; i++) {
        const double q = column_entry(Q, k, i), error = column_error(Q, k, i);
        square += q * q;
        storage += error * error;
    }
    const double bound =
        4 * (k + 4) * fmax(unit_of(&f->c, f->c.v), sqrt(sum_of_ranks(storage)));
    frame_check_number(f, sum_of_ranks(square), 1, 2 * bound, "norm of the new column");
    const int some = watch.rows > 0 && k > 0,
              first = some ? seeded_below(&watch.random, k) : 0;
    for (int j = first; j < (some ? first + 1 : k); j++) {
        big dot = 0;
        for (int i = 0; i < n; i++)
            dot += (big)column_entry(Q, k, i) * column_entry(Q, j, i);
        frame_check_number(f, sum_of_ranks((double)dot), 0, bound,
                           "dot product with an earlier column");
    }
}

/* w, which was `before`, contained h[0] q_0 + ... + h[k] q_k, and is now what is left
 * without the first k columns. */
static void check_split(struct frame *f, const struct basis *Q, int k,
                        const double *h, double beta, const double *before,
                        const struct vector *w)
{
    double all[MAX_RESTART + 1];
    memcpy(all, h, (size_t)k * sizeof *h);
    all[k] = beta;
    struct basis_copy C = basis_copy(Q, k + 1);
    f->c.x = before;
    f->c.h = all;
    f->c.k = k;
    f->c.Q = &C;
    frame_check(f, w, Q->n, row_left);
    if (beta > 0 && isfinite(beta)) {
        frame_check_array(f, before, Q->n, row_split);
        if (f->c.index == N_orthonormalize)
            check_orthogonal(f, Q->n, k);
    }
    basis_copy_free(&C);
}

/* ||x||. If the squares of x are too small or too large for f64, the squares of 2^600 x or of
 * 2^-600 x are not. */
static double norm_of(const double *x, int n)
{
    static const int exponents[] = {0, 600, -600};
    double square = 0;
    for (int k = 0; k < 3; k++) {
        big sum = 0;
        for (int i = 0; i < n; i++)
            sum += (big)ldexp(x[i], exponents[k]) * ldexp(x[i], exponents[k]);
        square = sum_of_ranks((double)sum);
        if (square > 0x1p-900 && isfinite(square))
            return ldexp(sqrt(square), -exponents[k]);
    }
    return sqrt(square);
}

double watch_orthonormalize(struct frame *f, struct basis *Q, int k,
                            struct vector *w, double *h)
{
    const double *before = frame_copy(f, w);
    for (int j = 0; j < k && f->checked; j++)
        h[j] = NAN;
    keep_columns(f, Q);
    frame_start(f);
    const double beta = __real_orthonormalize(Q, k, w, h);
    frame_stop(f);
    check_other_columns(f, Q, k);
    if (!f->checked)
        return beta;
    check_split(f, Q, k, h, beta, before, w);
    /* beta and ||w|| may come from different passes: (k + 4) roundoffs of each pass */
    const double bound = 3 * (k + 4) * (1 + sqrt(k)) * unit_of(&f->c, f->c.v);
    frame_check_number(f, beta, norm_of(frame_copy(f, w), w->n),
                       bound * norm_of(before, w->n), "norm of w");
    return beta;
}

void watch_basis_append(struct frame *f, struct basis *Q, int k, const double *h,
                        double beta, struct vector *w)
{
    const double *before = frame_copy(f, w);
    keep_columns(f, Q);
    frame_start(f);
    __real_basis_append(Q, k, h, beta, w);
    frame_stop(f);
    check_other_columns(f, Q, k);
    if (f->checked)
        check_split(f, Q, k, h, beta, before, w);
}

void watch_basis_store(struct frame *f, struct basis *Q, int j, double alpha,
                       const struct vector *w)
{
    f->c.x = frame_input(f, w);
    f->c.alpha = alpha;
    f->c.k = j;
    keep_columns(f, Q);
    frame_start(f);
    __real_basis_store(Q, j, alpha, w);
    frame_stop(f);
    check_other_columns(f, Q, j);
    if (!f->checked)
        return;
    struct basis_copy C = basis_copy(Q, j + 1);
    f->c.Q = &C;
    double *q = NEW(double, (size_t)Q->n, "column");
    for (int i = 0; i < Q->n; i++)
        q[i] = column_entry(&C, j, i);
    frame_check_array(f, q, Q->n, row_stored);
    mem_free(q);
    basis_copy_free(&C);
}

void watch_basis_combine(struct frame *f, const struct basis *Q, int k,
                         const double *t, struct vector *y)
{
    struct basis_copy C = {0};
    if (f->checked)
        C = basis_copy(Q, k);
    f->c.h = t;
    f->c.k = k;
    f->c.Q = &C;
    frame_fill(f, y);
    frame_start(f);
    __real_basis_combine(Q, k, t, y);
    frame_stop(f);
    frame_check(f, y, Q->n, row_combined);
    basis_copy_free(&C);
}

void watch_vector_scale(struct frame *f, double alpha, const struct vector *x,
                        struct vector *y)
{
    f->c.x = frame_input(f, x);
    f->c.alpha = alpha;
    f->c.result = y->format;
    frame_fill(f, y);
    frame_start(f);
    __real_vector_scale(alpha, x, y);
    frame_stop(f);
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
    frame_stop(f);
    frame_check(f, x, x->n, row_sum);
}

double watch_vector_norm(struct frame *f, const struct matrix *A,
                         const struct vector *x)
{
    frame_matrix(f, A);
    frame_input(f, x);
    frame_start(f);
    const double norm = __real_vector_norm(A, x);
    frame_stop(f);
    const double *copy = frame_copy(f, x);
    if (copy) {
        const double wanted = norm_of(copy, x->n);
        frame_check_number(f, norm, wanted, (sum_of_ranks(x->n) + 4) * 0x1p-53 * wanted, "norm");
    }
    return norm;
}
