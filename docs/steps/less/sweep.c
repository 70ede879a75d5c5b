/* docs/steps/less/sweep.c - one forward Gauss-Seidel sweep by colors, one slice after the other.
 *
 *   z_i <- (r_i - (L z + U z + H z)_i) / d_i                                  (1.9)
 *
 * L z uses the new values of earlier colors, U z the old ones of later colors, and H z
 * the halo values from before the sweep. With zero initial guess U z and H z vanish:
 * z = (D + L)^-1 r (1.6). Then z is output only.
 *
 * Cost: 2 nnz flops; the matrix, r and z are read once, z is written once. With zero
 * initial guess nnz flops, without U and the old z.
 *
 * Differs from docs/steps/narrow: the sweep with zero initial guess reads half of the matrix.
 * Differs from docs/steps/product: the product w = A z is computed after the sweep.
 */
#include <exchange.h>
#include <slice.h>
#include <vcycle.h>
#include "phase.h"

enum terms { L_Z, L_U_H_Z }; /* which products with z a sweep subtracts from r */

KERNEL relax(const struct layout *A, int first, int count, enum terms terms,
             const real *r, real *z)
{
    FOR_ALL(k, count) {
        const struct slice *s = &A->slice[first + k];
        const rows d = diagonal(A, s);
        rows sum = add_part(A, s, LOWER, z, (rows){0}), rs = load_rows(s, r);
        if (terms == L_U_H_Z)
            sum = add_halo(A, s, add_part(A, s, UPPER, z, sum));
        FOR_VECTORS(v)
            rs.v[v] = (rs.v[v] - sum.v[v]) / d.v[v];
        store_rows(s, z, rs);
    }
}

/* Group c of the slices: the interior slices of color c, or, from `colors` on, the
 * boundary slices of color c - colors (layout.h). */
static void relax_group(const struct layout *A, int c, enum terms terms,
                        const struct vector *r, struct vector *z)
{
    relax(A, A->start[c], A->start[c + 1] - A->start[c], terms, reals(r), reals(z));
}

/* All slices of a color before those of the next one: then z of all earlier colors are
 * numbers, whichever of them a zero that pads L is multiplied by. */
void K(sweep_zero_guess)(const struct matrix *A, const struct vector *r,
                         struct vector *z)
{
    const struct layout *L = A->layout;
    phase_begin(PHASE_SWEEP_ZERO_GUESS, A->depth);
    for (int c = 0; c < L->colors; c++) {
        relax_group(L, c, L_Z, r, z);
        relax_group(L, L->colors + c, L_Z, r, z);
    }
    phase_end(part_bytes(&A->layout->size[LOWER]) + slice_bytes(A) +
              (2.0 * A->n + lower_read(A)) * sizeof(real));
}

void K(sweep)(const struct matrix *A, const struct vector *r, struct vector *z,
              struct vector *w)
{
    const struct layout *L = A->layout;
    phase_begin(PHASE_SWEEP, A->depth);
    exchange_begin(A, z);
    for (int c = 0; c < L->colors; c++)
        relax_group(L, c, L_U_H_Z, r, z);
    exchange_end(A, z);
    multiply_halo(A, z);
    for (int c = L->colors; c < 2 * L->colors; c++)
        relax_group(L, c, L_U_H_Z, r, z);
    phase_end(product_bytes(A) + 2.0 * A->n * sizeof(real));
    if (w)
        K(spmv)(A, z, w);
}
