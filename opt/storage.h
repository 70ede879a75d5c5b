/* opt/storage.h - choices of the layout that depend on the back end: the CPU.
 *
 * gpu/storage.h has those of devices.
 */
#ifndef MEMWALL_STORAGE_H
#define MEMWALL_STORAGE_H

enum {
    INTERLEAVED =
        1,      /* slice columns whose entries are stored row by row (layout.h) */
    REGIONS = 0 /* 1: products visit the slices by region instead of by color */
};
#endif
