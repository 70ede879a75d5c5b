/* opt/gpu/sweep.c - one forward Gauss-Seidel sweep by colors, on a GPU.
 *
 *   z_i <- (r_i - (L z + U z + H z_halo)_i) / d_i                             (1.9)
 *
 * The equations, cost and the difference from ref are those of opt/sweep.c.
 *
 * Differs from opt/sweep.c: fewer launches. There each color is one launch, which
 * waits for the launch before it. Here
 *   - one team sweeps all colors of a level with at most --team-rows rows in one
 *     launch, with a barrier between two colors;
 *   - the launches of a larger level are captured in a graph and launched as one
 *     (--graphs=on).
 * Prediction, not measured yet: a dependent launch costs 1 to 2 us, the gap between
 * two kernels and the start of a kernel. In this time one multiprocessor reads 80 to
 * 160 KB from the L2 cache, so a level with 8 colors gains up to 2000 to 10,000 rows,
 * depending on the format and the layout (docs/14).
 */
#include <exchange.h>
#include <rows.h>
#include <sweep_product.h>
#include "graph.h"
#include "phase.h"

/* What a sweep reads besides D and L: nothing, U, or U and H. */
enum sweep_parts { SWEEP_L, SWEEP_LU, SWEEP_LUH };

/* Which slices. */
enum { INTERIOR = 1, BOUNDARY = 2, ALL_SLICES = INTERIOR | BOUNDARY };

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

KERNEL_4_BLOCKS relax(struct rows A, int parts, const real *r, real *z,
                      struct result w)
{
    FOR_PACKS(p, A, F_STORE)
        relax_rows(p, parts, r, z, w);
}

/* All colors, one after the other, by one team. */
KERNEL_1_TEAM relax_by_one_team(struct rows A, int slices, int parts, const real *r,
                                real *z, struct result w)
{
    const int colors = A.layout.colors, height = A.layout.height;
    FOR_TEAMS(one, 1) {
        for (int c = 0; c < colors; c++) {
            for (int boundary = 0; boundary < 2; boundary++) {
                const int *start =
                    A.layout.color_start_device + boundary * colors + c;
                const int end = slices >> boundary & 1 ? start[1] : start[0];
                FOR_THREADS(k, start[0] * height, end * height)
                    FOR_PACK(p, pack_at(&A, k, F_STORE))
                        relax_rows(p, parts, r, z, w);
            }
            team_barrier();
        }
    }
}

/* How many slices of these kinds the layout has. */
static int slice_count(const struct layout *layout, int slices)
{
    return (slices & INTERIOR ? layout->interior : 0) +
           (slices & BOUNDARY ? layout->slices - layout->interior : 0);
}

/* One launch for each color and kind of slices, captured in a graph. */
static void relax_by_color(const struct matrix *A, int slices, int parts,
                           const struct vector *r, struct vector *z,
                           struct result w)
{
    struct layout *layout = A->layout;
    struct graphs *graphs = &layout->sweeps[slices - 1];
    const struct graph_key key = {values_key(&layout->diag, F_STORE),
                                  r->data,
                                  z->data,
                                  w.data,
                                  z->format,
                                  z->n};
    const int graph = A->options.graphs && slice_count(layout, slices) > 0;
    if (graph && !graph_begin(graphs, &key))
        return;
    for (int c = 0; c < layout->colors; c++)
        for (int boundary = 0; boundary < 2; boundary++) {
            const int *start = layout->color_start + boundary * layout->colors + c;
            if (slices >> boundary & 1)
                LAUNCH_ROWS(relax, rows_of(A, start[0], start[1]), parts, reals(r),
                            reals(z), w);
        }
    if (graph)
        graph_end();
}

static void relax_slices(const struct matrix *A, int slices, int parts,
                         const struct vector *r, struct vector *z, struct result w)
{
    if (A->n > A->options.team_rows)
        relax_by_color(A, slices, parts, r, z, w);
    else if (slice_count(A->layout, slices) > 0)
        LAUNCH_1_TEAM(relax_by_one_team, rows_of(A, 0, A->layout->slices), slices,
                      parts, reals(r), reals(z), w);
}

/* H z_halo, computed once; relax_rows adds it in the boundary rows. */
KERNEL multiply_halo(struct halo_part H, const real *halo)
{
    FOR_ALL(b, H.rows)
        H.product[b] = (double)halo_row(&H, b, halo);
}

static const struct result no_result = {NULL, F_REAL};

static void relax_all(const struct matrix *A, const struct vector *r,
                      struct vector *z, struct result w)
{
    const struct layout *layout = A->layout;
    exchange_begin(A, z);
    relax_slices(A, INTERIOR, SWEEP_LU, r, z, w);
    exchange_end(A, z);
    LAUNCH(multiply_halo, layout->halo.rows, layout->halo, reals(z) + A->columns);
    relax_slices(A, BOUNDARY, SWEEP_LUH, r, z, w);
}

void K(sweep)(const struct matrix *A, const struct vector *r, struct vector *z)
{
    phase_begin(PHASE_SWEEP, A->depth);
    relax_all(A, r, z, no_result);
    phase_end(product_flops(A), product_bytes(A, sizeof(store), sizeof(real)) +
                                    2.0 * A->n * sizeof(real));
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
    relax_all(A, r, z, result_of(w)); /* w = L z + D z */
    phase_end(product_flops(A) + 2 * n,
              product_bytes(A, sizeof(store), sizeof(real)) +
                  n * (double)(2 * sizeof(real) + format_bytes(w->format)));
    complete_product(A, z, w); /* w = A z */
}

void K(sweep_zero_guess)(const struct matrix *A, const struct vector *r,
                         struct vector *z)
{
    phase_begin(PHASE_SWEEP_ZERO_GUESS, A->depth);
    const int half = A->options.zero_guess;
    const int parts = half ? SWEEP_L : SWEEP_LU; /* all halo values are zero */
    if (!half)
        vector_clear(z);
    relax_slices(A, ALL_SLICES, parts, r, z, no_result);
    double bytes = slice_bytes(A, sizeof(store)) +
                   part_bytes(A, LOWER, sizeof(store)) + 2.0 * A->n * sizeof(real);
    if (!half) /* U, z read, and z cleared */
        bytes += part_bytes(A, UPPER, sizeof(store)) + 2.0 * A->n * sizeof(real);
    phase_end(product_flops(A) / (half ? 2 : 1), bytes);
}
