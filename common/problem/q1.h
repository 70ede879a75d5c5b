/* common/problem/q1.h - Poisson's equation with Q1 elements: matrices, transfers, right-hand side.
 *
 *   -Laplace u = f on the unit square or cube, u = 0 on the boundary,
 *   u = prod_d sin(k pi x_d),  f = dim k^2 pi^2 u                              (12.1)
 *
 * on N cells a side, h = 1/N, with bilinear or trilinear elements. All of it is made of
 * one-dimensional pieces (s: steps of one point):
 *
 *   stiffness      A(s) = sum_d K(s_d) prod_{e != d} M(s_e)                    (12.2)
 *                  K = (2, -1) / h and M = (4, 1) h / 6 at s = 0 and |s| = 1
 *   prolongation   P: linear interpolation, 1 at a coarse point, 1/2 between two
 *   restriction    R = P^T, no factor
 *
 * Thus A is 8/3 and -1/3 in 2D, h (8/3, 0, -1/6, -1/12) in 3D: power-of-two multiples of
 * one number, so that the sum of a row is zero in every format. Entries that are zero are
 * not stored.
 * Oo and Vogel, arXiv 2007.07539.
 */
#ifndef MEMWALL_Q1_H
#define MEMWALL_Q1_H
#include "csr.h"
#include "level.h"
#include "mesh.h"

enum q1_matrix { Q1_STIFFNESS, Q1_PROLONGATION, Q1_RESTRICTION };

/* The rank's rows, one for each point of `rows`; columns are points of `columns` (the
 * same mesh; the next coarser one for prolongation, the next finer one for restriction),
 * those of other ranks written as halo_build wants them. */
struct csr q1_create(enum q1_matrix kind, const struct mesh *rows,
                     const struct mesh *columns);

/* b_i = integral of f phi_i by two Gauss points a direction; the solution at the points;
 * and a start that is random in [0, 1), the same for any number of ranks. [rows] each. */
void q1_right_hand_side(const struct mesh *m, int k, double *b);
void q1_solution(const struct mesh *m, int k, double *u);
void q1_random(const struct mesh *m, int seed, double *u);

/* The norm 2^s that a residual of this mesh is scaled to for f16: the largest power of two
 * for which the correction stays below 8192. A correction is at most about N / 10 times
 * ||r||_2 in 2D and N^(3/2) / 10 times in 3D, on each level alike.                 (12.8) */
double q1_scale(const struct mesh *m);

/* All levels, finest first, with their transfers. Level l's vectors have the format
 * mg[l], and its matrix likewise; the finest is kept in f64 too, for the residual.
 * Collective over comm. */
struct hierarchy *q1_hierarchy(const struct mesh *finest, int levels,
                               const enum format mg[], MPI_Comm comm);
#endif
