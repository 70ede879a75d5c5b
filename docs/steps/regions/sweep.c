/* docs/steps/regions/sweep.c - one forward Gauss-Seidel sweep, region after region.
 *
 *   z_i <- (r_i - (L z + U z)_i) / d_i                                        (1.9)
 *
 * L z uses the new values of earlier colors, U z the old ones of later colors and the
 * halo values from before the sweep. With zero initial guess U z vanishes:
 * z = (D + L)^-1 r (1.6). Then z is output only.
 *
 * The product w = A z with the new z: when a row is updated, z in the columns of L is
 * final. The sweep stores w = L z + D z, so that w += U z (6.3) needs to read only
 * half of the matrix (Eisenstat, SIAM J. Sci. Stat. Comput. 2, 1981).
 *
 * Cost: 2 nnz flops; the matrix, r and z are read once, z is written once. With zero
 * initial guess nnz flops, without U and the old z. The product: nnz + 2 n flops; U,
 * z and w are read once, w is written twice (slice_bytes.h).
 *
 * Differs from opt: all colors of a region are updated before the next region (zones.c),
 * while its part of z is in the cache, and U z of a region is added as soon as z is final in
 * the columns of U, while U may still be in the cache.
 */
#include <slice.h>
#include <vcycle.h>
#include "phase.h"

/* z = (D + L)^-1 r for the rows of a color, with the new z of earlier colors. */
SLICE_KERNEL relax_lower(struct slices S, const real *r, real *z)
{
    FOR_SLICES(s, S) {
        const struct row_sums Lz = lower_product(S, s, z);
        FOR_ROWS(i, s)
            store_rows(z, i, (load_rows(r, i) - at(Lz, i)) / diagonal(S, i));
    }
}

/* A region is updated by one launch for each color. A single thread updates the slices in
 * the order in which they are stored, which is the same with one launch. */
static int launches(const struct matrix *A, int region)
{
    if (slices_of(A, region).count == 0)
        return 0;
    return ONE_THREAD ? 1 : A->layout->colors;
}

static struct slices slices_of_launch(const struct matrix *A, int region, int k)
{
    return ONE_THREAD ? slices_of(A, region) : slices_of_color(A, region, k);
}

void K(sweep_zero_guess)(const struct matrix *A, const struct vector *r,
                         struct vector *z)
{
    phase_begin(PHASE_SWEEP_ZERO_GUESS, A->level);
    for (int region = 0; region < ZONES; region++)
        for (int k = 0; k < launches(A, region); k++)
            LAUNCH_SLICES(relax_lower, slices_of_launch(A, region, k), reals(r),
                          reals(z));
    phase_end(part_bytes(&A->layout->size[LOWER]) + slice_bytes(A) +
              (2.0 * A->n + lower_read(A)) * sizeof(real));
}

/* w receives L z + D z with the new z, unless w.data is NULL. */
SLICE_KERNEL relax(struct slices S, const real *r, real *z, struct vector w)
{
    FOR_SLICES(s, S) {
        const struct row_sums Lz = lower_product(S, s, z),
                              Uz = upper_product(S, s, z);
        FOR_ROWS(i, s) {
            const vec d = diagonal(S, i),
                      new_z = (load_rows(r, i) - (at(Lz, i) + at(Uz, i))) / d;
            store_rows(z, i, new_z);
            if (w.data)
                store_result(w, i, at(Lz, i) + d * as_stored(new_z));
        }
    }
}

/* w += U z */
SLICE_KERNEL add_upper(struct slices S, const real *z, struct vector w)
{
    FOR_SLICES(s, S) {
        const struct row_sums Uz = upper_product(S, s, z);
        FOR_ROWS(i, s)
            store_result(w, i, load_result(w, i) + at(Uz, i));
    }
}

/* complete[region] (zones.c) */
static const int *complete_of(const struct matrix *A)
{
    return A->layout->start + ZONES * A->layout->colors + 1;
}

/* Adds U z to w for those regions whose U z is complete with the sweep of region `swept`,
 * while U may still be in the cache. */
static void add_completed(const struct matrix *A, int swept, const real *z,
                          struct vector w)
{
    phase_begin_part(PHASE_SPMV, A->level);
    for (int region = 0; region <= swept; region++)
        if (complete_of(A)[region] == swept)
            LAUNCH_SLICES(add_upper, slices_of(A, region), z, w);
    phase_end(0);
}

void K(sweep)(const struct matrix *A, const struct vector *r, struct vector *z,
              struct vector *w)
{
    const struct layout *layout = A->layout;
    const struct vector none = {F_REAL, 0, NULL}, partial = w ? *w : none;
    const double n = A->n, w_bytes = w ? (double)format_bytes(w->format) : 0;
    phase_begin(PHASE_SWEEP, A->level);
    WITH_EXCHANGE(region, A, z) {
        for (int k = 0; k < launches(A, region); k++)
            LAUNCH_SLICES(relax, slices_of_launch(A, region, k), reals(r), reals(z),
                          partial);
        if (w && region < BOUNDARY && launches(A, region) > 0)
            add_completed(A, region, reals(z), *w);
    }
    phase_end(product_bytes(A) + (2 * sizeof(real) + w_bytes) * n);
    if (!w)
        return;
    phase_begin(PHASE_SPMV, A->level);
    WITH_EXCHANGE(region, A, z)
        if (complete_of(A)[region] >= BOUNDARY)
            LAUNCH_SLICES(add_upper, slices_of(A, region), reals(z), *w);
    phase_end(part_bytes(&layout->size[UPPER]) + description_bytes(layout->slices) +
              sizeof(real) * upper_read(A) + 2 * w_bytes * n);
}
