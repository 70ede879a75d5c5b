/* opt/regions.h - the number of regions in a zone: one. docs/steps/regions has more. */
#ifndef MEMWALL_REGIONS_H
#define MEMWALL_REGIONS_H

enum { REGIONS = 1 };
#endif
