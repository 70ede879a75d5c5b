/* opt/gpu/sweep.c - one forward Gauss-Seidel sweep by colors, one row per thread.
 *
 *   z_i <- (r_i - (L z + U z + H z)_i) / d_i                                  (1.9)
 *
 * The equations, the product with the new z and the cost are those of opt/sweep.c. A
 * color is one launch: the stream executes the launches in their order.
 *
 * Differs from opt: the zero-guess sweep computes the interior and the boundary slices
 * of a color in the same launch: with several ranks up to one launch per color less.
 */
#include <exchange.h>
#include <slice.h>
#include <vcycle.h>
#include "phase.h"

enum terms { L_Z, L_U_H_Z }; /* which products with z a sweep subtracts from r */

/* w receives L z + D z with the new z, unless w.data is NULL. */
KERNEL_4_BLOCKS relax(struct slices A, enum terms terms, const real *r, real *z,
                      struct vector w)
{
    FOR_ROWS(row, A) {
        const acc Lz = add_part(A, row, LOWER, z, 0), d = diagonal(A, row);
        acc sum = Lz;
        if (terms == L_U_H_Z)
            sum = add_halo(A, row, z, add_part(A, row, UPPER, z, sum));
        const real zi = narrow((wide(r[row.i]) - sum) / d);
        z[row.i] = zi;
        if (w.data)
            entry_store(w, row.i, (double)(Lz + d * wide(zi)));
    }
}

void K(sweep_zero_guess)(const struct matrix *A, const struct vector *r,
                         struct vector *z)
{
    const struct layout *L = A->layout;
    const struct vector none = {F_REAL, 0, NULL};
    phase_begin(PHASE_SWEEP_ZERO_GUESS, A->depth);
    for (int c = 0; c < L->colors; c++) {
        const int *start = L->start + c, *start_2 = start + L->colors;
        struct slices color = slices_of(A, start[0], start[1]);
        color.first_2 = start_2[0];
        color.count_2 = start_2[1] - start_2[0];
        LAUNCH_ROWS(relax, color, L_Z, reals(r), reals(z), none);
    }
    phase_end(part_bytes(&A->layout->size[LOWER]) + slice_bytes(A) +
              (2.0 * A->n + lower_read(A)) * sizeof(real));
}

/* w += U z + H z */
KERNEL_4_BLOCKS add_upper(struct slices A, const real *z, struct vector w)
{
    FOR_ROWS(row, A) {
        const acc Uz = add_part(A, row, UPPER, z, (acc)entry_load(w, row.i));
        entry_store(w, row.i, (double)add_halo(A, row, z, Uz));
    }
}

void K(sweep)(const struct matrix *A, const struct vector *r, struct vector *z,
              struct vector *w)
{
    const struct layout *L = A->layout;
    const struct vector none = {F_REAL, 0, NULL}, begun = w ? *w : none;
    const double n = A->n, w_bytes = w ? (double)format_bytes(w->format) : 0;
    phase_begin(PHASE_SWEEP, A->depth);
    exchange_begin(A, z);
    for (int c = 0; c < 2 * L->colors; c++) {
        if (c == L->colors) /* the boundary slices follow */
            exchange_end(A, z);
        LAUNCH_ROWS(relax, slices_of(A, L->start[c], L->start[c + 1]), L_U_H_Z,
                    reals(r), reals(z), begun);
    }
    phase_end(product_bytes(A) + (2 * sizeof(real) + w_bytes) * n);
    if (!w)
        return;
    phase_begin(PHASE_SPMV, A->depth);
    exchange_begin(A, z);
    LAUNCH_ROWS(add_upper, interior(A), reals(z), *w);
    exchange_end(A, z);
    LAUNCH_ROWS(add_upper, boundary(A), reals(z), *w);
    phase_end(part_bytes(&A->layout->size[UPPER]) + description_bytes(L->slices) +
              sizeof(real) * upper_read(A) + 2 * w_bytes * n);
}
