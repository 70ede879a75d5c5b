/* docs/steps/ell/slice_rows.h - one number for each row of a slice, in plain C.
 *
 *   struct row_sums Ax     one number for each of the 32 rows of a slice
 *   FOR_SLICES(s, S)       the slices of a launch, divided among the threads
 *   FOR_ROWS(i, s)         the rows i of slice s
 *   at(Ax, i)              the number of row i
 *
 *   load_rows(x, i)        x_i in the format REAL
 *   store_rows(y, i, a)    y_i = a, rounded; as_stored(a) is a after this rounding
 *   load_result, store_result     the same for a vector in any floating-point format
 *   store_points(y, point, i, a)  y_point(i) = a if point(i) >= 0
 */
#ifndef MEMWALL_SLICE_ROWS_H
#define MEMWALL_SLICE_ROWS_H
#include <launch.h>

typedef acc vec;
struct row_sums {
    vec v[SLICE];
};

/* Each thread has a copy of the pointers of S, which can be in registers. */
typedef const struct slice *this_slice;
#define FOR_SLICES(s, S)                                   \
    COUNTED_LOOP(s)                                        \
    OMP(omp parallel for schedule(static) firstprivate(S)) \
    for (this_slice s = (S).slice + (S).first;             \
         s < (S).slice + (S).first + (S).count; s++)

/* Row `row` of the matrix, which is row v of its slice. */
struct row_group {
    int row, v;
};
#define FOR_ROWS(i, s) \
    for (struct row_group i = {(s)->row, 0}; i.v < (s)->rows; i.row++, i.v++)
#include <one_row.h>
#endif
