/* common/contract/kernels.h - the contract: the functions that every tree defines.
 *
 * A tree is a folder such as ref or opt. For each function `name` of the table
 * below it defines K(name) in the file given there. The file is compiled once for
 * each pair of formats (REAL, STORE); real.h defines K(), the types real, store and
 * acc, and the conversions wide, narrow, wide_s and narrow_s. docs/reference/conventions.md
 * explains the letters, the indexing and the numbers of the equations. A tree also
 * defines the functions of layout.c (matrix.h), and those that its kernels call in each
 * other: exchange.h, and vcycle.h and basis_pass.h with K() names.
 *
 * Formats. A kernel multiplies a vector by something that is stored: by a matrix, by
 * the Krylov basis or by numbers. STORE is the format of what is stored, which is
 * marked with a star in the table below, and REAL is the format of the vector that it
 * multiplies. Sums are in double if one of the two is f64, else in float. For example:
 *
 *   y = A* x     Let x be stored in f32, and let A->formats[F32] be F16, that is
 *                vectors in f32 are multiplied by the values of A in f16. The caller
 *                writes spmv(A, x, y). This function (dispatch.c) finds the pair
 *                (F32, F16) and calls spmv_f32_f16. That is K(spmv) of spmv.c,
 *                compiled with REAL = f32 and STORE = f16. It adds wide_s(a_ij) *
 *                wide(x_j) in the type acc, here float, and stores the sum in y_i,
 *                rounded to the format of y (entry.h).
 *
 * All other vectors are in the format REAL too, unless the notes below say otherwise.
 *
 * Includes. #include "phase.h" (quotes) is a file of common/, whatever its folder.
 * #include <layout.h> (angle brackets) is a file of the tree that is compiled, or
 * of the C library. The first of these folders that has the file is used, for .c files
 * too: the tree, its parent (the tree that its file `parent` names), ref. For a device, the folder
 * gpu/ of a tree comes before the tree (opt/gpu, opt).
 *
 * Operands. All are distributed by rows over the ranks, and each rank computes its
 * rows.
 *
 *   A, P, R      matrices (matrix.h): of a level, prolongation, restriction
 *   fine         a level (level.h) with its matrix A, which is coarsened by
 *                injection
 *   x, z, c, zc  vectors that a matrix multiplies: they need storage for halo
 *                values, which the function may overwrite (so does r in
 *                restrict_by_matrix)
 *   b, r, u, y,  other vectors; rc and zc belong to the next coarser level
 *   w, rc
 *   Q            Krylov basis (vector.h); index j of a column holds q_{j+1}
 *   h, t         coefficients in host memory, in double, the same on all ranks
 *
 * Different arguments must not overlap in memory. The functions are collective over
 * the ranks of the matrix or basis. Norms, dot products and counts are those of the
 * whole vector, and all ranks obtain the same result. NaN and Inf propagate; a
 * function reports no other error. On a device a function may return before its
 * kernels have finished, except where it returns a number (device.h).
 *
 *   function                   computes                                 file
 *   spmv                       y = A* x                                 spmv.c
 *   residual                   r = b - A* x                             residual.c
 *   residual_norm              the same, and returns ||r||_2            residual.c
 *   sweep_zero_guess           the same with zero initial guess (1.6)   sweep.c
 *   descend                    z by (1.6), rc = R (r - A* z) (1.7)      vcycle.c
 *   ascend                     z by (1.8) and (1.9), then w = A* z      vcycle.c
 *   jacobi                     y = x + omega D*^-1 (b - A* x) (12.4)    jacobi.c
 *   jacobi_zero_guess          x = omega D*^-1 b (12.5)                 jacobi.c
 *   restrict_by_matrix         rc = R* r (12.7)                         restrict.c
 *   prolong_by_matrix          z += alpha P* zc (12.6)                  prolong.c
 *   correct_solution           u* += alpha c, r* -= alpha A* c (12.3)   correct.c
 *   orthonormalize             h = Q*'w, w -= Q* h, q_k* = w / ||w||_2  ortho.c
 *   basis_append               w -= Q* h, q_k* = w / beta               ortho.c
 *   basis_store                q_j* = alpha w                           ortho.c
 *   basis_combine              y = Q* t, a sum of k columns (1.4)       ortho.c
 *   basis_sketch               s = S q_j*, p = S w (sketch.h)           sketch.c
 *   vector_scale               y* = alpha x                             update.c
 *   vector_axpy                x += alpha z*                            update.c
 *   vector_aypx                x = z* + beta x                          update.c
 *   vector_norm                returns ||x||_2                          update.c
 *   vector_dot                 returns x'y*                             update.c
 *   vector_count_out_of_range  number of x_i that are out of range      update.c
 *
 * The parameters are in the list CONTRACT_X below, in the order of the equation.
 *
 * spmv                 y is in any floating-point format. A product of vectors in 16
 *                      bits is usually in f32.
 * sweep_zero_guess     z is output only. The caller's first sweep on the coarsest level.
 * descend              z = (D+L)^-1 r and rc = R (r - A z). z is output only. R selects
 *                      the coarse grid points (level.h).
 * ascend               z += P zc, then a sweep for A z = r; w = A z unless w is NULL. zc
 *                      and w are in any floating-point format.
 * restrict_by_matrix   rc is in any floating-point format.
 * prolong_by_matrix    z is in any floating-point format.
 * correct_solution     The values of A are in the format of u and r (STORE). Returns
 *                      the new ||r||_2.
 * orthonormalize       Makes w orthogonal to the k columns q_0 .. q_{k-1} by the
 *                      method Q->ortho ((1.5), (11.2)), stores the coefficients in
 *                      h[0 .. k-1] and returns beta = ||w||_2 of the new w. If beta
 *                      is positive and finite, it also stores q_k* = w / beta. The
 *                      result 0 means that w was, up to rounding, in the span of
 *                      the columns.
 * basis_append         h has k coefficients, and beta is positive.
 * basis_sketch         Stores S q_j in s[0 .. m-1] and S w in s[m .. 2m-1], where m is
 *                      the length of a sketch; s is in host memory.
 * vector_count_...     Counts the x_i that are not 0 and do not satisfy
 *                      least <= |x_i| <= most.
 * vector_norm, ...     The vector has A->n entries. A provides the communicator and
 *                      scratch memory.
 */
#ifndef MEMWALL_KERNELS_H
#define MEMWALL_KERNELS_H
#include "level.h"
#include "sketch.h"
#include "vector.h"

/* The list of the contract: functions with a matrix, and functions of the Krylov basis
 * and of vectors. The first ones are compiled for MATRIX_PAIRS_X, the others for
 * VECTOR_PAIRS_X (format.h). The declarations below and dispatch.c are generated from
 * the list. An entry is
 *
 *   X(V, S, result, name, (parameters), (arguments), first format, second format)
 *
 * where the two formats are those of the operands, by which dispatch.c selects the
 * compiled function. V and S are passed through: the names of a pair of formats, or
 * nothing. */
/* clang-format off */
#define MATRIX_FUNCTIONS_X(X, V, S)                                              \
    X(V, S, void, spmv,                                                          \
      (const struct matrix *A, struct vector *x, struct vector *y),              \
      (A, x, y), x->format, A->formats[x->format])                               \
    X(V, S, void, residual,                                                      \
      (const struct matrix *A, const struct vector *b, struct vector *x,         \
      struct vector *r),                                                         \
      (A, b, x, r), x->format, A->formats[x->format])                            \
    X(V, S, double, residual_norm,                                               \
      (const struct matrix *A, const struct vector *b, struct vector *x,         \
      struct vector *r),                                                         \
      (A, b, x, r), x->format, A->formats[x->format])                            \
    X(V, S, void, sweep_zero_guess,                                              \
      (const struct matrix *A, const struct vector *r, struct vector *z),        \
      (A, r, z), z->format, A->formats[z->format])                               \
    X(V, S, void, descend,                                                       \
      (const struct level *fine, const struct vector *r, struct vector *z,       \
      struct vector *rc),                                                        \
      (fine, r, z, rc), z->format, fine->A.formats[z->format])                   \
    X(V, S, void, ascend,                                                        \
      (const struct level *fine, const struct vector *r,                         \
      const struct vector *zc, struct vector *z, struct vector *w),              \
      (fine, r, zc, z, w), z->format, fine->A.formats[z->format])                \
    X(V, S, void, jacobi,                                                        \
      (const struct matrix *A, double omega, const struct vector *b,             \
      struct vector *x, struct vector *y),                                       \
      (A, omega, b, x, y), x->format, A->formats[x->format])                     \
    X(V, S, void, jacobi_zero_guess,                                             \
      (const struct matrix *A, double omega, const struct vector *b,             \
      struct vector *x),                                                         \
      (A, omega, b, x), x->format, A->formats[x->format])                        \
    X(V, S, void, restrict_by_matrix,                                            \
      (const struct matrix *R, struct vector *r, struct vector *rc),             \
      (R, r, rc), r->format, R->formats[r->format])                              \
    X(V, S, void, prolong_by_matrix,                                             \
      (const struct matrix *P, double alpha, struct vector *zc, struct           \
      vector *z),                                                                \
      (P, alpha, zc, z), zc->format, P->formats[zc->format])                     \
    X(V, S, double, correct_solution,                                            \
      (const struct matrix *A, double alpha, struct vector *c, struct            \
      vector *u, struct vector *r),                                              \
      (A, alpha, c, u, r), c->format, u->format)

#define VECTOR_FUNCTIONS_X(X, V, S)                                              \
    X(V, S, double, orthonormalize,                                              \
      (struct basis *Q, int k, struct vector *w, double *h),                     \
      (Q, k, w, h), w->format, Q->format)                                        \
    X(V, S, void, basis_append,                                                  \
      (struct basis *Q, int k, const double *h, double beta, struct vector *w),  \
      (Q, k, h, beta, w), w->format, Q->format)                                  \
    X(V, S, void, basis_store,                                                   \
      (struct basis *Q, int j, double alpha, const struct vector *w),            \
      (Q, j, alpha, w), w->format, Q->format)                                    \
    X(V, S, void, basis_combine,                                                 \
      (const struct basis *Q, int k, const double *t, struct vector *y),         \
      (Q, k, t, y), y->format, Q->format)                                        \
    X(V, S, void, basis_sketch,                                                  \
      (const struct basis *Q, int j, const struct sketch *sketch,                \
      const struct vector *w, double *s),                                        \
      (Q, j, sketch, w, s), w->format, Q->format)                                \
    X(V, S, void, vector_scale,                                                  \
      (double alpha, const struct vector *x, struct vector *y),                  \
      (alpha, x, y), x->format, y->format)                                       \
    X(V, S, void, vector_axpy,                                                   \
      (double alpha, const struct vector *z, struct vector *x),                  \
      (alpha, z, x), x->format, z->format)                                       \
    X(V, S, void, vector_aypx,                                                   \
      (const struct matrix *A, double beta, const struct vector *z, struct       \
      vector *x),                                                                \
      (A, beta, z, x), x->format, z->format)                                     \
    X(V, S, double, vector_norm,                                                 \
      (const struct matrix *A, const struct vector *x),                          \
      (A, x), x->format, x->format)                                              \
    X(V, S, double, vector_dot,                                                  \
      (const struct matrix *A, const struct vector *x, const struct vector       \
      *y),                                                                       \
      (A, x, y), x->format, y->format)                                           \
    X(V, S, double, vector_count_out_of_range,                                   \
      (const struct matrix *A, double least, double most, const struct           \
      vector *x),                                                                \
      (A, least, most, x), x->format, x->format)
/* clang-format on */
#define CONTRACT_X(X, V, S) MATRIX_FUNCTIONS_X(X, V, S) VECTOR_FUNCTIONS_X(X, V, S)

/* Declares spmv(...) and, for each pair of formats, spmv_f64_f64(...),
 * spmv_f64_f32(...), and so on; likewise for all other functions. */
#define DECLARE_(V, S, result, name, parameters, ...) result name parameters;
#define DECLARE_PAIR_(V, S, result, name, parameters, ...) \
    result name##_##V##_##S parameters;
#define DECLARE_MATRIX_(V, S) MATRIX_FUNCTIONS_X(DECLARE_PAIR_, V, S)
#define DECLARE_VECTOR_(V, S) VECTOR_FUNCTIONS_X(DECLARE_PAIR_, V, S)
CONTRACT_X(DECLARE_, , )
MATRIX_PAIRS_X(DECLARE_MATRIX_)
VECTOR_PAIRS_X(DECLARE_VECTOR_)

/* Replaces s[0 .. count-1] by their sums over the ranks of comm, in double.
 * Collective. (reduce.c) */
void sum_over_ranks(double *s, int count, MPI_Comm comm);

/* Computes s[j] = sum over t of partial[t * count + j], for t = 0 .. tile_count-1
 * in a fixed order and then over the ranks of comm, for j = 0 .. count-1; count <=
 * RESULTS (device.h). `partial` is in device memory, s in host memory. Waits for the
 * kernels that compute `partial`. Collective. (tiles.c, tiles_device.c) */
void sum_tiles(const double *partial, int tile_count, int count, double *s,
               MPI_Comm comm);

/* Returns ||x||_2 over all ranks of comm. `squares` is the sum of x_i^2 over all
 * ranks, the same number on every rank. If it has left the range of double, the
 * norm is computed from x again, with scaled entries. partial: scratch [tiles(n)]
 * in device memory. Collective. (norm.c) */
double norm_from_squares(double squares, const struct vector *x, double *partial,
                         MPI_Comm comm);
#endif
