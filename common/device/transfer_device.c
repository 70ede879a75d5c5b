/* common/device/transfer_device.c - copies whole arrays to and from a device. */
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

void *device_download(void *device, size_t count, size_t size, const char *what)
{
    if (!device)
        return NULL;
    void *host = mem_alloc(count, size, what);
    device_get(host, device, count * size);
    return host;
}

void device_download_end(void *copy)
{
    mem_free(copy);
}
