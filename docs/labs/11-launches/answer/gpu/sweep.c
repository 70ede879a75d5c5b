/* docs/labs/11-launches/answer/gpu/sweep.c - Gauss-Seidel in color order, with few launches.
 *
 *   z_i = z_i + (r_i - sum_j a_ij z_j) / a_ii     color by color              (1.9)
 *
 * The stream orders the launches, so the host does not wait. One team sweeps all
 * colors of a small level in a single launch, with a barrier between two colors. A
 * matrix without colors is swept wavefront by wavefront, as in ref.
 *
 * cost: that of ref without the list of rows: n integers less
 */
#include <exchange.h>
#include <rows.h>
#include <vcycle.h>
#include "phase.h"

enum { ONE_TEAM = 1024, MOST_COLORS = 8 };

/* The first row of each color, as an argument of a kernel. */
struct color_starts {
    int colors, first[MOST_COLORS + 1];
};

DEVICE void relax(struct rows A, int i, const real *r, real *z)
{
    z[i] = narrow(wide(z[i]) + row_residual(A, i, r, z) / diagonal(A, i));
}

/* Rows first .. first + count - 1 have one color. */
KERNEL relax_color(int first, int count, struct rows A, const real *r, real *z)
{
    FOR_ALL(k, count)
        relax(A, first + k, r, z);
}

KERNEL relax_wavefront(int count, const int *row, struct rows A, const real *r,
                       real *z)
{
    FOR_ALL(k, count)
        relax(A, row[k], r, z);
}

/* All colors, one after the other, by one team. */
KERNEL relax_level(struct color_starts level, struct rows A, const real *r, real *z)
{
    FOR_TEAMS(one, 1) {
        for (int c = 0; c < level.colors; c++) {
            FOR_THREADS(i, level.first[c], level.first[c + 1])
                relax(A, i, r, z);
            team_barrier();
        }
    }
}

static void relax_small_level(const struct coloring *colors, struct rows A,
                              const real *r, real *z)
{
    struct color_starts level = {colors->count, {0}};
    for (int c = 0; c <= colors->count; c++)
        level.first[c] = colors->first[c];
    TEAM_LAUNCH(relax_level, 1, level, A, r, z);
}

static void relax_all_rows(const struct matrix *A, const real *r, real *z)
{
    const struct layout *L = A->layout;
    const struct rows rows = rows_of(A);
    const int colors = A->colors.count;
    if (colors > 0 && colors <= MOST_COLORS && A->n <= ONE_TEAM) {
        relax_small_level(&A->colors, rows, r, z);
        return;
    }
    for (int c = 0; c < colors; c++) {
        const int first = A->colors.first[c],
                  count = A->colors.first[c + 1] - first;
        LAUNCH(relax_color, count, first, count, rows, r, z);
    }
    for (int w = 0; colors == 0 && w < L->wavefronts; w++) {
        const int first = L->wavefront_start[w],
                  count = L->wavefront_start[w + 1] - first;
        LAUNCH(relax_wavefront, count, count, L->wavefront_row + first, rows, r, z);
    }
}

static double sweep_bytes(const struct matrix *A)
{
    const double n = A->n;
    const double list = A->colors.count > 0 ? 0 : sizeof(int);
    return product_bytes(A) + (list + sizeof(store) + 2 * sizeof(real)) * n;
}

void K(sweep)(const struct matrix *A, const struct vector *r, struct vector *z,
              struct vector *w)
{
    phase_begin(PHASE_SWEEP, A->level);
    exchange(A, z); /* fills the halo entries of z */
    relax_all_rows(A, reals(r), reals(z));
    phase_end(sweep_bytes(A));
    if (w)
        K(spmv)(A, z, w);
}

void K(sweep_zero_guess)(const struct matrix *A, const struct vector *r,
                         struct vector *z)
{
    phase_begin(PHASE_SWEEP_ZERO_GUESS, A->level);
    const int count = A->n + A->halo_n; /* z is zero on all ranks: no exchange */
    device_clear(z->data, sizeof(real) * (size_t)count);
    relax_all_rows(A, reals(r), reals(z));
    phase_end(sweep_bytes(A) + sizeof(real) * (double)count);
}
