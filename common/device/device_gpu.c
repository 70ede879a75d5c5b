/* common/device/device_gpu.c - a GPU, CUDA's or HIP's: memory, streams, copies.
 *
 * Streams are of the kind that does not wait for the vendor's default stream; the halo's
 * has the higher priority, since a rank that packs late makes its neighbours wait.
 */
#include "error.h"
#include "gpu.h"
#include "mpi_gpu.h"
#include "machine.h"
#include "memory.h"
#include "moments.h"
#include "recording.h"
#include "sizes.h"
#include "words.h"
#include <stdio.h>
#include <stdlib.h>

static struct {
    int ready, number, sharing, gpu_aware, warp;
    GPU(Stream_t) stream[STREAMS];
    GPU(Event_t) event[STREAMS]; /* the latest mark on each stream */
    double *answer;
    size_t live, peak;
    struct device_facts facts;
} gpu;

void gpu_check(GPU(Error_t) code, const char *call, const char *file, int line)
{
    if (code != GPU(Success))
        die("device %d: %s:%d: %s failed: %s", gpu.number, file, line, call,
            GPU(GetErrorString)(code));
}

void gpu_launched(const char *kernel)
{
    GPU(Error_t) code = GPU(GetLastError)();
    if (code != GPU(Success))
        die("device %d: the launch of %s failed: %s", gpu.number, kernel,
            GPU(GetErrorString)(code));
}

KERNEL touch(int n, double *sum)
{
    FOR_ALL(i, n)
        sum[i] = 1;
}

/* A launch tells whether this program has code for this device. */
static void try_launch(const GPU_PROPERTIES *p)
{
    gpu.answer[0] = 0;
    touch<<<1, TEAM, 0, gpu.stream[COMPUTE]>>>(1, gpu.answer);
    GPU(Error_t) code = GPU(GetLastError)();
    if (code == GPU(Success))
        code = GPU(StreamSynchronize)(gpu.stream[COMPUTE]);
    if (code != GPU(Success) || gpu.answer[0] != 1)
        die("device %d (%s, compute capability %d.%d) does not run this program's "
            "kernels: %s; build with " GPU_ARCH_FLAG " for it",
            gpu.number, p->name, p->major, p->minor, GPU(GetErrorString)(code));
}

static void take_device(int number, int sharing)
{
    GPU_PROPERTIES p;
    int least, greatest;
    size_t available, total;
    gpu.number = number;
    GPU_OK(GPU(SetDevice)(number));
    GPU_OK(GPU(GetDeviceProperties)(&p, number));
    GPU_OK(GPU(DeviceGetStreamPriorityRange)(&least, &greatest));
    for (int s = 0; s < STREAMS; s++) {
        GPU_OK(GPU(StreamCreateWithPriority)(&gpu.stream[s], GPU(StreamNonBlocking),
                                             s == HALO ? greatest : least));
        GPU_OK(GPU(EventCreateWithFlags)(&gpu.event[s], GPU(EventDisableTiming)));
    }
    GPU_OK(GPU_MALLOC_HOST((void **)&gpu.answer, (MAX_RESTART + 1) * sizeof(double)));
    GPU_OK(GPU(MemGetInfo)(&available, &total));
    gpu.warp = p.warpSize;
    gpu.sharing = sharing;
    snprintf(gpu.facts.backend, sizeof gpu.facts.backend, GPU_BACKEND);
    snprintf(gpu.facts.name, sizeof gpu.facts.name, "%s", p.name);
    gpu.facts.number = number;
    gpu.facts.memory = (double)total;
    gpu.facts.available = (double)available / sharing;
    try_launch(&p);
    gpu.ready = 1;
}

static int visible_devices(void)
{
    int count = 0;
    GPU(Error_t) code = GPU(GetDeviceCount)(&count);
    return code == GPU(Success) ? count : 0;
}

void device_start(const struct device_wish *wish, MPI_Comm comm)
{
    int count = visible_devices(), least, place, ranks;
    MPI_OK(MPI_Allreduce(&count, &least, 1, MPI_INT, MPI_MIN, comm));
    if (least == 0)
        fail_all(EXIT_USAGE, "no " GPU_BACKEND " device on some rank: is there a driver, "
                             "does " GPU_VISIBLE " hide it? BACKEND=cpu needs none");
    if (wish->number >= least)
        fail_all(EXIT_USAGE, "--device=%d: only devices 0 to %d are visible",
                 wish->number, least - 1);
    const char *why = wish->gpu_aware_mpi ? gpu_aware_refusal() : NULL;
    if (why)
        fail_all(EXIT_USAGE, "--gpu-aware-mpi: %s", why);
    gpu.gpu_aware = wish->gpu_aware_mpi;
    MPI_Comm node = machine_node(comm);
    MPI_OK(MPI_Comm_rank(node, &place));
    MPI_OK(MPI_Comm_size(node, &ranks));
    MPI_OK(MPI_Comm_free(&node));
    /* One visible device may be another one for each rank (srun --gpus-per-task=1). */
    int all_on_one = wish->number >= 0 && count > 1;
    int sharing = count == 1 && wish->number < 0 ? 1
                  : all_on_one                   ? ranks
                                                 : (ranks + count - 1) / count;
    take_device(wish->number >= 0 ? wish->number : place % count, sharing);
}

static void start(void)
{
    if (gpu.ready)
        return;
    if (visible_devices() == 0)
        die("no " GPU_BACKEND " device: is there a driver, does " GPU_VISIBLE
            " hide it?");
    take_device(0, 1);
}

struct device_facts device_found(void)
{
    start();
    return gpu.facts;
}

int device_warp(void)
{
    start();
    return gpu.warp;
}

size_t device_peak(void)
{
    return gpu.peak;
}

double *device_answer(void)
{
    start();
    return gpu.answer;
}

GPU(Stream_t) gpu_stream(enum stream s)
{
    start();
    if (s != COMPUTE)
        recording_excludes("work on the halo's stream");
    return gpu.stream[s];
}

/*   at - 256   at
 *   | counted | the caller's bytes ...      the head is on the device too */
enum { HEAD = 256 };

void *device_alloc(size_t count, size_t size, const char *what)
{
    start();
    size_t counted = mem_count(count, size, what);
    char *base = NULL;
    GPU(Error_t) code = GPU(Malloc)((void **)&base, count * size + HEAD);
    if (code != GPU(Success))
        die("device %d: no memory for %zu x %zu bytes (%s), %zu are in use: %s",
            gpu.number, count, size, what, gpu.live, GPU(GetErrorString)(code));
    GPU_OK(GPU(Memcpy)(base, &counted, sizeof counted, GPU(MemcpyHostToDevice)));
    gpu.live += counted;
    gpu.peak = gpu.live > gpu.peak ? gpu.live : gpu.peak;
    return base + HEAD;
}

void device_free(void *at)
{
    size_t counted;
    if (!at)
        return;
    char *base = (char *)at - HEAD;
    for (int s = 0; s < STREAMS; s++)
        stream_wait((enum stream)s);
    GPU_OK(GPU(Memcpy)(&counted, base, sizeof counted, GPU(MemcpyDeviceToHost)));
    GPU_OK(GPU(Free)(base));
    gpu.live -= counted;
    mem_uncount(counted);
}

void *device_take(void *host, size_t count, size_t size, const char *what)
{
    if (!host)
        return NULL;
    void *device = device_alloc(count, size, what);
    device_put(device, host, count * size);
    mem_free(host);
    return device;
}

static void copy(void *to, const void *from, size_t bytes, GPU(MemcpyKind) kind,
                 enum stream s)
{
    if (bytes > 0)
        GPU_OK(GPU(MemcpyAsync)(to, from, bytes, kind, gpu_stream(s)));
}

void device_put(void *device, const void *host, size_t bytes)
{
    copy(device, host, bytes, GPU(MemcpyHostToDevice), COMPUTE);
    stream_wait(COMPUTE);
}

void device_get(void *host, const void *device, size_t bytes)
{
    copy(host, device, bytes, GPU(MemcpyDeviceToHost), COMPUTE);
    stream_wait(COMPUTE);
}

void device_clear(void *device, size_t bytes)
{
    if (bytes > 0)
        GPU_OK(GPU(MemsetAsync)(device, 0, bytes, gpu_stream(COMPUTE)));
}

/* From pageable memory: the vendor copies it aside before the call returns. */
const void *device_lend(void *device, const void *host, size_t bytes)
{
    recording_excludes("a loan of the host's numbers");
    copy(device, host, bytes, GPU(MemcpyHostToDevice), COMPUTE);
    return device;
}

void stream_follow(enum stream later, enum stream earlier)
{
    GPU_OK(GPU(EventRecord)(gpu.event[earlier], gpu_stream(earlier)));
    GPU_OK(GPU(StreamWaitEvent)(gpu_stream(later), gpu.event[earlier], 0));
}

void stream_wait(enum stream s)
{
    GPU_OK(GPU(StreamSynchronize)(gpu_stream(s)));
}

static GPU(Event_t) moment[MOMENTS];

void moment_mark(int place)
{
    start();
    recording_excludes("a moment");
    if (!moment[place])
        GPU_OK(GPU(EventCreate)(&moment[place]));
    GPU_OK(GPU(EventRecord)(moment[place], gpu.stream[COMPUTE]));
}

double moment_between(int from, int to)
{
    float milliseconds;
    GPU_OK(GPU(EventElapsedTime)(&milliseconds, moment[from], moment[to]));
    return 1e-3 * (double)milliseconds;
}

void *mailbox_alloc(size_t count, size_t size, const char *what)
{
    void *at;
    start();
    if (gpu.gpu_aware)
        return NULL;
    size_t counted = mem_count(count, size, what);
    GPU_OK(GPU_MALLOC_HOST(&at, count * size + HEAD));
    *(size_t *)at = counted;
    return (char *)at + HEAD;
}

void mailbox_free(void *mailbox)
{
    if (!mailbox)
        return;
    char *base = (char *)mailbox - HEAD;
    mem_uncount(*(size_t *)(void *)base);
    GPU_OK(GPU_FREE_HOST(base));
}

const void *device_outbox(const void *device, void *mailbox, size_t bytes, enum stream s)
{
    if (!mailbox)
        return device;
    copy(mailbox, device, bytes, GPU(MemcpyDeviceToHost), s);
    return mailbox;
}

void *device_inbox(void *device, void *mailbox)
{
    return mailbox ? mailbox : device;
}

void device_deliver(void *device, const void *mailbox, size_t bytes, enum stream s)
{
    if (mailbox)
        copy(device, mailbox, bytes, GPU(MemcpyHostToDevice), s);
}
