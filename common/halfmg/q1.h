/* common/halfmg/q1.h - Poisson's equation with Q1 finite elements: matrices,
 * vectors.
 *
 *   -Laplace u = f on the unit square or cube, u = 0 on the boundary,
 *   u = prod_d sin(k pi x_d),  f = dim k^2 pi^2 u                            (12.3)
 *
 * is discretized with bilinear or trilinear elements on N cells per side, h = 1/N.
 * All entries are products of one-dimensional factors. For two points that differ
 * by s_d in direction d:
 *
 *   stiffness      A(s) = sum_d K(s_d) prod_{e != d} M(s_e)                  (12.4)
 *                  K = 2/h and -1/h, M = 4h/6 and h/6, for s = 0 and |s| = 1
 *   prolongation   P: linear interpolation, with the factor 1 for a coarse point
 *                  and 1/2 for each of the two coarse points next to a fine point
 *                  between them
 *   restriction    R = P', without a factor
 *
 * The entries of A are 8/3 and -1/3 in 2D, and h (8/3, 0, -1/6, -1/12) in 3D. They
 * are power-of-two multiples of one number, so the sum of a row is exactly zero in
 * every format. Entries that are zero are not stored. Source: Oo, Vogel, arXiv
 * 2007.07539.
 */
#ifndef MEMWALL_Q1_H
#define MEMWALL_Q1_H
#include "csr.h"
#include "box.h"

enum q1_matrix { Q1_STIFFNESS, Q1_PROLONGATION, Q1_RESTRICTION };

/* The mesh with N cells per side, of which this rank owns a box: its points are the
 * unknowns, 1 .. N-1 in each of dim = 2 or 3 directions. p[2] = 1 in two dimensions.
 * q1_dim returns dim. */
struct box q1_mesh(int dim, int cells, const int p[3], int rank);
int q1_dim(const struct box *m);

/* Generates the rows of this rank in f64, one row for each point of the mesh
 * `rows` and one column for each point of the mesh `columns`: the same mesh
 * (stiffness), the next coarser (prolongation) or the next finer mesh
 * (restriction). The remote columns are stored as halo_build expects them. The
 * caller owns the result. Lack of memory ends the job. */
struct csr q1_create(enum q1_matrix kind, const struct box *rows,
                     const struct box *columns);

/* Vectors of this rank, [box_rows(m)] in f64, for the wave number k of (12.3):
 * right-hand side   b_i = integral of f phi_i, with two Gauss points per direction
 *                   and cell
 * solution          u at the points
 * random            numbers in [0, 1) that depend on the global id only, so that they
 *                   are the same for any number of ranks */
void q1_right_hand_side(const struct box *m, int k, double *b);
void q1_solution(const struct box *m, int k, double *u);
void q1_random(const struct box *m, double *u);

/* The norm 2^s to which a residual on this mesh is scaled for f16 (12.2): the
 * largest power of two for which all entries of the correction are below 8192. The
 * largest entry of a correction is about c_max ||r||_2, c_max = N/10 in 2D and
 * N^1.5/10 in 3D. */
double q1_scale(const struct box *m);

#endif
