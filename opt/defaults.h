/* opt/defaults.h - opt orders the rows by color and uses all its optimizations.
 *
 * The layout stores an index for every entry, because HPG-MxP asks for indirect
 * addressing. --layout=implicit is faster, but it is undecided whether the
 * benchmark's rules allow it. --layout=ell is meant for GPUs; on a CPU its slice
 * columns are too far apart. team_rows: see opt/gpu/sweep.c.
 */
#ifndef MEMWALL_DEFAULTS_H
#define MEMWALL_DEFAULTS_H

#define DEFAULT_ORDER ORDER_COLOR
#define DEFAULT_OPTIONS                                                     \
    {                                                                       \
        .layout = LAYOUT_SELL, .fuse = 1, .zero_guess = 1, .sweep_spmv = 1, \
        .cgs2 = CGS2_3_PASSES, .overlap = 1, .graphs = 1, .team_rows = 4096 \
    }
enum { TREE_HAS_OPTIONS = 1 };
#endif
