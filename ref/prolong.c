/* ref/prolong.c - adds the correction of the next coarser level.
 *
 *   z_f(i) += zc_i               f(i) = coarse_row[i]                    (1.8)
 *
 * It is the transpose of the restriction, and changes z at the coarse points only.
 *
 * cost: n_c flops for n_c coarse points; f and zc are read once, z is read and written
 *       at the coarse points
 */
#include <vcycle.h>
#include "entry.h"
#include "phase.h"
#include "kernel_macros.h"

KERNEL add_at_coarse_points(int coarse_n, const int *coarse_row, struct vector zc,
                            real *z)
{
    FOR_ALL(i, coarse_n) {
        const int f = coarse_row[i];
        z[f] = narrow(wide(z[f]) + (acc)entry_load(zc, i));
    }
}

void K(prolong_by_injection)(const struct level *fine, const struct vector *zc,
                             struct vector *z)
{
    phase_begin(PHASE_PROLONG, fine->A.level);
    LAUNCH(add_at_coarse_points, fine->coarse_n, fine->coarse_n, fine->coarse_row,
           *zc, (real *)z->data);
    const double nc = fine->coarse_n, bytes = sizeof(int) + 2.0 * sizeof(real) +
                                              (double)format_bytes(zc->format);
    phase_end(bytes * nc);
}
