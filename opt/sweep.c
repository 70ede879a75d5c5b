/* opt/sweep.c - one forward Gauss-Seidel sweep by colors, a slice at a time.
 *
 *   z_i <- (r_i - (L z + U z + H z_halo)_i) / d_i                             (1.9)
 *
 * L z uses the new values of earlier colors, U z the old values of later colors,
 * and H z_halo the halo values from before the sweep. With zero initial guess U z
 * and H z_halo vanish: z = (D + L)^-1 r (1.6). Then z is output only: the zeros
 * that pad slice columns of L are multiplied by z of earlier colors, which is
 * computed already.
 *
 * The rows of a color are independent, so that the result does not depend on the
 * number of threads. Interior slices are swept during the halo exchange.
 *
 * Cost: 2 nnz flops; bytes: the stored values and indices, the diagonal, r read
 * once, z read and written once. With zero initial guess: half of the flops, D and
 * L, r read once, z written once. If the product w = A z follows, the sweep stores
 * L z + D z in w: 2 n flops and n numbers written in addition (sweep_product.h).
 *
 * Differs from ref: the colors replace the schedule of wavefronts. With zero
 * initial guess half of the matrix is read and z is not cleared (--zero-guess=off:
 * all of the matrix); this takes 0.55 of a full sweep (predicted 0.52), and an
 * iteration gains a factor of 1.11 by it, measured 1.10 (docs/10). The product that
 * follows a sweep reads half of the matrix (--sweep-spmv=off: all of it).
 */
#include <exchange.h>
#include <half_sweep.h>
#include <rows.h>
#include <sweep_product.h>
#include "phase.h"

/* What a sweep reads besides D and L: nothing, U, or U and H. */
enum sweep_parts { SWEEP_L, SWEEP_LU, SWEEP_LUH };

/* If w is not empty, the rows of w receive L z + D z. */
PACK_FUNCTION void relax_rows(struct pack_rows p, int parts, const real *r, real *z,
                              struct result w)
{
    const pack Lz = add_lower(p, z, zero_pack());
    pack sum = Lz;
    if (parts != SWEEP_L)
        sum = add_upper(p, z, sum);
    if (parts == SWEEP_LUH)
        sum = add_halo_product(p, sum);
    const pack rp = load_pack(p, r), d = diagonal(p);
    FOR_VECTORS(v)
        sum.v[v] = (rp.v[v] - sum.v[v]) / d.v[v];
    store_pack(p, z, sum);
    if (w.data)
        store_begun_product(p, Lz, z, w);
}

KERNEL relax(struct rows A, int parts, const real *r, real *z, struct result w)
{
    FOR_PACKS(p, A, F_STORE)
        relax_rows(p, parts, r, z, w);
}

/* Range c of the slices: the interior slices of each color, then the boundary slices. */
static void relax_color(const struct matrix *A, int c, int parts,
                        const struct vector *r, struct vector *z, struct result w)
{
    const int *start = A->layout->color_start + c;
    if (!A->layout->half.on) {
        LAUNCH_ROWS(relax, rows_of(A, start[0], start[1]), parts, reals(r),
                    reals(z), w);
        return;
    }
    const struct half_sweep with = {parts == SWEEP_L ? NULL : upper_of(A),
                                    parts == SWEEP_LUH,
                                    half_sum(A, parts == SWEEP_L, w)};
    relax_color_half(A, c, with, r, z);
}

/* H z_halo, computed once; relax_rows adds it in the boundary rows. */
KERNEL multiply_halo(struct halo_part H, const real *halo)
{
    FOR_ALL(b, H.rows)
        H.product[b] = (double)halo_row(&H, b, halo);
}

static const struct result no_result = {NULL, F_REAL};

/* Returns the bytes of a sweep, without those of w. */
static double relax_all(const struct matrix *A, const struct vector *r,
                        struct vector *z, struct result w)
{
    const struct layout *layout = A->layout;
    exchange_begin(A, z);
    const double of_upper = prepare_upper(A, z);
    for (int c = 0; c < layout->colors; c++)
        relax_color(A, c, SWEEP_LU, r, z, w);
    exchange_end(A, z);
    LAUNCH(multiply_halo, layout->halo.rows, layout->halo, reals(z) + A->columns);
    for (int c = layout->colors; c < 2 * layout->colors; c++)
        relax_color(A, c, SWEEP_LUH, r, z, w);
    return product_bytes(A, sizeof(store), sizeof(real)) + of_upper +
           2.0 * A->n * sizeof(real);
}

void K(sweep)(const struct matrix *A, const struct vector *r, struct vector *z)
{
    phase_begin(PHASE_SWEEP, A->depth);
    const double bytes = relax_all(A, r, z, no_result);
    phase_end(product_flops(A), bytes);
}

void K(sweep_spmv)(const struct matrix *A, const struct vector *r, struct vector *z,
                   struct vector *w)
{
    const double n = A->n;
    if (!A->options.sweep_spmv) {
        K(sweep)(A, r, z);
        K(spmv)(A, z, w);
        return;
    }
    phase_begin(PHASE_SWEEP, A->depth);
    const double bytes = relax_all(A, r, z, result_of(w)); /* w = L z + D z */
    phase_end(product_flops(A) + 2 * n,
              bytes + n * (double)format_bytes(w->format));
    complete_product(A, z, w); /* w = A z */
}

void K(sweep_zero_guess)(const struct matrix *A, const struct vector *r,
                         struct vector *z)
{
    phase_begin(PHASE_SWEEP_ZERO_GUESS, A->depth);
    const int half = A->options.zero_guess || A->layout->half.on;
    const int parts = half ? SWEEP_L : SWEEP_LU; /* all halo values are zero */
    if (!half)
        vector_clear(z);
    const int colors = A->layout->colors;
    for (int c = 0; c < colors; c++) {
        relax_color(A, c, parts, r, z, no_result);
        relax_color(A, colors + c, parts, r, z, no_result);
    }
    half_keep(A, z);
    double bytes = slice_bytes(A, sizeof(store)) +
                   part_bytes(A, LOWER, sizeof(store)) + upper_bytes(A, 1) +
                   2.0 * A->n * sizeof(real);
    if (!half) /* U, z read, and z cleared */
        bytes += part_bytes(A, UPPER, sizeof(store)) + 2.0 * A->n * sizeof(real);
    phase_end(product_flops(A) / (half ? 2 : 1), bytes);
}
