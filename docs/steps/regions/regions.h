/* docs/steps/regions/regions.h - the number of regions in a zone, and their size (zones.c). */
#ifndef MEMWALL_REGIONS_H
#define MEMWALL_REGIONS_H
#include <omp.h>

enum { REGIONS = 64 }; /* at most */

/* The slices of a color in a region: so many for each thread that a launch takes longer than
 * the threads need to start. */
#define REGION_SLICES (128 * omp_get_max_threads())
#endif
