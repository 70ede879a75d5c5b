/* common/kernels.h - the contract: what a tree must compute.
 *
 * A tree is a folder. It defines each function K(name) below in the file named at its
 * right, compiled once per pair of formats (real.h); a file that the tree does not have
 * is taken from ref. The functions without K() around their name, declared here and
 * defined in dispatch.c, look at the formats of their operands and call the right one.
 * The second format of the pair is that of the operand marked with a star.
 *
 *   A    level: the matrix and all that belongs to it, distributed by rows
 *   R,P  transfers to the next coarser level and back: levels that are not square
 *   x,z,c,zc  vectors with room for halo values, which these functions may overwrite
 *   r,y  vectors
 *   Q    Krylov basis q_0, q_1, ..., distributed by rows
 * orthonormalize follows Q.ortho (vector.h); 0 means that w lay in the span of Q.
 * All work on local rows; results called "over all ranks" are the same on each.
 *
 *   function            computes                                        file
 *   spmv                y = A* x                                        spmv.c
 *   residual            r = b - A* x, returns ||r||_2 over all ranks    spmv.c
 *   sweep               one forward Gauss-Seidel sweep for A* z = r     sweep.c
 *   sweep_zero          the same from z = 0, whatever z holds           sweep.c
 *   restrict_residual   rc = R (r - A* z), z just made by sweep_zero    transfer.c
 *   prolong_add         z += P zc*                                      prolong.c
 *   jacobi_zero         x = omega D*^-1 b                              jacobi.c
 *   jacobi              y = x + omega D*^-1 (b - A* x)                 jacobi.c
 *   defect              r = b - A* x                                   jacobi.c
 *   restrict_by         rc* = R r, R a transfer in r's format          interpolate.c
 *   interpolate         z += alpha P* zc*, P in zc's format            interpolate.c
 *   take_correction     u += alpha c*, r -= alpha A c*; returns ||r||_2 correct.c
 *   orthonormalize      h = Q*'w, w -= Q* h; q_k* = w/||w||, returned   ortho.c
 *   basis_store         q_j* = alpha w                                  ortho.c
 *   basis_combine       y = Q* t                                        ortho.c
 *   vector_scale        y* = alpha x                                    update.c
 *   vector_axpy         x += alpha z*                                   update.c
 *   vector_norm         ||x||_2 over all ranks                          update.c
 *   vector_dot          x'y* over all ranks                             dot.c
 *   vector_extend       x = z* + beta x                                 dot.c
 *   vector_outside      how many x_i != 0 are not in least <= |x_i| <= most  dot.c
 */
#ifndef MEMWALL_KERNELS_H
#define MEMWALL_KERNELS_H
#include "level.h"
#include "vector.h"

/* The contract as a list, one function a line: X(V, S, result, name, arguments). */
#define CONTRACT_X(X, V, S)                                                              \
    X(V, S, void, spmv, (const struct level *A, struct vector *x, struct vector *y))     \
    X(V, S, double, residual,                                                            \
      (const struct level *A, const struct vector *b, struct vector *x,                  \
       struct vector *r))                                                                \
    X(V, S, void, sweep,                                                                 \
      (const struct level *A, const struct vector *r, struct vector *z))                 \
    X(V, S, void, sweep_zero,                                                            \
      (const struct level *A, const struct vector *r, struct vector *z))                 \
    X(V, S, void, restrict_residual,                                                     \
      (const struct level *A, const struct vector *r, struct vector *z,                  \
       struct vector *rc))                                                               \
    X(V, S, void, prolong_add,                                                           \
      (const struct level *A, const struct vector *zc, struct vector *z))                \
    X(V, S, void, jacobi_zero,                                                           \
      (const struct level *A, double omega, const struct vector *b, struct vector *x))   \
    X(V, S, void, jacobi,                                                                \
      (const struct level *A, double omega, const struct vector *b, struct vector *x,    \
       struct vector *y))                                                                \
    X(V, S, void, defect,                                                                \
      (const struct level *A, const struct vector *b, struct vector *x,                  \
       struct vector *r))                                                                \
    X(V, S, void, restrict_by,                                                           \
      (const struct level *R, struct vector *r, struct vector *rc))                      \
    X(V, S, void, interpolate,                                                           \
      (const struct level *P, double alpha, struct vector *zc, struct vector *z))        \
    X(V, S, double, take_correction,                                                     \
      (const struct level *A, double alpha, struct vector *c, struct vector *u,          \
       struct vector *r))                                                                \
    X(V, S, double, orthonormalize,                                                      \
      (struct basis * Q, int k, struct vector *w, double *h))                            \
    X(V, S, void, basis_store,                                                           \
      (struct basis * Q, int j, double alpha, const struct vector *w))                   \
    X(V, S, void, basis_combine,                                                         \
      (const struct basis *Q, int k, const double *t, struct vector *y))                 \
    X(V, S, void, vector_scale,                                                          \
      (double alpha, const struct vector *x, struct vector *y))                          \
    X(V, S, void, vector_axpy, (double alpha, const struct vector *z, struct vector *x)) \
    X(V, S, double, vector_norm, (const struct level *A, const struct vector *x))        \
    X(V, S, double, vector_dot,                                                          \
      (const struct level *A, const struct vector *x, const struct vector *y))           \
    X(V, S, void, vector_extend,                                                         \
      (const struct level *A, double beta, const struct vector *z, struct vector *x))    \
    X(V, S, double, vector_outside,                                                      \
      (const struct level *A, double least, double most, const struct vector *x))

/* spmv(...), ..., and spmv_f64_f64(...), ... for every pair. */
#define DECLARE_(V, S, result, name, arguments)      result name arguments;
#define DECLARE_PAIR_(V, S, result, name, arguments) result name##_##V##_##S arguments;
#define DECLARE_PAIRS_(V, S)                         CONTRACT_X(DECLARE_PAIR_, V, S)
CONTRACT_X(DECLARE_, , )
PAIRS_X(DECLARE_PAIRS_)

/* The tree's own storage of a matrix (layout.c). layout_create consumes A; it keeps the
 * values in each format of the set `need` and reads, of the level, what is common;
 * layout_link is called when the level's coarse_row[] is final.
 * layout_cost: bytes kept for good and most at any time, A included, for a matrix of
 * n rows and so many nonzeros, the coarsest level or not; for the memory model. */
struct layout *layout_create(const struct level *level, struct csr A, format_set need);
void layout_link(struct level *level);
void layout_free(struct layout *layout);
/* One line on how the level is stored, for the report. */
void layout_describe(const struct level *level, char *text, size_t length);
struct memory_model layout_cost(int n, size_t nonzeros, int has_coarser, format_set need);

/* s[0 .. count-1] summed over the ranks of comm (reduce.c). */
void sum_over_ranks(double *s, int count, MPI_Comm comm);

/* The same after adding up the tiles' sums: s[j] = sum_t partial[t * count + j]. */
void sum_tiles(const double *partial, int tile_count, int count, double *s,
               MPI_Comm comm);
#endif
