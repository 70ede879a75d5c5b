/* common/device/device.c - device.h for the CPU: device memory is host memory.
 *
 * A launch is a function call, so kernels have finished when it returns, and the
 * functions for streams do nothing.
 */
#include "device.h"
#include "clock.h"
#include "error.h"
#include "memory.h"
#include <string.h>

void *device_alloc(size_t count, size_t size, const char *what)
{
    return mem_alloc(count, size, what);
}

void device_free(void *device)
{
    mem_free(device);
}

void *device_upload(void *host, size_t count, size_t size, const char *what)
{
    (void)count, (void)size, (void)what;
    return host;
}

static void copy(void *target, const void *source, size_t bytes)
{
    if (bytes > 0) /* an empty array may be NULL */
        memcpy(target, source, bytes);
}

void device_put(void *device, const void *host, size_t bytes)
{
    copy(device, host, bytes);
}

void device_get(void *host, const void *device, size_t bytes)
{
    copy(host, device, bytes);
}

void device_clear(void *device, size_t bytes)
{
    const size_t page = 4096;
    char *start = device;
#pragma omp parallel for schedule(static)
    for (size_t p = 0; p < (bytes + page - 1) / page; p++) {
        size_t left = bytes - p * page;
        memset(start + p * page, 0, left < page ? left : page);
    }
}

const void *device_upload_small(void *device, const void *host, size_t bytes)
{
    (void)device, (void)bytes;
    return host;
}

void stream_wait_for(enum stream waiting, enum stream other)
{
    (void)waiting, (void)other;
}

void stream_synchronize(enum stream s)
{
    (void)s;
}

struct event device_event(void)
{
    return (struct event){.seconds = now()};
}

void device_interval(struct event from, struct event to, double *sum)
{
    *sum += to.seconds - from.seconds;
}

void device_events_synchronize(void)
{
}

void device_events_reserve(void)
{
}

void *staging_alloc(size_t count, size_t size, const char *what)
{
    (void)count, (void)size, (void)what;
    return NULL; /* MPI accesses the same memory as kernels */
}

void staging_free(void *staging)
{
    (void)staging;
}

void *staging_pack_buffer(void *device, void *staging, size_t bytes)
{
    (void)staging, (void)bytes;
    return device;
}

const void *staging_copy_out(const void *device, void *staging, size_t bytes,
                             enum stream s)
{
    (void)staging, (void)bytes, (void)s;
    return device;
}

void *staging_receive_buffer(void *device, void *staging)
{
    (void)staging;
    return device;
}

void staging_copy_in(void *device, const void *staging, size_t bytes, enum stream s)
{
    (void)device, (void)staging, (void)bytes, (void)s;
}

void device_start(const struct device_request *request, MPI_Comm comm)
{
    (void)comm;
    if (request->number >= 0 || request->gpu_aware_mpi)
        fail_all(EXIT_USAGE,
                 "--device and --gpu-aware-mpi are for a GPU: build with "
                 "make BACKEND=cuda or BACKEND=hip");
}

struct device_info device_get_info(void)
{
    return (struct device_info){.backend = "cpu"};
}

size_t device_peak(void)
{
    return 0;
}
