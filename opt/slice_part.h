/* opt/slice_part.h - stores the columns of one part of a slice, L or U.
 *
 * columns.c calls these functions for each part of each slice, after the entries of the
 * slice were arranged (arrange.h).
 */
#ifndef MEMWALL_SLICE_PART_H
#define MEMWALL_SLICE_PART_H
#include <arrangement.h>

/* Counts the slice columns of each kind (columns.h). May change their order in `a`. */
void slice_part_count(const struct matrix *A, struct slice *s, int part,
                      struct arrangement *a);

/* Sets the positions of *p behind the parts that `all` contains, and adds *p to `all`. */
void slice_part_append(struct slice_part *all, struct slice_part *p);

/* The slice columns of all kinds before those of *p: where its values begin. */
int slice_part_first(const struct slice_part *p);

/* Stores the columns at the positions of the part. May change their order in `a` as
 * slice_part_count. */
void slice_part_store(struct stored_columns *C, const struct matrix *A,
                      const struct slice *s, int part, struct arrangement *a);
#endif
