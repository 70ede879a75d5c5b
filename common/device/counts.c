/* common/device/counts.c - the numbers of launches, copies and waits (counts.h). */
#include "counts.h"

struct device_counts device_counts;
