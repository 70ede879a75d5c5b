/* common/device.c - device memory on the CPU: the host's own. */
#include "device.h"
#include "memory.h"
#include <string.h>

void *device_alloc(size_t count, size_t size, const char *what)
{
    return mem_alloc(count, size, what);
}

void device_free(void *at)
{
    mem_free(at);
}

void *device_take(void *host, size_t count, size_t size, const char *what)
{
    (void)count, (void)size, (void)what;
    return host;
}

void device_put(void *device, const void *host, size_t bytes)
{
    memcpy(device, host, bytes);
}

void device_get(void *host, const void *device, size_t bytes)
{
    memcpy(host, device, bytes);
}
