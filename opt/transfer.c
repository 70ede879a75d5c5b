/* opt/transfer.c - the residual restricted to the next coarser level, by injection.
 *
 *   rc_i = (r - A z)_f(i) = -(U z + H z_halo)_f(i)
 *          because z = (D + L)^-1 r has just been made by the sweep from zero
 *
 * cost: 2 flops for each later-coloured or halo entry of a coarse point; bytes: the U
 *       part of the slices with coarse points, z read once at most, rc
 *
 * Differs from ref: only the rows and the entries that restriction needs, 0.16 of an SpMV;
 * --fuse=off computes all of A z. Gain of an iteration: 1.23 predicted, 1.27 measured
 * (docs/10).
 */
#include <exchange.h>
#include <inject.h>
#include <product.h>
#include "kernels.h"
#include "phase.h"

#if ON_DEVICE
/* Lane l of a slice takes the l-th of its coarse points. */
KERNEL K(restrict_slices)(LAYOUT got, const real *z, real *rc)
{
    const struct layout *L = RECEIVED(got);
    const struct coarse_part *P = &L->coarse;
    FOR_ALL(k, P->slices * L->height) {
        const int s = k / L->height, c = P->first[s] + k % L->height;
        if (c < P->first[s + 1])
            rc[P->point[c]] =
                narrow(-K(row_part)(L, &L->slice[P->slice[s]], P->lane[c], UPPER, z));
    }
}
#else
KERNEL K(restrict_slices)(LAYOUT L, const real *z, real *rc)
{
    const struct coarse_part *P = &L->coarse;
    FOR_ALL(k, P->slices) {
        const struct slice *S = &L->slice[P->slice[k]];
        acc lane[SLICE];
        if (K(is_full)(L, S)) {
            vec sum[VECTORS];
#pragma GCC unroll 8
            for (int v = 0; v < VECTORS; v++)
                sum[v] = (vec){0};
            K(add_part)(L, S, UPPER, z, sum);
#pragma GCC unroll 8
            for (int v = 0; v < VECTORS; v++)
                __builtin_memcpy(lane + v * LANES, &sum[v], sizeof(vec));
        } else {
            for (int r = 0; r < S->rows; r++)
                lane[r] = K(row_part)(L, S, r, UPPER, z);
        }
        for (int c = P->first[k]; c < P->first[k + 1]; c++)
            rc[P->point[c]] = narrow(-lane[P->lane[c]]);
    }
}
#endif

KERNEL K(restrict_halo)(LAYOUT got, const real *halo, real *rc)
{
    const struct layout *L = RECEIVED(got);
    const struct coarse_part *P = &L->coarse;
    FOR_ALL(k, P->halo_rows) {
        int c = P->halo_point[k];
        rc[c] = narrow(wide(rc[c]) - K(halo_row)(L, P->halo_row[k], halo));
    }
}

/* --fuse=off: from a product that is known in full. */
static double K(restrict_in_full)(const struct level *A, const struct vector *R,
                                  struct vector *Z, struct vector *RC)
{
    const struct layout *L = A->layout;
    const real *z = (const real *)Z->at;
    real *product = (real *)L->product;
    K(exchange_begin)(A, Z);
    LAUNCH(K(multiply), L->slices * LANES_A_SLICE(L), PASS(L), z, product);
    K(exchange_end)(A, Z);
    LAUNCH(K(add_halo), L->halo.rows, PASS(L), z + A->n, product);
    LAUNCH(K(inject), A->coarse_n, A->coarse_n, A->coarse_row, (const real *)R->at,
           product, (real *)RC->at);
    return K(part_bytes)(L, LOWER) + K(part_bytes)(L, UPPER) + K(frame_bytes)(A) +
           K(halo_bytes)(A) + 2.0 * A->n * sizeof(real) +
           A->coarse_n * (4 + 3.0 * sizeof(real));
}

void K(restrict_residual)(const struct level *A, const struct vector *R, struct vector *Z,
                          struct vector *RC)
{
    phase_begin(PHASE_RESTRICT, A->depth);
    const struct layout *L = A->layout;
    const real *z = (const real *)Z->at;
    real *rc = (real *)RC->at;
    const double nc = A->coarse_n;
    if (tuning.fuse == SWITCH_OFF) {
        double bytes = K(restrict_in_full)(A, R, Z, RC);
        phase_end(2 * (double)A->nonzeros + nc, bytes);
        return;
    }
    K(exchange_begin)(A, Z);
    LAUNCH(K(restrict_slices), L->coarse.slices * LANES_A_SLICE(L), PASS(L), z, rc);
    K(exchange_end)(A, Z);
    LAUNCH(K(restrict_halo), L->coarse.halo_rows, PASS(L), z + A->n, rc);
    phase_end(2.0 * (double)L->coarse_values,
              (double)L->coarse_values * sizeof(store) + 4.0 * (double)L->coarse_indices +
                  (double)L->coarse.slices * (8 + sizeof(struct slice)) +
                  (double)(A->n - A->coarse_n) * sizeof(real) + nc * (8 + sizeof(real)) +
                  K(halo_bytes)(A) / 4);
}
