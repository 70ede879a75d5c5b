/* common/engine/setup.h - the matrices of a run, for its report: sizes, storage, set-up times.
 *
 * Times are in seconds. The functions that print are called on rank 0 only.
 */
#ifndef MEMWALL_SETUP_H
#define MEMWALL_SETUP_H
#include "json.h"
#include "matrix.h"
#include "sizes.h"

/* Duration of a set-up, and its parts. */
struct setup_times {
    double all, generate, halo, order, layout;
};

struct setup {
    int levels;
    struct size_of_level {
        int n;                  /* local rows, of rank 0 */
        int64_t rows, nonzeros; /* of all ranks */
        int colors;
        char layout[200]; /* description of the storage */
    } level[MAX_LEVELS];
    struct row_rounding
        rounding;             /* of all matrices in i8; rows = 0: there are none */
    struct setup_times times; /* of the slowest rank */
};

/* Adds a level with the matrix A, and its rows in i8. */
void setup_add(struct setup *setup, const struct matrix *A);
/* Adds rows in i8. */
void setup_add_rounding(struct setup *setup, const struct row_rounding *rounding);

/* Stores the times of this rank, reduced over the ranks. Collective over comm. */
void setup_collect(struct setup *setup, const struct setup_times *times,
                   MPI_Comm comm);

/* Prints which part of the rows in i8 is exact, if there are any. */
void setup_print_rounding(const struct setup *setup);

/* Write the members "levels" and "rows_in_i8" of an open object of a JSON file, and
 * the member "setup_seconds". */
void setup_json_levels(struct json *j, const struct setup *setup);
void setup_json_times(struct json *j, const struct setup *setup);
#endif
