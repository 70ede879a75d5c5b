/* docs/steps/ell/launch.h - launches a kernel for slices of a matrix.
 *
 *   LAUNCH_SLICES(multiply, slices_of(A, zone), reals(x), *y);
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
    const struct slice *slice;
    const int *column;
    const store *value, *diagonal;
    const type_i8 *exponent; /* of the scales of the rows, only in i8 */
};

static inline struct slices slices_between(const struct matrix *A, int first,
                                           int end)
{
    const struct layout *layout = A->layout;
    struct slices S = {first,
                       end - first,
                       layout->slice,
                       layout->column,
                       (const store *)layout->value.number[F_STORE],
                       (const store *)layout->diagonal.number[F_STORE],
                       layout->exponent};
    return S;
}

/* All slices, and those of color c. There is one zone (exchange.h). */
static inline struct slices slices_of(const struct matrix *A, int zone)
{
    (void)zone;
    return slices_between(A, 0, A->layout->slices);
}

static inline struct slices slices_of_color(const struct matrix *A, int zone, int c)
{
    const int *start = A->layout->start;
    (void)zone;
    return slices_between(A, start[c], start[c + 1]);
}

#define LAUNCH_SLICES(kernel, which, ...)                   \
    do {                                                    \
        const struct slices S_ = which;                     \
        LAUNCH(kernel, SLICE *(S_.count), S_, __VA_ARGS__); \
    } while (0)

static inline real *reals(const struct vector *x)
{
    return (real *)x->data;
}
#endif
