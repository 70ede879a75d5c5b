/* common/device/counts.c - counts of launches, copies and waits (counts.h). */
#include "counts.h"

struct device_counts device_counts;
