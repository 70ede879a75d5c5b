/* common/device/moments.h - moments (device.h) of a back end: places 0 .. MOMENTS-1. */
#ifndef MEMWALL_MOMENTS_H
#define MEMWALL_MOMENTS_H

enum { MOMENTS = 16384 };

void moment_mark(int place);             /* on COMPUTE; the place is used again */
double moment_between(int from, int to); /* seconds; both have passed */
#endif
