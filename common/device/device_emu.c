/* common/device/device_emu.c - the emulated device: memory and copies.
 *
 * The emulated device detects programming errors on a computer without a GPU
 * (docs/13). Its memory is an arena of host memory that is mapped twice:
 *
 *   base           | block | gap | block | ...   addresses that device_alloc returns
 *   base + offset  | block | gap | block | ...   the same memory, for copies, MPI
 *
 * The first mapping is accessible only while operations of a stream are executed.
 * If host code accesses it at another time, the program ends with a message. The
 * second mapping is always accessible.
 *
 * New blocks, gaps and freed blocks contain bytes 0xff, which are NaN in every
 * floating-point format and an invalid index. A staging buffer contains NaN until
 * the kernel or the copy that fills it has been executed. queue_emu.c executes
 * kernels and copies.
 *
 * Environment variables: MEMWALL_EMU_WARP=64 sets the warp size (32 otherwise), and
 * MEMWALL_EMU_MEMORY=BYTES[,BYTES...] the memory of one or several devices that
 * device_get_info returns. The ranks of a node use the devices in turn.
 */
#define _GNU_SOURCE
#include "device.h"
#include "counts.h"
#include "error.h"
#include "machine.h"
#include "memory.h"
#include "mpi_gpu.h"
#include "queue.h"
#include "traffic.h"
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum {
    UNIT = 256,         /* a block starts at a multiple of this number of bytes */
    ADDRESSES_LOG2 = 36 /* addresses of the arena; memory is used on demand */
};

struct block {
    struct block *next; /* by ascending address */
    char *data;
    size_t bytes, counted; /* requested by the caller; returned by mem_count */
};

static struct arena {
    char *base;
    ptrdiff_t offset;
    size_t top;        /* bytes from base to the end of the highest block so far */
    size_t live, peak; /* bytes of all blocks, now and at most */
    struct block *first;
    int warp_size, gpu_aware, number, sharing;
    double result[RESULTS];
} arena;

/* ---- The arena ---- */

/* Writes a message in a signal handler, where printf is not allowed. */
static void write_message(const char *text)
{
    if (write(STDERR_FILENO, text, strlen(text)) < 0)
        _exit(EXIT_BROKEN);
}

static void on_segmentation_fault(int signal, siginfo_t *info, void *context)
{
    (void)signal, (void)context;
    const char *address = info->si_addr;
    if (address >= arena.base &&
        address < arena.base + ((size_t)1 << ADDRESSES_LOG2))
        write_message("memwall: host code has touched device memory\n");
    else
        write_message("memwall: segmentation fault\n");
    _exit(EXIT_BROKEN);
}

static void start(void)
{
    if (arena.base)
        return;
    arena.warp_size = emu_setting("MEMWALL_EMU_WARP", "64", 64, 32);
    queue_is_eager(); /* checks the environment variable */
    const size_t size = (size_t)1 << ADDRESSES_LOG2;
    int file = memfd_create("memwall device", 0);
    if (file < 0 || ftruncate(file, (off_t)size) != 0)
        die("no memory for the emulated device");
    char *closed = mmap(NULL, size, PROT_NONE, MAP_SHARED | MAP_NORESERVE, file, 0);
    char *open = mmap(NULL, size, PROT_READ | PROT_WRITE,
                      MAP_SHARED | MAP_NORESERVE, file, 0);
    close(file);
    if (closed == MAP_FAILED || open == MAP_FAILED)
        die("no addresses for the emulated device");
    arena.base = closed;
    arena.offset = open - closed;
    traffic_device(closed, size);
    struct sigaction action = {.sa_sigaction = on_segmentation_fault,
                               .sa_flags = SA_SIGINFO};
    sigaction(SIGSEGV, &action, NULL);
}

/* The address of device memory in the mapping that is always accessible. */
static void *accessible(const void *device)
{
    return (char *)(uintptr_t)device + arena.offset;
}

void device_memory_access(int allowed)
{
    const int access = allowed ? PROT_READ | PROT_WRITE : PROT_NONE;
    if (arena.top > 0 && mprotect(arena.base, arena.top, access) != 0)
        die("the access to the memory of the emulated device could not be changed");
}

/* ---- Memory ---- */

/* The size of a block and of the gap after it, which has one to two units. */
static size_t with_gap(size_t bytes)
{
    return (bytes / UNIT + 2) * UNIT;
}

void *device_alloc(size_t count, size_t size, const char *what)
{
    start();
    size_t counted = mem_count(count, size, what);
    struct block *b = malloc(sizeof *b);
    if (!b)
        die("no memory for the list of blocks of the emulated device");
    /* the first gap between two blocks that is large enough */
    size_t needed = with_gap(count * size), position = 0;
    struct block **link = &arena.first;
    for (; *link && position + needed > (size_t)((*link)->data - arena.base);
         link = &(*link)->next)
        position = (size_t)((*link)->data - arena.base) + with_gap((*link)->bytes);
    if (position + needed > (size_t)1 << ADDRESSES_LOG2)
        die("no memory on the emulated device for %zu x %zu bytes (%s)", count,
            size, what);
    *b = (struct block){*link, arena.base + position, count * size, counted};
    *link = b;
    arena.top = position + needed > arena.top ? position + needed : arena.top;
    arena.live += b->bytes;
    arena.peak = arena.live > arena.peak ? arena.live : arena.peak;
    memset(accessible(b->data), 0xff, needed);
    return b->data;
}

void device_free(void *device)
{
    if (!device)
        return;
    for (int s = 0; s < STREAMS; s++)
        stream_synchronize((enum stream)s); /* as cudaFree does */
    struct block **link = &arena.first;
    while (*link && (*link)->data != device)
        link = &(*link)->next;
    struct block *b = *link;
    if (!b)
        die("device_free was called with a pointer that device_alloc has not "
            "returned");
    *link = b->next;
    arena.live -= b->bytes;
    mem_uncount(b->counted);
    memset(accessible(device), 0xff, b->bytes);
    free(b);
}

size_t device_peak(void)
{
    return arena.peak;
}

double *device_result_buffer(void)
{
    return arena.result;
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
    const void *source; /* NULL: the bytes that follow this struct */
    size_t bytes;
};

static void execute_copy(void *argument)
{
    const struct copy *c = argument;
    memcpy(c->target, c->source ? c->source : c + 1, c->bytes);
}

static void execute_clear(void *argument)
{
    const struct copy *c = argument;
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
    queue_add(COMPUTE, execute_clear, &c, sizeof c);
}

const void *device_upload_small(void *device, const void *host, size_t bytes)
{
    struct copy *c = queue_new(COMPUTE, execute_copy, sizeof *c + bytes);
    *c = (struct copy){device, NULL, bytes};
    count_copy(bytes);
    memcpy(c + 1, host, bytes);
    return device;
}

/* ---- Staging buffers ---- */

void *staging_alloc(size_t count, size_t size, const char *what)
{
    start();
    return arena.gpu_aware ? NULL : mem_alloc(count, size, what);
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

int emu_warp_size(void)
{
    start();
    return arena.warp_size;
}

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
    int devices, rank, ranks;
    MPI_Comm node = machine_node(comm);
    MPI_OK(MPI_Comm_rank(node, &rank));
    MPI_OK(MPI_Comm_size(node, &ranks));
    memory_of(0, &devices);
    if (requested >= devices)
        fail_all(EXIT_USAGE, "--device=%d: only devices 0 to %d are visible",
                 requested, devices - 1);
    arena.number = requested >= 0 ? requested : rank % devices;
    arena.sharing = 0;
    for (int other = 0; other < ranks; other++)
        arena.sharing += requested >= 0 || other % devices == arena.number;
    MPI_OK(MPI_Comm_free(&node));
}

void device_start(const struct device_request *request, MPI_Comm comm)
{
    start();
    choose_device(request->number, comm);
    arena.gpu_aware = request->gpu_aware_mpi;
    if (arena.gpu_aware)
        gpu_aware_test(comm);
}

struct device_info device_get_info(void)
{
    int devices;
    start();
    struct device_info info = {.backend = "emu",
                               .number = arena.number,
                               .sharing = arena.sharing ? arena.sharing : 1};
    snprintf(info.name, sizeof info.name,
             "emulated device, warps of %d threads, %s", arena.warp_size,
             queue_is_eager() ? "eager" : "late");
    info.memory = memory_of(arena.number, &devices);
    info.available = info.memory / info.sharing;
    return info;
}
