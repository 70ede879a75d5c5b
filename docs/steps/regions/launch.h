/* docs/steps/regions/launch.h - launches a kernel for slices of a matrix.
 *
 *   WITH_EXCHANGE(zone, A, x)
 *       LAUNCH_SLICES(multiply, slices_of(A, zone), reals(x), *y);
 *
 * exchanges the halo entries of x and launches `multiply` for the slices of each zone
 * (exchange.h).
 */
#ifndef MEMWALL_LAUNCH_H
#define MEMWALL_LAUNCH_H
#include <exchange.h>
#include <layout.h>
#include "kernel_macros.h"
#include "real.h"

/* The first argument of a kernel: pointers to the arrays of a matrix (layout.h), and the
 * slices first .. first+count-1, which the kernel computes. */
struct slices {
    int first, count;
    int columns; /* the halo entries of x begin at x + columns */
    const struct slice *slice;
    struct stored_columns column;
    const store *value, *diagonal, *halo_value;
    const type_i8 *exponent; /* of the scales of the rows, only in i8 */
    const int *halo_row, *halo_start, *halo_column;
};

static inline struct slices slices_between(const struct matrix *A, int first,
                                           int end)
{
    const struct layout *layout = A->layout;
    struct slices S = {first,
                       end - first,
                       A->columns,
                       layout->slice,
                       layout->column,
                       (const store *)layout->value.number[F_STORE],
                       (const store *)layout->diagonal.number[F_STORE],
                       (const store *)layout->halo.value.number[F_STORE],
                       layout->exponent,
                       layout->halo.row,
                       layout->halo.start,
                       layout->halo.column};
    return S;
}

static inline struct slices slices_of_regions(const struct matrix *A, int first,
                                              int end)
{
    const int *start = A->layout->start, colors = A->layout->colors;
    return slices_between(A, start[first * colors], start[end * colors]);
}

/* All slices of a zone. */
static inline struct slices slices_of(const struct matrix *A, int zone)
{
    const int *first = A->layout->first_region + zone;
    return slices_of_regions(A, first[0], first[1]);
}

/* The slices of a region: those of color c, those with coarse points. */
static inline struct slices slices_of_color(const struct matrix *A, int region,
                                            int c)
{
    const int *start = A->layout->start + region * A->layout->colors + c;
    return slices_between(A, start[0], start[1]);
}

static inline struct slices slices_with_points(const struct matrix *A, int region)
{
    const struct coarse_slices *C = &A->layout->coarse;
    return slices_between(A, C->first[region], C->end[region]);
}

/* Executes its body for each region of a zone. */
#define FOR_REGIONS(region, A, zone)                   \
    for (int region = (A)->layout->first_region[zone]; \
         region < (A)->layout->first_region[(zone) + 1]; region++)

/* A launch for no slices would cost as much as one for a few. */
#define LAUNCH_SLICES(kernel, which, ...)                       \
    do {                                                        \
        const struct slices S_ = which;                         \
        if (S_.count > 0)                                       \
            LAUNCH(kernel, SLICE *(S_.count), S_, __VA_ARGS__); \
    } while (0)

static inline real *reals(const struct vector *x)
{
    return (real *)x->data;
}
#endif
