/* opt/half_sweep.h - Gauss-Seidel sweeps with a symmetric matrix of which only L is stored.
 *
 *   zero guess   z_i = (r_i - (L z)_i) / d_i             u = L' z
 *   then         z_i <- (r_i - (L z)_i - u_i - (H z)_i) / d_i      u = U z of the old z
 *                w = D z + L z + L' z                              of the new z
 *
 * When row i is updated, row i scatters a_ij z_i to the sums u_j of its columns in L
 * (scatter.h). These rows have earlier colors: they are complete but for such terms.
 * The sweep with zero initial guess therefore leaves U z behind, which is all that
 * the residual at the coarse points and the next sweep need of U. The next sweep
 * replaces u_i by (D z + L z)_i as soon as it has used it, and at its end u = A z
 * but for H z_halo. On one level L is read twice in a V-cycle with the product after
 * it, instead of L three times and U two and a half times.
 *
 * The correction of the coarse grid changes z at the coarse points. Their rows of L
 * are read once more for it; in the first color they are empty.
 *
 * Cost of a sweep: 4 flops for each entry of L if U z is computed, else 2; bytes: L,
 * D, r, z and u read once, z and u written once.
 */
#ifndef MEMWALL_HALF_SWEEP_H
#define MEMWALL_HALF_SWEEP_H
#include <half_product.h>

/* What a sweep needs besides L, D and r. */
struct half_sweep {
    const acc *upper; /* [n] U z with the old z; NULL: zero initial guess */
    int halo;         /* 1: boundary slices */
    acc *sum;         /* [n] receives U z or (D + L + U) z of the new z; or NULL */
};

KERNEL relax_half(struct rows A, struct chunks chunks, struct half_sweep with,
                  const real *r, real *z)
{
    FOR_CHUNK_PACKS(p, A, chunks, F_STORE)
    {
        const pack Lz = add_lower(p, z, zero_pack()), rp = load_pack(p, r),
                   d = diagonal(p);
        pack sum = with.upper ? load_as(p, F_ACC, with.upper) : zero_pack();
        if (with.halo)
            sum = add_halo_product(p, sum);
        FOR_VECTORS(v)
            sum.v[v] = (rp.v[v] - (Lz.v[v] + sum.v[v])) / d.v[v];
        store_pack(p, z, sum);
        if (!with.sum)
            continue;
        const pack zp = load_pack(p, z); /* as it is stored */
        pack begun = zero_pack();
        if (with.upper)
            FOR_VECTORS(v)
                begun.v[v] = d.v[v] * zp.v[v] + Lz.v[v];
        store_as(p, F_ACC, with.sum, begun);
        scatter_lower(p, &zp, with.sum);
    }
}

/* U z after the correction of z at the coarse points. */
KERNEL add_correction(struct rows A, struct chunks chunks, const double *correction,
                      acc *u)
{
    const struct coarse_part *coarse = &A.layout->coarse;
    FOR_CHUNK_PACKS(p, A, chunks, F_STORE)
    {
        const int s = (int)(p.slice - A.layout->slice), k = coarse_slice(coarse, s);
        if (k < 0 || p.slice->width[LOWER] == 0)
            continue;
        pack zp = zero_pack();
        for (int c = coarse->start[k]; c < coarse->start[k + 1]; c++)
            ((acc *)&zp)[coarse->slice_row[c]] = (acc)correction[coarse->point[c]];
        scatter_lower(p, &zp, u);
    }
}

/* Makes u = U z before a sweep: it is known, or known but for the correction, or must be
 * computed. Returns the bytes of this, and of loading u in the sweep. */
static double prepare_upper(const struct matrix *A, const struct vector *z)
{
    struct half_part *half = &A->layout->half;
    if (!half->on)
        return 0;
    double bytes = upper_bytes(A, 1);
    if (!half->kept || half->z != z->data) {
        half_product_all(A, UPPER_OF_REAL, z->data);
        bytes += part_bytes(A, LOWER, sizeof(store)) + slice_bytes(A, 0) +
                 upper_bytes(A, 3) + (double)A->n * sizeof(real);
    } else if (half->corrected) {
        for (int b = 0; b < half->batches; b++)
            add_correction(all_slices(A), chunks_of(half, b), half->correction,
                           upper_of(A));
        bytes += values_bytes(&A->layout->val[LOWER], half->coarse_values,
                              sizeof(store));
    }
    half->z = NULL;
    half->kept = half->corrected = 0;
    return bytes;
}

/* Where a sweep adds up the product of the new z. Sums in 16 bits are added up in u. */
static acc *half_sum(const struct matrix *A, int zero_guess, struct result w)
{
    if (zero_guess)
        return upper_of(A);
    return w.data && w.f == F_ACC ? (acc *)w.data : w.data ? upper_of(A) : NULL;
}

/* u = U z belongs to this z. */
static void half_keep(const struct matrix *A, const struct vector *z)
{
    struct half_part *half = &A->layout->half;
    half->z = z->data;
    half->corrected = half->kept = 0;
}

/* Range c of the slices: the interior or the boundary slices of a color. */
static void relax_color_half(const struct matrix *A, int c, struct half_sweep with,
                             const struct vector *r, struct vector *z)
{
    const struct half_part *half = &A->layout->half;
    FOR_BATCHES(b, half, c)
    relax_half(all_slices(A), chunks_of(half, b), with, reals(r), reals(z));
}
#endif
