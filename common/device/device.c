/* common/device/device.c - the device on the CPU: the host itself, at once. */
#include "device.h"
#include "error.h"
#include "memory.h"
#include "phase.h"
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

static void copy(void *to, const void *from, size_t bytes)
{
    if (bytes > 0) /* nothing may have no address */
        memcpy(to, from, bytes);
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
    char *at = device;
#pragma omp parallel for schedule(static)
    for (size_t p = 0; p < (bytes + page - 1) / page; p++) {
        size_t left = bytes - p * page;
        memset(at + p * page, 0, left < page ? left : page);
    }
}

void *device_borrow(void *device, size_t count, size_t size, const char *what)
{
    (void)count, (void)size, (void)what;
    return device;
}

void device_return(void *borrowed)
{
    (void)borrowed;
}

const void *device_lend(void *device, const void *host, size_t bytes)
{
    (void)device, (void)bytes;
    return host;
}

void stream_follow(enum stream later, enum stream earlier)
{
    (void)later, (void)earlier;
}

void stream_wait(enum stream s)
{
    (void)s;
}

struct moment device_moment(void)
{
    return (struct moment){.seconds = now()};
}

void device_interval(struct moment from, struct moment to, double *sum)
{
    *sum += to.seconds - from.seconds;
}

void device_settle(void)
{
}

void device_moments_room(void)
{
}

void *mailbox_alloc(size_t count, size_t size, const char *what)
{
    (void)count, (void)size, (void)what;
    return NULL; /* MPI reads and writes where kernels do */
}

void mailbox_free(void *mailbox)
{
    (void)mailbox;
}

const void *device_outbox(const void *device, void *mailbox, size_t bytes, enum stream s)
{
    (void)mailbox, (void)bytes, (void)s;
    return device;
}

void *device_inbox(void *device, void *mailbox)
{
    (void)mailbox;
    return device;
}

void device_deliver(void *device, const void *mailbox, size_t bytes, enum stream s)
{
    (void)device, (void)mailbox, (void)bytes, (void)s;
}

int device_warp(void)
{
    return 32; /* rows of a slice: two vectors of f32, or four of f64 (opt/simd.h) */
}

void device_start(const struct device_wish *wish, MPI_Comm comm)
{
    (void)comm;
    if (wish->number >= 0 || wish->gpu_aware_mpi)
        fail_all(EXIT_USAGE, "--device and --gpu-aware-mpi need a build for a GPU: "
                             "make BACKEND=cuda or BACKEND=hip");
}

struct device_facts device_found(void)
{
    return (struct device_facts){.backend = "cpu"};
}

size_t device_peak(void)
{
    return 0;
}
