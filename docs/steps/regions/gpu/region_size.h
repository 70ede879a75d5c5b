/* docs/steps/regions/gpu/region_size.h - how many slices of a color a region should have (regions.c).
 *
 * Differs from the CPU: a launch should fill the device. An H100 executes at most 8448 warps at
 * the same time, one for each slice.
 */
#ifndef MEMWALL_REGION_SIZE_H
#define MEMWALL_REGION_SIZE_H

static inline int region_size(void)
{
    return 8192;
}
#endif
