/* common/dispatch.c - calls the kernel compiled for the formats of its operands. */
#include "kernels.h"

struct kernels {
#define MEMBER(V, S, result, name, arguments) result(*name) arguments;
    CONTRACT_X(MEMBER, , )
};

static const struct kernels table[FORMATS][FORMATS] = {
#define ENTRY(V, S, result, name, arguments) .name = name##_##V##_##S,
#define PAIR(V, S)                           [FORMAT_##V][FORMAT_##S] = {CONTRACT_X(ENTRY, V, S)},
    PAIRS_X(PAIR)};

void spmv(const struct level *A, struct vector *x, struct vector *y)
{
    table[x->format][A->matrix[x->format]].spmv(A, x, y);
}

double residual(const struct level *A, const struct vector *b, struct vector *x,
                struct vector *r)
{
    return table[x->format][A->matrix[x->format]].residual(A, b, x, r);
}

void sweep(const struct level *A, const struct vector *r, struct vector *z)
{
    table[z->format][A->matrix[z->format]].sweep(A, r, z);
}

void sweep_zero(const struct level *A, const struct vector *r, struct vector *z)
{
    table[z->format][A->matrix[z->format]].sweep_zero(A, r, z);
}

void restrict_residual(const struct level *A, const struct vector *r, struct vector *z,
                       struct vector *rc)
{
    table[z->format][A->matrix[z->format]].restrict_residual(A, r, z, rc);
}

void prolong_add(const struct level *A, const struct vector *zc, struct vector *z)
{
    table[z->format][zc->format].prolong_add(A, zc, z);
}

void jacobi_zero(const struct level *A, double omega, const struct vector *b,
                 struct vector *x)
{
    table[x->format][A->matrix[x->format]].jacobi_zero(A, omega, b, x);
}

void jacobi(const struct level *A, double omega, const struct vector *b, struct vector *x,
            struct vector *y)
{
    table[x->format][A->matrix[x->format]].jacobi(A, omega, b, x, y);
}

void defect(const struct level *A, const struct vector *b, struct vector *x,
            struct vector *r)
{
    table[x->format][A->matrix[x->format]].defect(A, b, x, r);
}

void restrict_by(const struct level *R, struct vector *r, struct vector *rc)
{
    table[r->format][rc->format].restrict_by(R, r, rc);
}

void interpolate(const struct level *P, double alpha, struct vector *zc, struct vector *z)
{
    table[z->format][zc->format].interpolate(P, alpha, zc, z);
}

double take_correction(const struct level *A, double alpha, struct vector *c,
                       struct vector *u, struct vector *r)
{
    return table[r->format][c->format].take_correction(A, alpha, c, u, r);
}

double orthonormalize(struct basis *Q, int k, struct vector *w, double *h)
{
    return table[w->format][Q->format].orthonormalize(Q, k, w, h);
}

void basis_store(struct basis *Q, int j, double alpha, const struct vector *w)
{
    table[w->format][Q->format].basis_store(Q, j, alpha, w);
}

void basis_combine(const struct basis *Q, int k, const double *t, struct vector *y)
{
    table[y->format][Q->format].basis_combine(Q, k, t, y);
}

void vector_scale(double alpha, const struct vector *x, struct vector *y)
{
    table[x->format][y->format].vector_scale(alpha, x, y);
}

void vector_axpy(double alpha, const struct vector *z, struct vector *x)
{
    table[x->format][z->format].vector_axpy(alpha, z, x);
}

double vector_norm(const struct level *A, const struct vector *x)
{
    return table[x->format][x->format].vector_norm(A, x);
}

double vector_dot(const struct level *A, const struct vector *x, const struct vector *y)
{
    return table[x->format][y->format].vector_dot(A, x, y);
}

void vector_extend(const struct level *A, double beta, const struct vector *z,
                   struct vector *x)
{
    table[x->format][z->format].vector_extend(A, beta, z, x);
}

double vector_outside(const struct level *A, double least, double most,
                      const struct vector *x)
{
    return table[x->format][x->format].vector_outside(A, least, most, x);
}
