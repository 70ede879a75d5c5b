/* common/base/clock.h - the clock with which all times are measured. */
#ifndef MEMWALL_CLOCK_H
#define MEMWALL_CLOCK_H

/* Returns the seconds since a fixed point in the past. The result never decreases.
 * The clocks of two ranks differ by an unknown offset (trace.c estimates it). */
double now(void);
#endif
