/* tests/judged/fast/defaults.h - right and fast: opt with implicit column indices. */
#ifndef MEMWALL_DEFAULTS_H
#define MEMWALL_DEFAULTS_H

#define DEFAULT_ORDER ORDER_COLOR
#define DEFAULT_OPTIONS                                                         \
    {                                                                           \
        .layout = LAYOUT_IMPLICIT, .fuse = 1, .zero_guess = 1, .sweep_spmv = 1, \
        .cgs2 = CGS2_3_PASSES, .overlap = 1, .graphs = 1, .team_rows = 4096     \
    }
enum { TREE_HAS_OPTIONS = 1 };
#endif
