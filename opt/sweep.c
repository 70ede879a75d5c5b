/* opt/sweep.c - one forward Gauss-Seidel sweep by colors, one slice after the other.
 *
 *   z_i <- (r_i - (L z + U z + H z)_i) / d_i                                  (1.9)
 *
 * L z uses the new values of earlier colors, U z the old ones of later colors, and H z
 * the halo values from before the sweep. With zero initial guess U z and H z vanish:
 * z = (D + L)^-1 r (1.6). Then z is output only.
 *
 * The product w = A z with the new z: when a row is updated, z in the columns of L is
 * final. The sweep stores w = L z + D z, so that w += U z + H z (6.3) needs to read only
 * half of the matrix (Eisenstat, SIAM J. Sci. Stat. Comput. 2, 1981).
 *
 * Cost: 2 nnz flops; the matrix, r and z are read once, z is written once. With zero
 * initial guess nnz flops, without U, H and the old z. The product: nnz + 2 n flops; U,
 * H, z and w are read once, w is written twice (slice_bytes.h).
 *
 * Differs from ref: the rows of a color are independent and are computed in vectors;
 * the zero-guess sweep reads half of the matrix, and so does the product.
 */
#include <exchange.h>
#include <slice.h>
#include <vcycle.h>
#include "phase.h"

enum terms { L_Z, L_U_H_Z }; /* which products with z a sweep subtracts from r */

/* w receives L z + D z with the new z, unless w.data is NULL. */
KERNEL relax(const struct layout *A, int first, int count, enum terms terms,
             const real *r, real *z, struct vector w)
{
    FOR_ALL(k, count) {
        const struct slice *s = &A->slice[first + k];
        const rows Lz = add_part(A, s, LOWER, z, (rows){0}), d = diagonal(A, s);
        rows sum = Lz, rs = load_rows(s, r);
        if (terms == L_U_H_Z)
            sum = add_halo(A, s, add_part(A, s, UPPER, z, sum));
        FOR_VECTORS(v)
            rs.v[v] = (rs.v[v] - sum.v[v]) / d.v[v];
        store_rows(s, z, rs);
        if (!w.data)
            continue;
        rs = as_stored(rs);
        FOR_VECTORS(v)
            sum.v[v] = Lz.v[v] + d.v[v] * rs.v[v];
        store_result(s, w, sum);
    }
}

/* Group c of the slices: the interior slices of color c, or, from `colors` on, the
 * boundary slices of color c - colors (layout.h). */
static void relax_group(const struct layout *A, int c, enum terms terms,
                        const struct vector *r, struct vector *z, struct vector w)
{
    const int count = A->start[c + 1] - A->start[c];
    if (count > 0) /* else a parallel loop would be started for nothing */
        relax(A, A->start[c], count, terms, reals(r), reals(z), w);
}

void K(sweep_zero_guess)(const struct matrix *A, const struct vector *r,
                         struct vector *z)
{
    const struct layout *L = A->layout;
    const struct vector none = {.data = NULL};
    phase_begin(PHASE_SWEEP_ZERO_GUESS, A->depth);
    /* All slices of a color before those of the next one: then z of all earlier colors
     * are numbers, whichever of them a zero that pads L is multiplied by. */
    for (int c = 0; c < L->colors; c++) {
        relax_group(L, c, L_Z, r, z, none);
        relax_group(L, L->colors + c, L_Z, r, z, none);
    }
    phase_end(product_flops(A) / 2,
              part_bytes(&L->size[LOWER]) + slice_bytes(A) +
                  (2.0 * A->n + lower_read(A)) * sizeof(real));
}

/* w += U z + H z */
KERNEL add_upper(const struct layout *A, int first, int count, const real *z,
                 struct vector w)
{
    FOR_ALL(k, count) {
        const struct slice *s = &A->slice[first + k];
        const rows sum = add_part(A, s, UPPER, z, load_result(s, w));
        store_result(s, w, add_halo(A, s, sum));
    }
}

void K(sweep)(const struct matrix *A, const struct vector *r, struct vector *z,
              struct vector *w)
{
    const struct layout *L = A->layout;
    const struct vector partial = w ? *w : (struct vector){.data = NULL};
    const double n = A->n, w_bytes = w ? (double)format_bytes(w->format) : 0;
    phase_begin(PHASE_SWEEP, A->depth);
    exchange_begin(A, z);
    for (int c = 0; c < L->colors; c++)
        relax_group(L, c, L_U_H_Z, r, z, partial);
    exchange_end(A, z);
    multiply_halo(A, z);
    for (int c = L->colors; c < 2 * L->colors; c++)
        relax_group(L, c, L_U_H_Z, r, z, partial);
    phase_end(product_flops(A) + (w ? 2 * n : 0),
              product_bytes(A) + (2 * sizeof(real) + w_bytes) * n);
    if (!w)
        return;
    phase_begin(PHASE_SPMV, A->depth);
    exchange_begin(A, z);
    add_upper(INTERIOR(A), reals(z), *w);
    exchange_end(A, z);
    multiply_halo(A, z);
    add_upper(BOUNDARY(A), reals(z), *w);
    phase_end(product_flops(A) / 2, part_bytes(&L->size[UPPER]) + halo_bytes(A) +
                                        description_bytes(L->slices) +
                                        sizeof(real) * upper_read(A) +
                                        2 * w_bytes * n);
}
