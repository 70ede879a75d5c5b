/* docs/steps/regions/gpu/regions.h - the number of regions in a zone, and their size (zones.c).
 *
 * Differs from the CPU: a launch should fill the device. An H100 executes at most 8448 warps at
 * the same time, one for each slice.
 */
#ifndef MEMWALL_REGIONS_H
#define MEMWALL_REGIONS_H

enum { REGIONS = 64 }; /* at most */
#define REGION_SLICES 8192
#endif
