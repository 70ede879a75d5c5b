/* opt/gpu/storage.h - choices of the layout that depend on the back end: devices.
 *
 * Differs from opt/storage.h: products (SpMV, residual, Jacobi) visit the slices by
 * region. A CPU core processes one color after the other, and its part of x remains
 * in its caches. The thousands of rows that a device processes at the same time
 * belong, in the order of the colors, to one color. They read the entries of x
 * around them, and by the time the next color reads the same entries they have left
 * the L2 cache: a product reads x up to eight times from memory. By region it reads
 * x once. Prediction for SpMV, not measured yet: 14 % fewer bytes in f64, 11 % in
 * f32, 19 % with implicit columns (docs/15).
 */
#ifndef MEMWALL_STORAGE_H
#define MEMWALL_STORAGE_H

enum {
    INTERLEAVED =
        4,      /* slice columns whose entries are stored row by row (layout.h) */
    REGIONS = 1 /* 1: products visit the slices by region instead of by color */
};
#endif
