/* common/tuning.h - the switches of a tree that has several ways to do a thing.
 *
 * Set once, from the command line, before the hierarchy is built. A tree says in its
 * defaults.h what it starts from and whether it has switches at all.
 */
#ifndef MEMWALL_TUNING_H
#define MEMWALL_TUNING_H

enum layout_kind { LAYOUT_ELL, LAYOUT_SELL, LAYOUT_RUNS };
enum coloring_kind { COLORING_GREEDY, COLORING_JPL };
enum coarse_place { COARSE_FIRST, COARSE_MIDDLE };
enum { SWITCH_ON, SWITCH_OFF }; /* in the order of the words on|off */
enum { CGS2_4PASS, CGS2_3PASS };
enum { GRAPHS_SWEEPS, GRAPHS_CYCLES, GRAPHS_OFF };

struct tuning {
    int layout, coloring;
    int coarse;     /* which colour the coarse points have (docs/3) */
    int fuse;       /* the residual only at coarse points */
    int zero_sweep; /* a sweep from zero reads half of the matrix */
    int cgs2;       /* passes over the basis */
    int overlap;    /* halo exchange behind the local part */
    int graphs; /* what a GPU launches as one (graph.h): sweeps; coarse levels as well */
    int team_rows; /* levels of at most so many rows are swept by one team (GPUs) */
};

extern struct tuning tuning;
#endif
