/* opt/restrict.c - restriction of a residual to the next coarser level.
 *
 * By injection, after z = (D + L)^-1 r was computed by a sweep with zero initial
 * guess:
 *
 *   rc_i = (r - A z)_f(i) = -(U z + H z_halo)_f(i)                         (1.7)
 *
 * where f(i) is the row of coarse point i.
 *
 * By a matrix:
 *
 *   rc = R r                                                              (12.7)
 *
 * Cost by injection: 2 flops for each entry of U and H at a coarse point; bytes: U
 * of the slices with coarse points, z read at most once, rc. By a matrix: 2 nnz
 * flops; bytes: the stored values and indices, r read once, rc written once.
 *
 * Differs from ref: injection computes only the rows and entries that it needs,
 * 0.16 of an SpMV (--fuse=off computes all of A z); an iteration gains a factor of
 * 1.23 predicted, 1.27 measured (docs/10). Implicit columns of R step by two: a
 * shuffle of two vectors replaces a gather, without an index.
 */
#include <exchange.h>
#include <half_product.h>
#include <rows.h>
#include "phase.h"

/* ---- By injection ---- */

KERNEL restrict_upper(struct rows A, const real *z, real *rc)
{
    FOR_COARSE_PACKS(p, A, F_STORE) {
        pack sum = add_upper(p, z, zero_pack());
        FOR_VECTORS(v)
            sum.v[v] = -sum.v[v];
        store_coarse(p, rc, sum);
    }
}

KERNEL restrict_halo(struct halo_part H, struct coarse_part coarse,
                     const real *halo, real *rc)
{
    FOR_ALL(k, coarse.halo_rows) {
        const int c = coarse.halo_point[k];
        rc[c] = narrow(wide(rc[c]) - halo_row(&H, coarse.halo_row[k], halo));
    }
}

/* In half storage the sweep has computed u = U z (half_sweep.h). */
KERNEL restrict_known(int coarse_n, const int *coarse_row, const acc *u, real *rc)
{
    FOR_ALL(c, coarse_n)
        rc[c] = narrow(-u[coarse_row[c]]);
}

/* z is read once at most; on a face of the box every second point in two directions
 * is a coarse point, a quarter of the rows of H. */
static double restrict_bytes(const struct level *fine)
{
    const struct matrix *A = &fine->A;
    const struct coarse_part *coarse = &A->layout->coarse;
    const size_t points = (size_t)fine->coarse_n;
    if (A->layout->half.on)
        return (double)(points * (sizeof(int) + sizeof(acc) + sizeof(real))) +
               halo_bytes(A, sizeof(store), sizeof(real)) / 4;
    return values_bytes(&A->layout->val[UPPER], coarse->values, sizeof(store)) +
           (double)(coarse->indices * sizeof(int) +
                    (size_t)coarse->slices *
                        (2 * sizeof(int) + sizeof(struct slice)) +
                    ((size_t)A->n - points) * sizeof(real) +
                    points * (2 * sizeof(int) + sizeof(real))) +
           halo_bytes(A, sizeof(store), sizeof(real)) / 4;
}

static void restrict_fused(const struct level *fine, struct vector *z,
                           struct vector *rc)
{
    const struct matrix *A = &fine->A;
    const struct coarse_part *coarse = &A->layout->coarse;
    exchange_begin(A, z);
    if (half_upper(A, z))
        LAUNCH(restrict_known, fine->coarse_n, fine->coarse_n, fine->coarse_row,
               upper_of(A), reals(rc));
    else
        LAUNCH_ROWS(restrict_upper, rows_of(A, 0, coarse->slices), reals(z),
                    reals(rc));
    exchange_end(A, z);
    LAUNCH(restrict_halo, coarse->halo_rows, A->layout->halo, *coarse,
           reals(z) + A->columns, reals(rc));
    phase_end(2.0 * (double)coarse->values, restrict_bytes(fine));
}

/* --fuse=off: all of A z, then r - A z at the coarse points. */
KERNEL product_local(struct rows A, const real *z, real *product)
{
    FOR_PACKS(p, A, F_STORE)
        store_pack(p, product,
                   add_upper(p, z, add_lower(p, z, times_diagonal(p, z))));
}

KERNEL product_halo(struct halo_part H, const real *halo, real *product)
{
    FOR_ALL(b, H.rows) {
        const int i = H.row[b];
        product[i] = narrow(wide(product[i]) + halo_row(&H, b, halo));
    }
}

KERNEL inject(int coarse_n, const int *coarse_row, const real *r,
              const real *product, real *rc)
{
    FOR_ALL(c, coarse_n) {
        const int i = coarse_row[c];
        rc[c] = narrow(wide(r[i]) - wide(product[i]));
    }
}

static void restrict_in_full(const struct level *fine, const struct vector *r,
                             struct vector *z, struct vector *rc)
{
    const struct matrix *A = &fine->A;
    const struct layout *layout = A->layout;
    const double n = A->n, nc = fine->coarse_n;
    real *product = (real *)layout->product;
    exchange_begin(A, z);
    LAUNCH_ROWS(product_local, all_slices(A), reals(z), product);
    exchange_end(A, z);
    LAUNCH(product_halo, layout->halo.rows, layout->halo, reals(z) + A->columns,
           product);
    LAUNCH(inject, fine->coarse_n, fine->coarse_n, fine->coarse_row, reals(r),
           product, reals(rc));
    phase_end(product_flops(A) + nc, product_bytes(A, sizeof(store), sizeof(real)) +
                                         n * sizeof(real) +
                                         nc * (sizeof(int) + 3 * sizeof(real)));
}

void K(restrict_residual)(const struct level *fine, const struct vector *r,
                          struct vector *z, struct vector *rc)
{
    phase_begin(PHASE_RESTRICT, fine->A.depth);
    if (fine->A.options.fuse || fine->A.layout->half.on)
        restrict_fused(fine, z, rc);
    else
        restrict_in_full(fine, r, z, rc);
}

/* ---- By a matrix: R in the format of r, rc in the second format ---- */

KERNEL restrict_rows(struct rows R, const real *r, store *rc)
{
    FOR_PACKS(p, R, F_REAL)
        store_pack(p, rc, off_diagonal(p, r));
}

void K(restrict_by_matrix)(const struct matrix *R, struct vector *r,
                           struct vector *rc)
{
    phase_begin(PHASE_RESTRICT, R->depth);
    exchange_begin(R, r);
    LAUNCH_ROWS(restrict_rows, interior_slices(R), reals(r), stores(rc));
    exchange_end(R, r);
    LAUNCH_ROWS(restrict_rows, boundary_slices(R), reals(r), stores(rc));
    phase_end(product_flops(R), product_bytes(R, sizeof(real), sizeof(real)) +
                                    (double)R->n * sizeof(store));
}
