/* common/emulator/device_emu.c - the emulated device: memory and copies.
 *
 * The emulated device detects programming errors on a computer without a GPU
 * (docs/reference/gpu.md), in kernels of trees and in CUDA programs (cuda_emu.h):
 *
 *   arena_emu.c      memory that only kernels and copies may access
 *   queue_emu.c      streams, whose work is done late, and events
 *   threads_emu.c    the threads of a team, their order, barriers and shuffles
 *   traffic_count.c  what kernels load and store, if it is counted
 *
 * A staging buffer contains NaN until the kernel or the copy that fills it has been
 * executed.
 *
 * Environment variables: MEMWALL_EMU_WARP=64 sets the warp size (32 otherwise), and
 * MEMWALL_EMU_MEMORY=BYTES[,BYTES...] the memory of one or several devices that
 * device_get_info returns. The ranks of a node use the devices in turn.
 */
#include "device.h"
#include "arena_emu.h"
#include "counts.h"
#include "error.h"
#include "machine.h"
#include "memory.h"
#include "queue.h"
#include "threads_emu.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct emulated {
    size_t live, peak; /* bytes of all blocks, now and at most */
    int gpu_aware, number, sharing;
    double result[RESULTS], upload[RESULTS];
} emulated;

/* ---- Memory ---- */

void *device_alloc(size_t count, size_t size, const char *what)
{
    const size_t counted = mem_count(count, size, what);
    struct block *b = arena_alloc(count * size, what);
    b->counted = counted;
    emulated.live += b->bytes;
    emulated.peak = emulated.live > emulated.peak ? emulated.live : emulated.peak;
    return b->data;
}

void device_free(void *device)
{
    if (!device)
        return;
    for (int s = 0; s < STREAMS; s++)
        stream_synchronize((enum stream)s); /* as cudaFree does */
    const struct block *b = arena_free(device);
    if (!b)
        die("device_free was called with a pointer that device_alloc has not "
            "returned");
    emulated.live -= b->bytes;
    mem_uncount(b->counted);
}

size_t device_peak(void)
{
    return emulated.peak;
}

double *device_result_buffer(void)
{
    return emulated.result;
}

double *device_upload_buffer(void)
{
    return emulated.upload;
}

/* ---- Copies ---- */

static void count_copy(size_t bytes)
{
    device_counts.copies++;
    device_counts.copied += (double)bytes;
}

void device_put(void *device, const void *host, size_t bytes)
{
    count_copy(bytes);
    stream_synchronize(COMPUTE);
    if (bytes > 0) /* an empty array may be NULL */
        memcpy(accessible(device), host, bytes);
}

void device_get(void *host, const void *device, size_t bytes)
{
    count_copy(bytes);
    stream_synchronize(COMPUTE);
    if (bytes > 0)
        memcpy(host, accessible(device), bytes);
}

/* The argument of a queued copy. */
struct copy {
    void *target;
    const void *source; /* is read when the copy is executed; NULL: zeros */
    size_t bytes;
};

static void execute_copy(void *argument)
{
    const struct copy *c = argument;
    if (c->source)
        memcpy(c->target, c->source, c->bytes);
    else
        memset(c->target, 0, c->bytes);
}

static void queue_copy(enum stream s, void *target, const void *source,
                       size_t bytes)
{
    struct copy c = {target, source, bytes};
    count_copy(bytes);
    queue_add(s, execute_copy, &c, sizeof c);
}

void device_clear(void *device, size_t bytes)
{
    struct copy c = {device, NULL, bytes};
    device_counts.copies++;
    queue_add(COMPUTE, execute_copy, &c, sizeof c);
}

/* ---- Staging buffers ---- */

void *staging_alloc(size_t count, size_t size, const char *what)
{
    return emulated.gpu_aware ? NULL : mem_alloc(count, size, what);
}

void staging_free(void *staging)
{
    mem_free(staging);
}

/* Messages of at most this size are packed directly into the staging buffer. The limit
 * is lower than on a GPU, so that the small problems of tests have messages of both
 * kinds. */
enum { DIRECT_BYTES = 512 };

void *staging_pack_buffer(void *device, void *staging, size_t bytes)
{
    if (staging)
        memset(staging, 0xff, bytes);
    return staging && bytes <= DIRECT_BYTES ? staging : device;
}

const void *staging_copy_out(const void *device, void *staging, size_t bytes,
                             enum stream s)
{
    if (!staging)
        return accessible(device);
    if (bytes > DIRECT_BYTES)
        queue_copy(s, staging, device, bytes);
    return staging;
}

void *staging_receive_buffer(void *device, void *staging)
{
    return staging ? staging : accessible(device);
}

void staging_copy_in(void *device, const void *staging, size_t bytes, enum stream s)
{
    if (staging)
        queue_copy(s, device, staging, bytes);
}

/* ---- The device ---- */

/* The memory of emulated device `number`; *devices is set to their number. */
static double memory_of(int number, int *devices)
{
    const char *text = getenv("MEMWALL_EMU_MEMORY");
    double memory = 0x1p36;
    char *end;
    *devices = 1;
    for (int d = 0; text && *text; d++) {
        const double bytes = strtod(text, &end);
        memory = d == 0 || d == number ? bytes : memory;
        *devices = d + 1;
        text = *end == ',' ? end + 1 : NULL;
    }
    return memory;
}

/* Selects the device of this rank, as a GPU is selected (device_gpu.c). */
static void choose_device(int requested, MPI_Comm comm)
{
    int devices;
    MPI_Comm node = machine_node(comm);
    const int rank = comm_rank(node), ranks = comm_size(node);
    memory_of(0, &devices);
    if (requested >= devices)
        fail_all(EXIT_USAGE, "--device=%d: only devices 0 to %d are visible",
                 requested, devices - 1);
    emulated.number = requested >= 0 ? requested : rank % devices;
    emulated.sharing = 0;
    for (int other = 0; other < ranks; other++)
        emulated.sharing += requested >= 0 || other % devices == emulated.number;
    MPI_OK(MPI_Comm_free(&node));
}

void device_start(const struct device_request *request, MPI_Comm comm)
{
    choose_device(request->number, comm);
    emulated.gpu_aware = request->gpu_aware_mpi;
}

struct device_info device_get_info(void)
{
    int devices;
    struct device_info info = {.backend = "emu",
                               .number = emulated.number,
                               .sharing = emulated.sharing ? emulated.sharing : 1};
    snprintf(info.name, sizeof info.name,
             "emulated device, warps of %d threads, %s", emu_warp_size(),
             queue_is_eager() ? "eager" : "late");
    if (getenv("MEMWALL_COUNT_CACHE"))
        info.cache = atof(getenv("MEMWALL_COUNT_CACHE"));
    info.memory = memory_of(emulated.number, &devices);
    info.available = info.memory / info.sharing;
    return info;
}
