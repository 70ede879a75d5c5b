/* docs/steps/regions/regions.h - the regions of a zone (regions.c). */
#ifndef MEMWALL_REGIONS_H
#define MEMWALL_REGIONS_H
#include <layout.h>

struct csr;

/* Sorts the slices, which are sorted by zone and color, by zone, region and color. */
void sort_by_region(const struct matrix *A, const struct csr *E,
                    struct layout *layout);
#endif
