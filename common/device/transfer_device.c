/* common/device/transfer_device.c - moves whole arrays and small ones to a device. */
#include "device.h"
#include "memory.h"
#include <string.h>

void *device_upload(void *host, size_t count, size_t size, const char *what)
{
    if (!host)
        return NULL;
    void *device = device_alloc(count, size, what);
    device_put(device, host, count * size);
    mem_free(host);
    return device;
}

/* The copy may read its source as late as it is executed, when the caller's array may not
 * exist any more. So its source is a part of the upload buffer that no earlier copy reads. */
const void *device_upload_small(void *device, const void *host, size_t bytes)
{
    static size_t used; /* bytes that copies may still read */
    if (used + bytes > RESULTS * sizeof(double)) {
        stream_synchronize(COMPUTE);
        used = 0;
    }
    char *source = (char *)device_upload_buffer() + used;
    memcpy(source, host, bytes);
    staging_copy_in(device, source, bytes, COMPUTE);
    used += bytes;
    return device;
}
