/* ref/layout.h - how ref stores a matrix: CSR, and the fronts of its sweep.
 *
 *   row i:  entries ptr[i] .. ptr[i+1]-1, values val[format][e], columns col[e]
 *
 * and on a level that is swept also the diagonal and the
 *
 *   fronts: front f holds the rows front_row[front_first[f] .. front_first[f+1]-1];
 *           no row of a front depends on another of it, and all it depends on stands
 *           in fronts before (level scheduling: Saad, "Iterative Methods for Sparse
 *           Linear Systems", 2nd ed., section 11.6.3)
 */
#ifndef MEMWALL_LAYOUT_H
#define MEMWALL_LAYOUT_H
#include "format.h"
#include "graph.h"
#include <stddef.h>

struct layout {
    size_t *ptr;         /* [n+1] */
    int *col;            /* [nonzeros] */
    void *val[FORMATS];  /* [nonzeros], NULL where the format is not needed */
    void *diag[FORMATS]; /* [n] the diagonal */
    void *product;       /* [n] A z, before restriction takes its coarse points */
    int fronts;
    int *front_first;     /* [fronts+1], the host's; all other arrays are the device's */
    int *front_row;       /* [n] */
    struct graphs sweeps; /* their launches, as one (graph.h) */
};
#endif
