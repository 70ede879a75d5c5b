/* common/formats/missing_pairs.h - which pairs of formats a run needs, and the program lacks. */
#ifndef MEMWALL_MISSING_PAIRS_H
#define MEMWALL_MISSING_PAIRS_H
#include "format.h"

/* For example "f32_f64 f16_f32"; all zero at first. */
struct missing_pairs {
    char text[256];
};

/* Adds the pair (REAL, STORE), unless it is in the list or its kernels were compiled: those
 * with a matrix, or those of a Krylov basis or another vector. */
void missing_matrix_pair(struct missing_pairs *list, enum format real,
                         enum format store);
void missing_vector_pair(struct missing_pairs *list, enum format real,
                         enum format store);

/* Ends the run with one line on all ranks if the list is not empty. name: the set of formats
 * that needs the pairs. */
void missing_pairs_check(const struct missing_pairs *list, const char *name);
#endif
