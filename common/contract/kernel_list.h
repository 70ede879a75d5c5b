/* common/contract/kernel_list.h - the list of the functions of kernels.h, for code that is
 * generated.
 *
 * dispatch.c, the checker and unit tests expand the list to define or declare something for each
 * function. MATRIX_FUNCTIONS_X are compiled for MATRIX_PAIRS_X, VECTOR_FUNCTIONS_X for
 * VECTOR_PAIRS_X (format.h). An entry is
 *
 *   X(V, S, result, name, (parameters), (arguments), first format, second format, flops)
 *
 * where the two formats belong to the operands by which dispatch.c selects the
 * compiled function, and `flops` adds the flops of a call to its phases. V and S are
 * passed through: the names of a pair of formats, or nothing.
 */
#ifndef MEMWALL_KERNEL_LIST_H
#define MEMWALL_KERNEL_LIST_H
#include "level.h"
#include "phase.h"
#include "vector.h"

/* clang-format off */
#define MATRIX_FUNCTIONS_X(X, V, S)                                                \
    X(V, S, void, spmv,                                                            \
      (const struct matrix *A, struct vector *x, struct vector *y),                \
      (A, x, y), x->format, A->formats[x->format],                                 \
      phase_flops(PHASE_SPMV, A->level, 2 * (double)A->nonzeros))                  \
    X(V, S, void, residual,                                                        \
      (const struct matrix *A, const struct vector *b, struct vector *x,           \
       struct vector *r),                                                          \
      (A, b, x, r), x->format, A->formats[x->format],                              \
      phase_flops(PHASE_RESIDUAL, A->level, 2 * (double)A->nonzeros))              \
    X(V, S, void, sweep_zero_guess,                                                \
      (const struct matrix *A, const struct vector *r, struct vector *z),          \
      (A, r, z), z->format, A->formats[z->format],                                 \
      phase_flops(PHASE_SWEEP_ZERO_GUESS, A->level, (double)A->nonzeros))          \
    X(V, S, void, descend,                                                         \
      (const struct level *fine, const struct vector *r, struct vector *z,         \
       struct vector *rc),                                                         \
      (fine, r, z, rc), z->format, fine->A.formats[z->format],                     \
      phase_flops(PHASE_SWEEP_ZERO_GUESS, fine->A.level, (double)fine->A.nonzeros);\
      phase_flops(PHASE_RESTRICT, fine->A.level,                                   \
                  2 * (double)fine->coarse_nonzeros + fine->coarse_n))             \
    X(V, S, void, ascend,                                                          \
      (const struct level *fine, const struct vector *r, const struct vector *zc,  \
       struct vector *z, struct vector *w),                                        \
      (fine, r, zc, z, w), z->format, fine->A.formats[z->format],                  \
      phase_flops(PHASE_PROLONG, fine->A.level, fine->coarse_n);                   \
      phase_flops(PHASE_SWEEP, fine->A.level, 2 * (double)fine->A.nonzeros);       \
      phase_flops(PHASE_SPMV, fine->A.level, w ? 2 * (double)fine->A.nonzeros : 0))\
    X(V, S, void, jacobi,                                                          \
      (const struct matrix *A, double omega, const struct vector *b,               \
       struct vector *x, struct vector *y),                                        \
      (A, omega, b, x, y), y->format, A->formats[y->format],                       \
      phase_flops(x ? PHASE_SWEEP : PHASE_SWEEP_ZERO_GUESS, A->level,              \
                  x ? 2 * (double)A->nonzeros + 4.0 * A->n : 2.0 * A->n))          \
    X(V, S, void, correct_solution,                                                \
      (const struct matrix *A, double alpha, struct vector *c, struct vector *u,   \
       struct vector *r),                                                          \
      (A, alpha, c, u, r), c->format, u->format,                                   \
      phase_flops(PHASE_CORRECT, A->level, 2 * (double)A->nonzeros + 4.0 * A->n))

#define VECTOR_FUNCTIONS_X(X, V, S)                                                \
    X(V, S, double, orthonormalize,                                                \
      (struct basis *Q, int k, struct vector *w, double *h),                       \
      (Q, k, w, h), w->format, Q->format,                                          \
      phase_flops(PHASE_ORTHO, 0, (4.0 * k * Q->projections + 3) * Q->n))          \
    X(V, S, void, basis_append,                                                    \
      (struct basis *Q, int k, const double *h, double beta, struct vector *w),    \
      (Q, k, h, beta, w), w->format, Q->format,                                    \
      phase_flops(PHASE_ORTHO, 0, (2.0 * k + 1) * Q->n))                           \
    X(V, S, void, basis_store,                                                     \
      (struct basis *Q, int j, double alpha, const struct vector *w),              \
      (Q, j, alpha, w), w->format, Q->format, phase_flops(PHASE_UPDATE, 0, Q->n))  \
    X(V, S, void, basis_combine,                                                   \
      (const struct basis *Q, int k, const double *t, struct vector *y),           \
      (Q, k, t, y), y->format, Q->format,                                          \
      phase_flops(PHASE_UPDATE, 0, 2.0 * k * Q->n))                                \
    X(V, S, void, vector_scale,                                                    \
      (double alpha, const struct vector *x, struct vector *y),                    \
      (alpha, x, y), x->format, y->format, phase_flops(PHASE_UPDATE, 0, x->n))     \
    X(V, S, void, vector_axpy,                                                     \
      (double alpha, const struct vector *z, struct vector *x),                    \
      (alpha, z, x), x->format, z->format,                                         \
      phase_flops(PHASE_UPDATE, 0, 2.0 * x->n))                                    \
    X(V, S, double, vector_norm,                                                   \
      (const struct matrix *A, const struct vector *x),                            \
      (A, x), x->format, x->format, phase_flops(PHASE_UPDATE, 0, 2.0 * A->n))
/* clang-format on */
#define CONTRACT_X(X, V, S) MATRIX_FUNCTIONS_X(X, V, S) VECTOR_FUNCTIONS_X(X, V, S)

/* Declares spmv_f64_f64(...), spmv_f64_f32(...), and so on, for each pair of formats;
 * likewise for all other functions. kernels.h declares spmv(...). */
#define DECLARE_(V, S, result, name, parameters, ...) \
    result name##_##V##_##S parameters;
#define DECLARE_MATRIX_(V, S) MATRIX_FUNCTIONS_X(DECLARE_, V, S)
#define DECLARE_VECTOR_(V, S) VECTOR_FUNCTIONS_X(DECLARE_, V, S)
MATRIX_PAIRS_X(DECLARE_MATRIX_)
VECTOR_PAIRS_X(DECLARE_VECTOR_)
#endif
