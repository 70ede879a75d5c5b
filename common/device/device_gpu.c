/* common/device/device_gpu.c - implements device.h for CUDA and HIP.
 *
 * The streams do not wait for the runtime's default stream. The stream HALO has the
 * higher priority, because neighbors wait for a rank that packs its messages late.
 */
#include "counts.h"
#include "error.h"
#include "gpu.h"
#include "mpi_gpu.h"
#include "machine.h"
#include "memory.h"
#include "events.h"
#include "kernel_macros.h"
#include <stdio.h>
#include <stdlib.h>

static struct {
    int ready, number, gpu_aware;
    GPU(Stream_t) stream[STREAMS];
    GPU(Event_t)
    event[STREAMS]; /* of stream_wait_for: the last event on each stream */
    double *result;
    size_t live, peak;
    struct device_info info;
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
    device_counts.kernels++;
    if (code != GPU(Success))
        die("device %d: the launch of %s failed: %s", gpu.number, kernel,
            GPU(GetErrorString)(code));
}

KERNEL store_ones(int n, double *sum)
{
    FOR_ALL(i, n)
        sum[i] = 1;
}

/* Ends the program if it contains no code for this device: only a launch shows
 * it. */
static void check_launch(const GPU_PROPERTIES *p)
{
    gpu.result[0] = 0;
    store_ones<<<1, TEAM, 0, gpu.stream[COMPUTE]>>>(1, gpu.result);
    GPU(Error_t) code = GPU(GetLastError)();
    if (code == GPU(Success))
        code = GPU(StreamSynchronize)(gpu.stream[COMPUTE]);
    if (code != GPU(Success) || gpu.result[0] != 1)
        die("device %d (%s, compute capability %d.%d) cannot execute the "
            "kernels of this program: %s; build with " GPU_ARCH_FLAG " for it",
            gpu.number, p->name, p->major, p->minor, GPU(GetErrorString)(code));
}

/* Returns the number of ranks of the node that use the device of this rank. Its
 * number does not identify it: with srun --gpus-per-task=1 each rank sees another
 * device as number 0. */
static int ranks_on_device(const GPU_PROPERTIES *p, MPI_Comm node)
{
    enum { LENGTH = 64 };
    char mine[LENGTH] = "";
    int sharing = 0;
    GPU_IDENTITY(mine, LENGTH, p, gpu.number);
    const int ranks = comm_size(node);
    char *all = (char *)mem_alloc((size_t)ranks, LENGTH, "identities of devices");
    MPI_OK(MPI_Allgather(mine, LENGTH, MPI_CHAR, all, LENGTH, MPI_CHAR, node));
    for (int r = 0; r < ranks; r++)
        sharing += memcmp(all + (size_t)r * LENGTH, mine, LENGTH) == 0;
    mem_free(all);
    return sharing;
}

/* Initializes the device `number`, alone or together with the other ranks of a
 * node. */
static void initialize(int number, MPI_Comm node)
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
    GPU_OK(GPU_MALLOC_HOST((void **)&gpu.result, RESULTS * sizeof(double)));
    GPU_OK(GPU(MemGetInfo)(&available, &total));
    if (p.warpSize != WARP_SIZE)
        die("device %d (%s) has warps of %d threads, but the kernels of this program "
            "were compiled for %d: " GPU_WARP_REMEDY,
            number, p.name, p.warpSize, (int)WARP_SIZE);
    const int sharing = node == MPI_COMM_NULL ? 1 : ranks_on_device(&p, node);
    snprintf(gpu.info.backend, sizeof gpu.info.backend, GPU_BACKEND);
    snprintf(gpu.info.name, sizeof gpu.info.name, "%s", p.name);
    gpu.info.number = number;
    gpu.info.memory = (double)total;
    gpu.info.cache = (double)p.l2CacheSize;
    gpu.info.sharing = sharing;
    gpu.info.available = (double)available / sharing;
    check_launch(&p);
    gpu.ready = 1;
}

static int visible_devices(void)
{
    int count = 0;
    GPU(Error_t) code = GPU(GetDeviceCount)(&count);
    return code == GPU(Success) ? count : 0;
}

void device_start(const struct device_request *request, MPI_Comm comm)
{
    int count = visible_devices(), least;
    MPI_OK(MPI_Allreduce(&count, &least, 1, MPI_INT, MPI_MIN, comm));
    if (least == 0)
        fail_all(EXIT_USAGE,
                 "a rank has no " GPU_BACKEND " device: check that the driver is "
                 "installed and that " GPU_VISIBLE " does not hide the device");
    if (request->number >= least)
        fail_all(EXIT_USAGE, "--device=%d: only devices 0 to %d are visible",
                 request->number, least - 1);
    const char *reason =
        request->gpu_aware_mpi ? gpu_aware_refusal(GPU_BACKEND) : NULL;
    if (reason)
        fail_all(EXIT_USAGE, "--gpu-aware-mpi: %s", reason);
    gpu.gpu_aware = request->gpu_aware_mpi;
    MPI_Comm node = machine_node(comm);
    /* The ranks of a node use its devices in turn. This is right if each rank is bound to
     * cores near the device of its number, or sees this device only. On a node of Frontier
     * the first cores are near device 4: without srun --gpu-bind=closest every rank would
     * use a device far from its memory. */
    initialize(request->number >= 0 ? request->number : comm_rank(node) % count, node);
    MPI_OK(MPI_Comm_free(&node));
    if (gpu.gpu_aware)
        gpu_aware_test(comm);
}

static void start(void)
{
    if (gpu.ready)
        return;
    if (visible_devices() == 0)
        die("there is no " GPU_BACKEND
            " device: check that the driver is installed and that " GPU_VISIBLE
            " does not hide the device");
    initialize(0, MPI_COMM_NULL);
}

struct device_info device_get_info(void)
{
    start();
    return gpu.info;
}

size_t device_peak(void)
{
    return gpu.peak;
}

double *device_result_buffer(void)
{
    start();
    return gpu.result;
}

GPU(Stream_t) gpu_stream(enum stream s)
{
    start();
    return gpu.stream[s];
}

/* A block of device memory:
 *
 *   p - 256            p
 *   | counted | unused | the caller's array ...
 *
 * `counted` is the result of mem_count. device_alloc returns p. Staging buffers
 * have the same header. */
enum { HEADER = 256 };

void *device_alloc(size_t count, size_t size, const char *what)
{
    start();
    size_t counted = mem_count(count, size, what);
    char *base = NULL;
    GPU(Error_t) code = GPU(Malloc)((void **)&base, count * size + HEADER);
    if (code != GPU(Success))
        die("device %d: no memory for %zu x %zu bytes (%s), %zu are in use: %s",
            gpu.number, count, size, what, gpu.live, GPU(GetErrorString)(code));
    GPU_OK(GPU(Memcpy)(base, &counted, sizeof counted, GPU(MemcpyHostToDevice)));
    gpu.live += counted;
    gpu.peak = gpu.live > gpu.peak ? gpu.live : gpu.peak;
    return base + HEADER;
}

void device_free(void *device)
{
    size_t counted;
    if (!device)
        return;
    char *base = (char *)device - HEADER;
    for (int s = 0; s < STREAMS; s++)
        stream_synchronize((enum stream)s);
    GPU_OK(GPU(Memcpy)(&counted, base, sizeof counted, GPU(MemcpyDeviceToHost)));
    GPU_OK(GPU(Free)(base));
    gpu.live -= counted;
    mem_uncount(counted);
}

static void copy(void *target, const void *source, size_t bytes,
                 GPU(MemcpyKind) kind, enum stream s)
{
    device_counts.copies++;
    device_counts.copied += (double)bytes;
    if (bytes > 0)
        GPU_OK(GPU(MemcpyAsync)(target, source, bytes, kind, gpu_stream(s)));
}

void device_put(void *device, const void *host, size_t bytes)
{
    copy(device, host, bytes, GPU(MemcpyHostToDevice), COMPUTE);
    stream_synchronize(COMPUTE);
}

void device_get(void *host, const void *device, size_t bytes)
{
    copy(host, device, bytes, GPU(MemcpyDeviceToHost), COMPUTE);
    stream_synchronize(COMPUTE);
}

void device_clear(void *device, size_t bytes)
{
    device_counts.copies++;
    if (bytes > 0)
        GPU_OK(GPU(MemsetAsync)(device, 0, bytes, gpu_stream(COMPUTE)));
}

/* The source is pageable memory, which the runtime copies to its own buffer before
 * the call returns, so the caller may change it immediately. */
const void *device_upload_small(void *device, const void *host, size_t bytes)
{
    copy(device, host, bytes, GPU(MemcpyHostToDevice), COMPUTE);
    return device;
}

void stream_wait_for(enum stream waiting, enum stream other)
{
    GPU_OK(GPU(EventRecord)(gpu.event[other], gpu_stream(other)));
    GPU_OK(GPU(StreamWaitEvent)(gpu_stream(waiting), gpu.event[other], 0));
}

void stream_synchronize(enum stream s)
{
    device_counts.waits++;
    GPU_OK(GPU(StreamSynchronize)(gpu_stream(s)));
}

static GPU(Event_t) timing_event[MAX_EVENTS]; /* created at the first use */

void event_record(int index)
{
    start();
    device_counts.events++;
    if (!timing_event[index])
        GPU_OK(GPU(EventCreateWithFlags)(&timing_event[index], GPU_TIMING_EVENT));
    GPU_OK(GPU(EventRecord)(timing_event[index], gpu.stream[COMPUTE]));
}

double event_elapsed(int from, int to)
{
    float milliseconds;
    GPU_OK(
        GPU(EventElapsedTime)(&milliseconds, timing_event[from], timing_event[to]));
    return 1e-3 * (double)milliseconds;
}

void *staging_alloc(size_t count, size_t size, const char *what)
{
    char *block;
    start();
    if (gpu.gpu_aware)
        return NULL;
    size_t counted = mem_count(count, size, what);
    GPU_OK(GPU_MALLOC_HOST((void **)&block, count * size + HEADER));
    *(size_t *)(void *)block = counted;
    return block + HEADER;
}

void staging_free(void *staging)
{
    if (!staging)
        return;
    char *base = (char *)staging - HEADER;
    mem_uncount(*(size_t *)(void *)base);
    GPU_OK(GPU_FREE_HOST(base));
}

/* Messages of at most this size are packed directly into the staging buffer. At 25 to
 * 50 GB/s a kernel writes them to host memory in 3 to 5 us. A copy needs about as long
 * to begin. */
enum { DIRECT_BYTES = 128 * 1024 };

/* Kernels write pinned memory at the address that the host uses. */
void *staging_pack_buffer(void *device, void *staging, size_t bytes)
{
    return staging && bytes <= DIRECT_BYTES ? staging : device;
}

const void *staging_copy_out(const void *device, void *staging, size_t bytes,
                             enum stream s)
{
    if (!staging)
        return device;
    if (bytes > DIRECT_BYTES)
        copy(staging, device, bytes, GPU(MemcpyDeviceToHost), s);
    return staging;
}

void *staging_receive_buffer(void *device, void *staging)
{
    return staging ? staging : device;
}

void staging_copy_in(void *device, const void *staging, size_t bytes, enum stream s)
{
    if (staging)
        copy(device, staging, bytes, GPU(MemcpyHostToDevice), s);
}
