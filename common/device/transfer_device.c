/* common/device/transfer_device.c - moves whole arrays to a device. */
#include "device.h"
#include "memory.h"

void *device_upload(void *host, size_t count, size_t size, const char *what)
{
    if (!host)
        return NULL;
    void *device = device_alloc(count, size, what);
    device_put(device, host, count * size);
    mem_free(host);
    return device;
}
