/* ref/column.h - q_j = alpha w in the basis' own format, integers scaled.
 *
 * cost: n flops; w read once, q_j written once; for integers a second read of w, block by
 *       block, from the cache
 */
#ifndef MEMWALL_COLUMN_H
#define MEMWALL_COLUMN_H
#include <append.h>
#include "kernels.h"
#include "phase.h"
#include "real.h"
#include "words.h"

/* One scale for the whole of a column: the largest of its blocks. */
KERNEL K(level_scales)(int blocks, double *scale)
{
    FOR_TEAMS(one, 1) {
        double most = 0;
        FOR_LANES_MAX(most, b, 0, blocks)
        most = scale[b] > most ? scale[b] : most;
        most = team_max(most);
        FOR_LANES(b, 0, blocks)
            scale[b] = most;
    }
}

static void K(store_column)(struct basis *B, int j, double alpha, const struct vector *W)
{
    const real *w = (const real *)W->at;
    store *q = (store *)B->at + (size_t)j * B->stride;
    int blocks = scale_blocks(B->n);
    double *scale = B->scale ? B->scale + (size_t)j * (size_t)blocks : NULL;
    if (scale) {
        TEAM_LAUNCH(K(measure), blocks, B->n, alpha, w, scale);
        if (B->rule == SCALE_VECTOR)
            TEAM_LAUNCH(K(level_scales), 1, blocks, scale);
    }
    LAUNCH(K(append), B->n, B->n, alpha, w, scale, B->unit, q);
}

void K(basis_store)(struct basis *B, int j, double alpha, const struct vector *W)
{
    phase_begin(PHASE_UPDATE, 0);
    K(store_column)(B, j, alpha, W);
    phase_end(B->n, (sizeof(real) + sizeof(store)) * (double)B->n);
}
#endif
