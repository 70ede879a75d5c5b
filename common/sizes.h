/* common/sizes.h - the few sizes that are fixed at compile time. */
#ifndef MEMWALL_SIZES_H
#define MEMWALL_SIZES_H

enum {
    HPGMXP_LEVELS = 4, /* levels of the benchmark's multigrid */
    MAX_LEVELS = 12,   /* levels a policy can name */
    MAX_RESTART = 1000 /* vectors of a cycle */
};
#endif
