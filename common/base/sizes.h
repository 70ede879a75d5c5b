/* common/base/sizes.h - limits that are fixed at compile time. */
#ifndef MEMWALL_SIZES_H
#define MEMWALL_SIZES_H

enum {
    MAX_LEVELS = 12,   /* the largest number of multigrid levels */
    MAX_RESTART = 1000 /* the largest restart length m of GMRES */
};
#endif
