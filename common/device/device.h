/* common/device/device.h - device memory, copies, streams and events.
 *
 * Kernels read and write device memory. The host accesses device memory only
 * through the functions of this header. Kernels and asynchronous copies are queued
 * on a stream and are executed in the order of the stream; operations on different
 * streams are ordered only by stream_wait_for.
 *
 *   BACKEND    device memory                 a kernel has finished
 *   cpu        is host memory                when its launch returns
 *   cuda, hip  is the memory of the GPU      when stream_synchronize returns
 *   emu        is host memory that host      when stream_synchronize returns;
 *              code is prevented from        it is not started earlier
 *              accessing
 *
 * device.c implements this header on the CPU and device_gpu.c on a device, with what all devices
 * share in transfer_device.c and events_device.c. The folder common/emulator implements it on a
 * device that the host imitates for tests. On the CPU nothing is copied without need: device_upload,
 * device_upload_small and the staging functions return the memory that they were given.
 *
 * All functions end the program with a message if an operation fails (die). Sizes
 * are in bytes. Copies of 0 bytes are allowed, also with a NULL pointer.
 */
#ifndef MEMWALL_DEVICE_H
#define MEMWALL_DEVICE_H
#include "sizes.h"
#include <mpi.h>
#include <stddef.h>

/* ---- Memory ---- */

/* Returns device memory for `count` objects of `size` bytes. The contents are
 * undefined (NaN on emu). The bytes are counted with all others (memory.h). `what`
 * is the name of the array for the message if there is not enough memory.
 * device_free waits until all queued operations have finished; NULL is allowed. */
void *device_alloc(size_t count, size_t size, const char *what);
void device_free(void *device);

/* Moves an array that mem_alloc has allocated from host memory to device memory:
 * returns the device array and frees the host array. On the CPU it returns `host`.
 * NULL remains NULL. The caller frees the result with device_free. */
void *device_upload(void *host, size_t count, size_t size, const char *what);

/* Copies host to device, device to host. Kernels that were launched on COMPUTE
 * before have finished, and the copy is complete, when the function returns. */
void device_put(void *device, const void *host, size_t bytes);
void device_get(void *host, const void *device, size_t bytes);

/* Queues on COMPUTE an operation that sets device memory to zero. On the CPU all
 * OpenMP threads write, so that each memory page is placed near the thread that
 * uses it. */
void device_clear(void *device, size_t bytes);

/* Makes a small host array, of at most RESULTS doubles, accessible to the kernels that are
 * launched next on COMPUTE. Returns `host` on the CPU. Otherwise it queues a copy to
 * `device` and returns `device`; then the caller may change the host array immediately. On
 * the CPU the caller must not change it before the kernels have run. */
const void *device_upload_small(void *device, const void *host, size_t bytes);

/* Returns an array of RESULTS doubles in pinned host memory. Kernels write sums into
 * it, and the host reads them after stream_synchronize(COMPUTE). A caller computes
 * at most RESULTS sums together. The array is not available on the CPU. */
enum { RESULTS = 4096 };
double *device_result_buffer(void);

/* Another array of RESULTS doubles in host memory, from which device_upload_small copies. */
double *device_upload_buffer(void);

/* ---- Streams ---- */

/* COMPUTE executes all arithmetic. HALO executes the packing and the copies of a
 * halo exchange, so that opt can overlap them with arithmetic. ref uses only
 * COMPUTE. */
enum stream { COMPUTE, HALO, STREAMS };

/* Operations that are queued on `waiting` from now on start after all operations
 * that have been queued on `other` so far. The host does not wait. */
void stream_wait_for(enum stream waiting, enum stream other);

/* The host waits until all operations on the stream have finished. */
void stream_synchronize(enum stream s);

/* ---- Events: times on the stream COMPUTE ----
 *
 *     struct event start = device_event();
 *     LAUNCH ...
 *     device_interval(start, device_event(), &seconds);
 *     device_events_synchronize();          now `seconds` contains the time
 */
struct event {
    double seconds; /* now() when the host called device_event */
    int index;      /* index of the back end's event; not used on the CPU */
};

/* Records an event: the time when all operations queued on COMPUTE so far have
 * finished. */
struct event device_event(void);

/* Adds the seconds between two events to *sum. On the CPU this is done immediately.
 * On a device it is done by the next device_events_synchronize, which waits for
 * COMPUTE; *sum must exist until then. */
void device_interval(struct event from, struct event to, double *sum);
void device_events_synchronize(void);

/* A device has a limited number of events. This function makes some thousand of
 * them available; if necessary it calls device_events_synchronize and reuses all
 * events. Call it only when no interval is open. */
void device_events_reserve(void);

/* ---- Staging buffers: messages of MPI from and to device memory ----
 *
 * A staging buffer is pinned host memory for the messages of a halo exchange. If
 * MPI can access device memory (always on the CPU, otherwise with
 * --gpu-aware-mpi=on), there is no buffer: staging_alloc returns NULL, and the
 * other functions pass device memory to MPI.
 *
 *   send      LAUNCH(pack, ..., staging_pack_buffer(device, staging, bytes));
 *             buffer = staging_copy_out(device, staging, bytes, s);  queues a copy
 *             stream_synchronize(s);                                 waits for it
 *             MPI_Isend(buffer, ...);
 *   receive   MPI_Irecv(staging_receive_buffer(device, staging), ...);
 *             MPI_Wait(...);
 *             staging_copy_in(device, staging, bytes, s);            queues a copy
 *
 * Small messages (on coarse levels) are packed directly into the staging buffer
 * and need no copy: a copy would take longer to begin than the kernel takes to write
 * them over the bus. Large messages are packed in device memory, and the copy
 * overlaps with kernels.
 */
void *staging_alloc(size_t count, size_t size, const char *what);
void staging_free(void *staging);
void *staging_pack_buffer(void *device, void *staging, size_t bytes);
const void *staging_copy_out(const void *device, void *staging, size_t bytes,
                             enum stream s);
void *staging_receive_buffer(void *device, void *staging);
void staging_copy_in(void *device, const void *staging, size_t bytes,
                     enum stream s);

/* ---- The device ---- */

/* Which device the program requests, and which one it uses. */
struct device_request {
    int number;        /* index of a visible device; -1: by the rank on the node */
    int gpu_aware_mpi; /* 1: pass device memory to MPI */
};
struct device_info {
    char backend[8];   /* cpu, cuda, hip or emu */
    char name[128];    /* of the device; "" on the CPU */
    char arch[16];     /* sm_90 or gfx942, for example; "" on the CPU and on emu */
    char driver[16];   /* version of the driver; "" on the CPU and on emu */
    char runtime[16];  /* version of the runtime; likewise */
    char compiler[64]; /* name and version of the compiler of kernels; likewise */
    double clock;     /* highest clock rate of the SMs in Hz; 0: not known */
    int number;       /* index of the device that this rank uses */
    double memory;    /* bytes of the device; 0 on the CPU */
    double cache;     /* bytes of its last-level cache; 0 on the CPU; on emu MEMWALL_COUNT_CACHE */
    int sharing;      /* number of ranks that share the device */
    double available; /* free bytes, divided by these ranks */
};

/* Selects and initializes the device of this rank. If there is no device, if the
 * requested one does not exist, or if MPI cannot access device memory although this
 * was requested, all ranks end with a message. Collective. If it is not called, the
 * first allocation selects device 0. */
void device_start(const struct device_request *request, MPI_Comm comm);
struct device_info device_get_info(void);

/* Returns the largest number of bytes of device memory that were allocated at the
 * same time so far; 0 on the CPU. */
size_t device_peak(void);
#endif
