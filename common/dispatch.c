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
