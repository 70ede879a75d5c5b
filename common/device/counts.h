/* common/device/counts.h - how often the host has used the device.
 *
 * The back ends of devices count; on the CPU all counts remain 0.
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
    /* Kernels of other streams that were queued and not executed at the end of such a wait:
     * a GPU may execute them meanwhile (emu only). */
    long overlapped;
    long events;   /* times of phases */
    double copied; /* bytes copied between host and device */
};

/* Of this rank, since a caller has last set them to zero. */
extern struct device_counts device_counts;
#ifdef __cplusplus
}
#endif
#endif
