/* opt/correct.c - update of solution and residual by a correction, in one pass.
 *
 *   u += alpha c,   r -= alpha A c,   ||r||_2                                (12.3)
 *
 * Cost: 2 nnz + 6 n flops; bytes: the stored values and indices, the diagonal, c
 * read once, u and r read and written once.
 *
 * Differs from ref: the layout; c is converted one SIMD vector at a time.
 */
#include <exchange.h>
#include <half_product.h>
#include <norm.h>
#include <rows.h>
#include "phase.h"

/* squares[g] = the sum of r_i^2 over a group of slices. */
KERNEL_2_BLOCKS correct_rows(struct rows A, acc alpha, const store *c, real *u,
                             real *r, double *squares)
{
    FOR_GROUPS(g, A) {
        double sum = 0;
        FOR_GROUP_PACKS(sum, p, A, g, F_REAL) {
            const pack Ac = off_diagonal(p, c), d = diagonal(p),
                       cp = load_pack(p, c);
            pack up = load_pack(p, u), rp = load_pack(p, r);
            FOR_VECTORS(v) {
                rp.v[v] -= alpha * (Ac.v[v] + d.v[v] * cp.v[v]);
                up.v[v] += alpha * cp.v[v];
            }
            store_pack(p, r, rp);
            store_pack(p, u, up);
            sum = add_squares(p, rp, sum);
        }
        sum = team_sum(sum);
        if (TEAM_LEADER)
            squares[g] = sum;
    }
}

double K(correct_solution)(const struct matrix *A, double alpha, struct vector *c,
                           struct vector *u, struct vector *r)
{
    phase_begin(PHASE_CORRECT, A->depth);
    const struct layout *layout = A->layout;
    const int groups = slice_groups(layout);
    exchange_begin(A, c);
    exchange_end(A, c); /* once per cycle: overlap would gain nothing */
    const double of_half = half_product(A, c);
    TEAM_LAUNCH(correct_rows, groups, all_slices(A), (acc)alpha, stores(c),
                reals(u), reals(r), layout->squares);
    double squares;
    sum_tiles(layout->squares, groups, 1, &squares, A->halo.comm);
    const double norm = K(norm_from_squares)(squares, r, A->partial, A->halo.comm);
    phase_end(product_flops(A) + 6.0 * A->n,
              product_bytes(A, sizeof(real), sizeof(store)) +
                  4.0 * A->n * sizeof(real) + of_half);
    return norm;
}
