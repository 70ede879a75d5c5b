/* ref/schedule.h - level scheduling of a Gauss-Seidel sweep, from the matrix graph. */
#ifndef MEMWALL_SCHEDULE_H
#define MEMWALL_SCHEDULE_H
#include "csr.h"

/* Deals the rows of A to fronts so that sweeping front after front gives bit by bit
 * what the sequential sweep i = 0, 1, ... gives. Caller frees *first and *row. */
void schedule_create(const struct csr *A, int *fronts, int **first, int **row);
#endif
