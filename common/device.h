/* common/device.h - memory that kernels work on, and the way there and back.
 *
 * What a kernel reads or writes lies in device memory; the host touches it through these
 * calls only. On the CPU the two are the same memory, and nothing is copied that need
 * not be.
 */
#ifndef MEMWALL_DEVICE_H
#define MEMWALL_DEVICE_H
#include <stddef.h>

/* `count` objects of `size` bytes, contents undefined, counted like all memory
 * (memory.h); a failure ends the job with a line that names `what`. */
void *device_alloc(size_t count, size_t size, const char *what);
void device_free(void *at); /* NULL is allowed */

/* Moves an array from mem_alloc to the device: the host's copy is gone afterwards (on the
 * CPU it is the result). NULL stays NULL. */
void *device_take(void *host, size_t count, size_t size, const char *what);

/* Copies that are complete on return, in order with the kernels launched before. */
void device_put(void *device, const void *host, size_t bytes);
void device_get(void *host, const void *device, size_t bytes);
#endif
