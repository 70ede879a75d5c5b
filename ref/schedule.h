/* ref/schedule.h - level scheduling of a Gauss-Seidel sweep.
 *
 * The rows are divided into wavefronts. No row of a wavefront depends on another
 * row of the same wavefront, so they can be updated in parallel:
 *
 *   wavefront(i) = 1 + max wavefront(j)    over all j that must be updated before i
 *
 * Y. Saad, "Iterative Methods for Sparse Linear Systems", 2nd ed., section 11.6.3
 */
#ifndef MEMWALL_SCHEDULE_H
#define MEMWALL_SCHEDULE_H
#include "csr.h"

/* Divides the rows of A so that a sweep over one wavefront after the other gives
 * bitwise the result of the sequential sweep i = 0, 1, ..., n - 1. Wavefront w has
 * the rows (*row)[(*start)[w] .. (*start)[w+1]-1], in ascending order. The caller
 * frees *start (wavefronts + 1 elements) and *row (n elements). */
void schedule_create(const struct csr *A, int *wavefronts, int **start, int **row);
#endif
