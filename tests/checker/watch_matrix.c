/* tests/checker/watch_matrix.c - receives the calls of the kernels that use a matrix. */
#include "watched.h"

/* A copy of the vector x, which the matrix multiplies: the call must not change it, but for
 * the entries of other ranks. */
static double *frame_operand(struct frame *f, const struct vector *x)
{
    double *copy = frame_input(f, x);
    frame_remote(f, copy);
    return copy;
}

/* A copy of a result that the matrix has multiplied. */
static double *frame_result(struct frame *f, const struct vector *z)
{
    double *copy = frame_copy(f, z);
    frame_remote(f, copy);
    return copy;
}

/* Notes the operands b and x, which may be NULL, and prepares the result. */
static void begin(struct frame *f, const struct matrix *A, const struct vector *b,
                  const struct vector *x, const struct vector *result)
{
    frame_matrix(f, A);
    f->c.b = b ? frame_input(f, b) : NULL;
    f->c.x = x ? frame_operand(f, x) : NULL;
    f->c.result = result->format;
    frame_fill(f, result);
    frame_start(f);
}

void watch_spmv(struct frame *f, const struct matrix *A, struct vector *x,
                struct vector *y)
{
    begin(f, A, NULL, x, y);
    __real_spmv(A, x, y);
    frame_stop(f);
    frame_check(f, y, A->n, row_product);
}

void watch_residual(struct frame *f, const struct matrix *A, const struct vector *b,
                    struct vector *x, struct vector *r)
{
    begin(f, A, b, x, r);
    __real_residual(A, b, x, r);
    frame_stop(f);
    frame_check(f, r, A->n, row_residual);
}

void watch_sweep_zero_guess(struct frame *f, const struct matrix *A,
                            const struct vector *r, struct vector *z)
{
    frame_matrix(f, A);
    f->c.old = frame_zeros(f, z->n);
    begin(f, A, r, NULL, z);
    __real_sweep_zero_guess(A, r, z);
    frame_stop(f);
    frame_check(f, z, A->n, row_sweep);
}

void watch_jacobi(struct frame *f, const struct matrix *A, double omega,
                  const struct vector *b, struct vector *x, struct vector *y)
{
    f->c.alpha = omega;
    begin(f, A, b, x, y);
    __real_jacobi(A, omega, b, x, y);
    frame_stop(f);
    frame_check(f, y, A->n, x ? row_jacobi : row_jacobi_zero);
}

static void round_to(enum format format, double *x, int n)
{
    for (int i = 0; i < n; i++) {
        double rounded;
        format_put(format, &rounded, 0, x[i]);
        x[i] = format_get(format, &rounded, 0);
    }
}

void watch_descend(struct frame *f, const struct level *fine,
                   const struct vector *r, struct vector *z, struct vector *rc)
{
    const struct matrix *A = &fine->A;
    frame_matrix(f, A);
    f->c.b = frame_input(f, r);
    f->c.old = frame_zeros(f, z->n);
    frame_fill(f, z);
    frame_fill(f, rc);
    frame_start(f);
    __real_descend(fine, r, z, rc);
    frame_stop(f);
    frame_check(f, z, A->n, row_sweep);
    f->c.x = frame_result(f, z);
    frame_check(f, rc, fine->coarse_n, row_restrict);
}

/* The initial guess of the sweep is z + P zc, rounded to the format of z; a tree may
 * use it before it is rounded. */
void watch_ascend(struct frame *f, const struct level *fine, const struct vector *r,
                  const struct vector *zc, struct vector *z, struct vector *w)
{
    const struct matrix *A = &fine->A;
    frame_matrix(f, A);
    f->c.b = frame_input(f, r);
    const double *correction = frame_input(f, zc);
    double *old = frame_copy(f, z);
    if (f->checked) {
        for (int i = 0; i < fine->coarse_n; i++)
            old[f->c.M->coarse_row[i]] += correction[i];
        round_to(z->format, old, z->n);
    }
    frame_remote(f, old);
    f->c.old = old;
    if (w)
        frame_fill(f, w);
    frame_start(f);
    __real_ascend(fine, r, zc, z, w);
    frame_stop(f);
    frame_check(f, z, A->n, row_sweep);
    if (!w)
        return;
    f->c.x = frame_result(f, z);
    f->c.result = w->format;
    frame_check(f, w, A->n, row_swept);
}

void watch_correct_solution(struct frame *f, const struct matrix *A, double alpha,
                            struct vector *c, struct vector *u, struct vector *r)
{
    frame_matrix(f, A);
    f->c.x = frame_operand(f, c);
    f->c.alpha = alpha;
    f->c.result = u->format;
    const double *old_u = frame_copy(f, u), *old_r = frame_copy(f, r);
    frame_start(f);
    __real_correct_solution(A, alpha, c, u, r);
    frame_stop(f);
    f->c.old = old_u;
    frame_check(f, u, A->n, row_sum);
    f->c.old = old_r;
    f->c.alpha = -alpha;
    frame_check(f, r, A->n, row_add_product);
}
