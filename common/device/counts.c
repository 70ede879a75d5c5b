/* common/device/counts.c - the numbers of launches, copies and waits (counts.h). */
#include "counts.h"

struct device_counts device_counts;

struct device_counts device_counts_since(const struct device_counts *before)
{
    return (struct device_counts){.kernels =
                                      device_counts.kernels - before->kernels,
                                  .copies = device_counts.copies - before->copies,
                                  .waits = device_counts.waits - before->waits,
                                  .overlapped = device_counts.overlapped -
                                                before->overlapped,
                                  .events = device_counts.events - before->events,
                                  .copied = device_counts.copied - before->copied};
}
