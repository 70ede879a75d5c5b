/* common/hpgmxp/stencil.h - the matrix of HPG-MxP: the 27-point stencil (1.1). */
#ifndef MEMWALL_STENCIL_H
#define MEMWALL_STENCIL_H
#include "csr.h"
#include "box.h"

/* The values of the entries. Source: specification of HPG-MxP, section 1.
 *   symmetric     a_ii = 26, a_ij = -1                                        (1.1)
 *   convection    the same, but a_ij = -1.5 for the neighbor below (z - 1) and -0.5
 *                 for the neighbor above (z + 1)
 *   nonsymmetric  a_ij = s_ij B_i B_j + d_ij with s_ii = 26, s_ij = 1; d_ij =
 *                 -5, +5 for the neighbors at x - 1, x + 1, else 0; and B =
 *                 sqrt((1 + X) (1 + Y) (1 + Z)), coordinates scaled to 0 .. 1 */
enum stencil_values { STENCIL_SYMMETRIC, STENCIL_CONVECTION, STENCIL_NONSYMMETRIC };

/* Generates the rows of this rank in f64. Row i is the grid point with local id i.
 * The entries of a row are ordered by z, then y, then x of the neighbor; neighbors
 * outside the global grid have no entry. The remote columns are stored as
 * halo_build expects them. The caller owns the result. Lack of memory ends the
 * job. */
struct csr stencil_create(const struct box *g, enum stencil_values values);

/* The entry in the row of the grid point `here` (global coordinates) and the column
 * of the point here + step, where every step[d] is -1, 0 or 1. */
double stencil_value(const struct box *g, enum stencil_values values,
                     const int here[3], const int step[3]);

/* Number of nonzeros of this rank. */
int64_t stencil_local_nonzeros(const struct box *g);
#endif
