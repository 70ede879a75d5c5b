/* ref/sketch.c - sketches of a column of the basis and of a vector: s = S q_j, p = S w.
 *
 *   for each block of SKETCH_BLOCK rows and each of four copies:
 *       bin[i + shift] += sign * sign_i * x_i        (sketch.h)
 *
 * A team adds its blocks to its own bins, one after the other; sum_tiles adds the bins of
 * all teams. The bins from m on are those from 0 on.
 *
 * cost: 18 n flops; n words of Q and n of w are read, 2 m doubles of each team written
 */
#include "sketch.h"
#include "basis.h"
#include "kernels.h"
#include "phase.h"
#include "kernel_macros.h"

/* partial: [2 * teams][m], the sums of the even ones belong to q_j, the odd ones to w */
KERNEL sketch_blocks(struct columns Q, int j, struct sketch S, int teams,
                     const real *restrict w, double *restrict partial)
{
    const int64_t first_block = S.first / SKETCH_BLOCK,
                  blocks = (S.first + Q.n - 1) / SKETCH_BLOCK + 1 - first_block;
    const store *q = Q.data + (size_t)j * Q.stride;
    FOR_TEAMS(t, 2 * teams) {
        SHARED double bin[MOST_SKETCH + SKETCH_BLOCK], x[SKETCH_BLOCK];
        const int64_t end = blocks * (t / 2 + 1) / teams;
        FOR_THREADS(b, 0, S.m + SKETCH_BLOCK)
            bin[b] = 0;
        team_barrier();
        for (int64_t b = blocks * (t / 2) / teams; b < end; b++) {
            const uint64_t key = sketch_key(&S, first_block + b);
            const uint32_t bits = (uint32_t)sketch_hash(key);
            /* Row i of the block is the local row row0 + i. */
            const int row0 = (int)((first_block + b) * SKETCH_BLOCK - S.first),
                      first = row0 < 0 ? -row0 : 0,
                      last = Q.n - row0 < SKETCH_BLOCK ? Q.n - row0 : SKETCH_BLOCK;
            /* The rows of a block have at most two scales. */
            const int next = ((row0 + first) / SCALE_BLOCK + 1) * SCALE_BLOCK - row0;
            const double scale = column_scale(&Q, j, row0 + first),
                         scale_of_next = column_scale(&Q, j, row0 + last - 1);
            if (t % 2 == 0)
                FOR_THREADS(i, first, last)
                    x[i] = sketch_sign(bits, i) * (i < next ? scale : scale_of_next) *
                           (double)wide_s(q[row0 + i]);
            else
                FOR_THREADS(i, first, last)
                    x[i] = sketch_sign(bits, i) * (double)wide(w[row0 + i]);
            for (int c = 0; c < SKETCH_COPIES; c++) {
                const double factor = sketch_factor(key, c);
                double *shifted = bin + sketch_shift(&S, key, c);
                FOR_THREADS(i, first, last)
                    shifted[i] += factor * x[i];
                team_barrier(); /* the next copy adds to the same bins */
            }
        }
        FOR_THREADS(b, 0, S.m)
            partial[(size_t)t * (size_t)S.m + (size_t)b] =
                bin[b] + (b < SKETCH_BLOCK ? bin[S.m + b] : 0);
        team_barrier();
    }
}

void K(basis_sketch)(const struct basis *Q, int j, const struct sketch *S,
                     const struct vector *w, double *s)
{
    const int n = Q->n, teams = tiles(n) < SKETCH_TEAMS ? tiles(n) : SKETCH_TEAMS;
    phase_begin(PHASE_ORTHO, 0);
    TEAM_LAUNCH(sketch_blocks, 2 * teams, columns_of(Q, Q->count), j, *S, teams,
                (const real *)w->data, S->partial);
    sum_tiles(S->partial, teams, 2 * S->m, s, Q->comm);
    phase_end(18.0 * n, n * (double)(sizeof(store) + sizeof(real)) +
                            2.0 * teams * S->m * sizeof(double));
}
