/* docs/steps/regions/region_size.h - how many slices of a color a region should have (regions.c). */
#ifndef MEMWALL_REGION_SIZE_H
#define MEMWALL_REGION_SIZE_H
#include <omp.h>

/* So many for each thread that a launch takes longer than the threads need to start. */
static inline int region_size(void)
{
    return 128 * omp_get_max_threads();
}
#endif
