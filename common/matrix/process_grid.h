/* common/matrix/process_grid.h - the ranks as a grid of boxes, p[0] x p[1] x p[2]. */
#ifndef MEMWALL_PROCESS_GRID_H
#define MEMWALL_PROCESS_GRID_H

/* Computes the process grid p for this number of ranks (1.12). Tries f1 from
 * round(cbrt P) down to 1 and f2 from round(sqrt(P / f1)) down to 1, and chooses
 * the first of the factorizations with the largest min / max. Source:
 * specification of HPG-MxP. */
void process_grid_factor(int ranks, int p[3]);

/* Computes p with p[0] <= p[1] <= p[2] in three and p[0] <= p[1], p[2] = 1 in two
 * dimensions: lines of points along x are divided last. */
void process_grid_ascending(int dim, int ranks, int p[3]);

/* 1 if the shortest of three sides is at least 1/8 of the longest, as HPG-MxP demands of
 * the process grid and of the local box. */
int process_grid_balanced(const int n[3]);

/* The nearest number of ranks, `ranks` or one below (step -1) or above it (step 1), whose
 * process grid is balanced. A prime number above 7 is none. */
int process_grid_usable(int ranks, int step);

/* Ends the run with one line if the box of n[0] x n[1] x n[2] points of the rank with the most
 * neighbors has, with its halo, 2^31 points or more. */
void process_grid_check_points(const int n[3], const int p[3]);
#endif
