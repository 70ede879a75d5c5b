/* common/device/counts.h - how often the host has used the device.
 *
 *     const struct device_counts before = device_counts;
 *     ...
 *     struct device_counts used = device_counts_since(&before);
 *
 * The back ends of devices count; on the CPU all numbers remain 0.
 */
#ifndef MEMWALL_COUNTS_H
#define MEMWALL_COUNTS_H

#ifdef __cplusplus
extern "C" {
#endif
struct device_counts {
    long kernels; /* launches of kernels */
    long copies;  /* between host and device; arrays that were set to zero */
    long waits;   /* the host waited for operations of a stream */
    long overlapped; /* kernels of other streams that were queued and not executed at the end
                      * of such a wait: a GPU may execute them meanwhile (emu only) */
    long events;  /* times of phases */
    double copied; /* bytes copied between host and device */
};

/* Since the start of the program, of this rank. */
extern struct device_counts device_counts;

/* The counts since an earlier time, when they were `before`. */
struct device_counts device_counts_since(const struct device_counts *before);
#ifdef __cplusplus
}
#endif
#endif
