/* common/device/borrow_device.c - the host's look at device memory: a copy. */
#include "device.h"
#include "memory.h"

void *device_borrow(void *device, size_t count, size_t size, const char *what)
{
    if (!device)
        return NULL;
    void *host = mem_alloc(count, size, what);
    device_get(host, device, count * size);
    return host;
}

void device_return(void *borrowed)
{
    mem_free(borrowed);
}
