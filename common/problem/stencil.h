/* common/problem/stencil.h - HPG-MxP's matrix: the 27-point stencil on a box, three sets of
 * values (spec: HPG-MxP section 1). */
#ifndef MEMWALL_STENCIL_H
#define MEMWALL_STENCIL_H
#include "csr.h"
#include "grid.h"

enum stencil_values {
    STENCIL_SYMMETRIC,   /* 26, -1 */
    STENCIL_CONVECTION,  /* the same, but -1.5 below and -0.5 above in z */
    STENCIL_NONSYMMETRIC /* s_ij B_i B_j + d_ij, s = 26 or 1, d = +-5 at the x
                            neighbours, B = sqrt((1+X)(1+Y)(1+Z)) */
};

/* This rank's rows of the matrix on the grid g. Entries of a row run over z outermost,
 * then y, then x; neighbours outside the global box are left out. */
struct csr stencil_create(const struct grid *g, enum stencil_values values);
#endif
