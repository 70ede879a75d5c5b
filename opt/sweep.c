/* opt/sweep.c - one forward Gauss-Seidel sweep by colours, a slice at a time.
 *
 *   z_i <- (r_i - (L z + U z + H z_halo)_i) / d_i
 *
 * with the newest z of earlier colours, the old z of later ones and the halo values of
 * before the sweep. From z = 0 the U and H parts vanish: z = (D + L)^-1 r, and what z
 * held before is not even read, because the zeros that fill up slots of L stand for
 * columns of earlier colours.
 *
 * Slices of a colour are independent, so any number of threads gives the same bits. The
 * early slices, which no halo value can reach, are swept while those values travel.
 *
 * On a device a level of few rows is swept by one team, with a barrier where a larger one
 * has a launch. Prediction: a launch that waits for the one before costs 2 us, or 1 us
 * within a graph, and is over in 1 us more, three loads after one another in L2; a
 * multiprocessor alone gets some 80 GB/s out of L2, so in the 1 to 2 us that a barrier saves
 * a team of 1024 lanes goes through 80 to 160 KB. A level of 8 colours gains up to 0.6 to
 * 1.3 MB: at 348 bytes a row (f64 with indices) up to 1900 to 3700 rows, at 228 (f32) 2900 to
 * 5700, at 120 (f32 with runs) 5500 to 10,000. --team-rows=4096 lies between; a level of
 * 13^3 rows takes 5 us instead of 16 to 24. Larger levels fill the machine: with 40^3
 * rows, 22 MB, one team would take 270 us, eight launches 20. Not measured yet.
 *
 * cost: 2 Z flops; bytes: the layout, the diagonal, r read once, z read and written
 *       once; from zero: the D + L part of it, half, and z written once
 *
 * Differs from ref: no schedule to follow but the colours; half of the matrix from zero
 * and no clearing of z; --zero-sweep=off goes through all of it. The sweep from zero takes
 * 0.55 of a full one (predicted 0.52); an iteration gains 1.11 by it, measured 1.10 (docs/10).
 */
#include <exchange.h>
#include <slice.h>
#include "kernels.h"
#include "phase.h"

enum K(range) { K(FROM_ZERO), K(LOCAL), K(WITH_HALO) };

DEVICE void K(relax_row)(const struct layout *L, const struct slice *S, int l, int range,
                         const real *r, real *z)
{
    const store *d = (const store *)L->diag[F_STORE];
    const int i = K(row_of)(L, S, l);
    acc sum = K(row_part)(L, S, l, LOWER, z);
    if (range != K(FROM_ZERO))
        sum += K(row_part)(L, S, l, UPPER, z);
    const int b = range == K(WITH_HALO) ? K(boundary_of)(L, S, l) : -1;
    if (b >= 0)
        sum += (acc)L->halo.product[b];
    z[i] = narrow((wide(r[i]) - sum) / wide_s(STREAMED(d + i)));
}

#if ON_DEVICE
KERNEL K(relax_color)(LAYOUT got, int count, int first, int range, const real *r, real *z)
{
    const struct layout *L = RECEIVED(got);
    FOR_ALL(k, count * L->height) {
        int l;
        const struct slice *S = K(slice_of)(L, first, k, &l);
        if (S)
            K(relax_row)(L, S, l, range, r, z);
    }
}

/* All colours of the early slices (lists 1), of the late ones (2) or of both (3). */
WIDE_KERNEL K(relax_colors)(LAYOUT got, int lists, int range, const real *r, real *z)
{
    const struct layout *L = RECEIVED(got);
    FOR_TEAMS(one, 1) {
        for (int list = 0; list < L->colors; list++) {
            for (int late = 0; late < 2; late++) {
                const int *first = L->list_first + list + late * L->colors;
                const int rows =
                    lists >> late & 1 ? (first[1] - first[0]) * L->height : 0;
                FOR_LANES(k, 0, rows) {
                    int l;
                    const struct slice *S = K(slice_of)(L, first[0], k, &l);
                    if (S)
                        K(relax_row)(L, S, l, range, r, z);
                }
            }
            team_barrier();
        }
    }
}

static int K(by_one_team)(const struct layout *L, int lists, int range,
                          const struct vector *R, struct vector *Z)
{
    if (Z->n > tuning.team_rows)
        return 0;
    const int early = L->color_first[L->colors];
    if ((lists & 1 && early > 0) || (lists & 2 && L->slices > early))
        WIDE_LAUNCH(K(relax_colors), PASS(L), lists, range, (const real *)R->at,
                    (real *)Z->at);
    return 1;
}
#else
/* A launch costs nothing here. */
static int K(by_one_team)(const struct layout *L, int lists, int range,
                          const struct vector *R, struct vector *Z)
{
    (void)L, (void)lists, (void)range, (void)R, (void)Z;
    return 0;
}

/* Only for slices with boundary rows: sum += H z_halo, made before. */
static inline void K(add_boundary)(const struct layout *L, const struct slice *S,
                                   vec sum[VECTORS])
{
    acc lane[SLICE];
    for (int v = 0; v < VECTORS; v++)
        __builtin_memcpy(lane + v * LANES, &sum[v], sizeof(vec));
    for (int b = S->boundary; b < S[1].boundary; b++)
        lane[L->halo.lane[b]] += (acc)L->halo.product[b];
    for (int v = 0; v < VECTORS; v++)
        __builtin_memcpy(&sum[v], lane + v * LANES, sizeof(vec));
}

static inline __attribute__((always_inline)) void K(relax_slice)(const struct layout *L,
                                                                 const struct slice *S,
                                                                 int range, const real *r,
                                                                 real *z)
{
    const store *d = (const store *)L->diag[F_STORE];
    if (K(is_full)(L, S)) {
        vec sum[VECTORS];
#pragma GCC unroll 8
        for (int v = 0; v < VECTORS; v++)
            sum[v] = (vec){0};
        K(add_part)(L, S, LOWER, z, sum);
        if (range != K(FROM_ZERO))
            K(add_part)(L, S, UPPER, z, sum);
        if (range == K(WITH_HALO) && S->boundary < S[1].boundary)
            K(add_boundary)(L, S, sum);
#pragma GCC unroll 8
        for (int v = 0; v < VECTORS; v++) {
            int i = S->row + v * LANES;
            K(put)(z + i, (K(load)(r + i) - sum[v]) / K(load_store)(d + i));
        }
        return;
    }
    for (int l = 0; l < S->rows; l++)
        K(relax_row)(L, S, l, range, r, z);
}

KERNEL K(relax_color)(LAYOUT L, int count, int first, int range, const real *r, real *z)
{
    const struct slice *slice = L->slice + first;
    if (range == K(FROM_ZERO)) {
        FOR_ALL(k, count)
            K(relax_slice)(L, slice + k, K(FROM_ZERO), r, z);
    } else if (range == K(LOCAL)) {
        FOR_ALL(k, count)
            K(relax_slice)(L, slice + k, K(LOCAL), r, z);
    } else {
        FOR_ALL(k, count)
            K(relax_slice)(L, slice + k, K(WITH_HALO), r, z);
    }
}
#endif

/* The slices of list `list`: the early ones of colour 0, 1, ..., then the late ones. */
static void K(relax_list)(const struct layout *L, int list, int range, const real *r,
                          real *z)
{
    int first = L->color_first[list], count = L->color_first[list + 1] - first;
    LAUNCH(K(relax_color), count * LANES_A_SLICE(L), PASS(L), count, first, range, r, z);
}

/* The early slices (late = 0) or the late ones (late = 1), colour by colour; on a device as
 * one launch, of one team or of a graph (graph.h). */
static void K(relax)(struct layout *L, int late, int range, const struct vector *R,
                     struct vector *Z)
{
    if (K(by_one_team)(L, late ? 2 : 1, range, R, Z) ||
        !graph_begin(&L->sweeps[range], L->diag[F_STORE], R, Z))
        return;
    for (int c = late * L->colors; c < (late + 1) * L->colors; c++)
        K(relax_list)(L, c, range, (const real *)R->at, (real *)Z->at);
    graph_end();
}

KERNEL K(multiply_halo)(LAYOUT got, const real *halo)
{
    const struct layout *L = RECEIVED(got);
    FOR_ALL(b, L->halo.rows)
        L->halo.product[b] = (double)K(halo_row)(L, b, halo);
}

static double K(sweep_bytes)(const struct level *A)
{
    return K(part_bytes)(A->layout, LOWER) + K(part_bytes)(A->layout, UPPER) +
           K(frame_bytes)(A) + 3.0 * A->n * sizeof(real);
}

void K(sweep)(const struct level *A, const struct vector *R, struct vector *Z)
{
    phase_begin(PHASE_SWEEP, A->depth);
    struct layout *L = A->layout;
    K(exchange_begin)(A, Z);
    K(relax)(L, 0, K(LOCAL), R, Z);
    K(exchange_end)(A, Z);
    LAUNCH(K(multiply_halo), L->halo.rows, PASS(L), (const real *)Z->at + A->n);
    K(relax)(L, 1, K(WITH_HALO), R, Z);
    phase_end(2 * (double)A->nonzeros, K(sweep_bytes)(A) + K(halo_bytes)(A));
}

KERNEL K(clear)(int n, real *z)
{
    FOR_ALL(i, n)
        z[i] = narrow(0);
}

/* From zero there is nothing to wait for: all of a colour at once. */
static void K(relax_zero)(struct layout *L, int half, const struct vector *R,
                          struct vector *Z)
{
    const int range = half ? K(FROM_ZERO) : K(LOCAL); /* the halo values are zero too */
    const void *read = half ? L->val[LOWER][F_STORE] : L->val[UPPER][F_STORE];
    real *z = (real *)Z->at;
    if (half && K(by_one_team)(L, 3, range, R, Z))
        return;
    if (!graph_begin(&L->sweeps[K(FROM_ZERO)], read, R, Z))
        return;
    if (!half)
        LAUNCH(K(clear), Z->n, Z->n, z);
    for (int c = 0; c < L->colors; c++) {
        K(relax_list)(L, c, range, (const real *)R->at, z);
        K(relax_list)(L, L->colors + c, range, (const real *)R->at, z);
    }
    graph_end();
}

void K(sweep_zero)(const struct level *A, const struct vector *R, struct vector *Z)
{
    phase_begin(PHASE_SWEEP_ZERO, A->depth);
    const struct layout *L = A->layout;
    const int half = tuning.zero_sweep == SWITCH_ON;
    const double n = A->n;
    K(relax_zero)(A->layout, half, R, Z);
    double bytes =
        half ? K(part_bytes)(L, LOWER) + K(frame_bytes)(A) + 2 * n * sizeof(real)
             : K(sweep_bytes)(A) + n * sizeof(real);
    phase_end(2 * (double)A->nonzeros / (half ? 2 : 1), bytes);
}
