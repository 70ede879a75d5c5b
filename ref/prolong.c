/* ref/prolong.c - the correction of the next coarser level, added to this one's.
 *
 *   z_f(i) += zc_i        f(i) the fine row of coarse point i: injection transposed   (1.8)
 *
 * cost: n_c flops; zc and the map read, z at the coarse points read and written
 */
#include "kernels.h"
#include "phase.h"
#include "real.h"
#include "words.h"

KERNEL K(correct)(int coarse_n, const int *restrict coarse_row, const store *restrict zc,
                  real *restrict z)
{
    FOR_ALL(i, coarse_n) {
        int f = coarse_row[i];
        z[f] = narrow(wide(z[f]) + wide_s(zc[i]));
    }
}

void K(prolong_add)(const struct level *A, const struct vector *ZC, struct vector *Z)
{
    phase_begin(PHASE_PROLONG, A->depth);
    LAUNCH(K(correct), A->coarse_n, A->coarse_n, A->coarse_row, (const store *)ZC->at,
           (real *)Z->at);
    double nc = A->coarse_n;
    phase_end(nc, nc * (4 + sizeof(store) + 2 * sizeof(real)));
}
