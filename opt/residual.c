/* opt/residual.c - r = b - A x, and its norm.
 *
 *   r_i = b_i - ((L + U + H) x)_i - d_i x_i                                   (1.2)
 *
 * Cost: 2 nnz flops (3 n more for the norm); bytes: the stored values and indices,
 * the diagonal, x and b read once, r written once.
 *
 * Differs from ref: the layout; residual computes the interior slices during the
 * halo exchange; the squares of the norm are added up in the same pass
 * over the rows.
 */
#include <exchange.h>
#include <half_product.h>
#include <norm.h>
#include <rows.h>
#include "phase.h"

PACK_FUNCTION pack residual_rows(struct pack_rows p, const real *b, const real *x)
{
    const pack sum = off_diagonal(p, x), Dx = times_diagonal(p, x);
    pack r = load_pack(p, b);
    FOR_VECTORS(v)
        r.v[v] = r.v[v] - sum.v[v] - Dx.v[v];
    return r;
}

KERNEL_4_BLOCKS subtract(struct rows A, const real *b, const real *x, real *r)
{
    FOR_PACKS(p, A, F_STORE)
        store_pack(p, r, residual_rows(p, b, x));
}

/* squares[g] = the sum of r_i^2 over a group of slices, of r as it is stored. */
KERNEL_2_BLOCKS subtract_squares(struct rows A, const real *b, const real *x,
                                 real *r, double *squares)
{
    FOR_GROUPS(g, A) {
        double sum = 0;
        FOR_GROUP_PACKS(sum, p, A, g, F_STORE) {
            store_pack(p, r, residual_rows(p, b, x));
            sum = add_squares(p, load_pack(p, r), sum);
        }
        sum = team_sum(sum);
        if (TEAM_LEADER)
            squares[g] = sum;
    }
}

static double residual_bytes(const struct matrix *A)
{
    return product_bytes(A, sizeof(store), sizeof(real)) +
           2.0 * A->n * sizeof(real);
}

void K(residual)(const struct matrix *A, const struct vector *b, struct vector *x,
                 struct vector *r)
{
    phase_begin(PHASE_RESIDUAL, A->depth);
    exchange_begin(A, x);
    const double of_half = half_product(A, x);
    LAUNCH_ROWS(subtract, interior_slices(A), reals(b), reals(x), reals(r));
    exchange_end(A, x);
    LAUNCH_ROWS(subtract, boundary_slices(A), reals(b), reals(x), reals(r));
    phase_end(product_flops(A), residual_bytes(A) + of_half);
}

double K(residual_norm)(const struct matrix *A, const struct vector *b,
                        struct vector *x, struct vector *r)
{
    phase_begin(PHASE_RESIDUAL, A->depth);
    const struct layout *layout = A->layout;
    const int groups = slice_groups(layout);
    exchange_begin(A, x);
    exchange_end(A, x); /* once per GMRES cycle: overlap would gain nothing */
    const double of_half = half_product(A, x);
    TEAM_LAUNCH(subtract_squares, groups, all_slices(A), reals(b), reals(x),
                reals(r), layout->squares);
    double squares;
    sum_tiles(layout->squares, groups, 1, &squares, A->halo.comm);
    const double norm = K(norm_from_squares)(squares, r, A->partial, A->halo.comm);
    phase_end(product_flops(A) + 3.0 * A->n, residual_bytes(A) + of_half);
    return norm;
}
