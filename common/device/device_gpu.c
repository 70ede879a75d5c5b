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
    GPU(Event_t) event[STREAMS]; /* of stream_wait_for: the last event on each stream */
    double *result, *upload;
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

void gpu_request_shared(const void *function, const char *kernel, size_t bytes)
{
    int most;
    GPU_OK(GPU(DeviceGetAttribute)(&most, GPU_SHARED_MEMORY, gpu.number));
    if (bytes > (size_t)most)
        die("device %d (%s): %s needs %zu bytes of shared memory for the columns "
            "of the Krylov basis, and a block may have %d: choose a smaller --restart",
            gpu.number, gpu.info.name, kernel, bytes, most);
    GPU_OK(GPU(FuncSetAttribute)(
        function, GPU(FuncAttributeMaxDynamicSharedMemorySize), (int)bytes));
}

KERNEL store_ones(int n, double *sum)
{
    FOR_ALL(i, n)
        sum[i] = 1;
}

/* Ends the program if it contains no code for this device: only a launch shows
 * it. */
static void check_launch(void)
{
    gpu.result[0] = 0;
    (void)GPU(GetLastError)();
    store_ones<<<1, TEAM, 0, gpu.stream[COMPUTE]>>>(1, gpu.result);
    GPU(Error_t) code = GPU(GetLastError)();
    if (code == GPU(Success))
        code = GPU(StreamSynchronize)(gpu.stream[COMPUTE]);
    if (code != GPU(Success) || gpu.result[0] != 1)
        die("device %d (%s, %s) cannot execute the kernels of this program: %s; "
            "build it with " GPU_ARCH_FLAG "=%s",
            gpu.number, gpu.info.name, gpu.info.arch, GPU(GetErrorString)(code),
            gpu.info.arch);
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

/* "13.0" of a version number of the runtime; "none" for 0, if there is no driver */
static const char *version(int number, char text[16])
{
    if (number == 0)
        return "none";
    snprintf(text, 16, "%d.%d", GPU_VERSION_MAJOR(number),
             GPU_VERSION_MINOR(number));
    return text;
}

/* The bytes of the last cache before the memory. The runtime knows only the L2 cache; MI300
 * (gfx940 to gfx942) and MI350 (gfx950) have another cache of 256 MB between it and the memory. */
static double last_cache(const char *arch, int l2)
{
    const int infinity_cache =
        strncmp(arch, "gfx94", 5) == 0 || strcmp(arch, "gfx950") == 0;
    return infinity_cache ? 256 << 20 : l2;
}

static void describe(const GPU_PROPERTIES *p)
{
    struct device_info *d = &gpu.info;
    int driver = 0, runtime = 0, kilohertz = 0;
    char text[16];
    d->number = gpu.number;
    snprintf(d->backend, sizeof d->backend, GPU_BACKEND);
    snprintf(d->name, sizeof d->name, "%s", p->name);
    GPU_ARCH(d->arch, sizeof d->arch, p);
    GPU_OK(GPU(DriverGetVersion)(&driver));
    GPU_OK(GPU(RuntimeGetVersion)(&runtime));
    snprintf(d->driver, sizeof d->driver, "%s", version(driver, text));
    snprintf(d->runtime, sizeof d->runtime, "%s", version(runtime, text));
    snprintf(d->compiler, sizeof d->compiler, "%s", GPU_COMPILER);
    if (GPU(DeviceGetAttribute)(&kilohertz, GPU_CLOCK, gpu.number) == GPU(Success))
        d->clock = 1e3 * kilohertz;
    d->cache = last_cache(d->arch, p->l2CacheSize);
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
    GPU_OK(GPU_MALLOC_HOST((void **)&gpu.result, 2 * RESULTS * sizeof(double)));
    gpu.upload = gpu.result + RESULTS;
    GPU_OK(GPU(MemGetInfo)(&available, &total));
    describe(&p);
    if (p.warpSize != WARP_SIZE)
        die("device %d (%s, %s) has warps of %d threads, but the kernels of this "
            "program were compiled for %d: build it with " GPU_ARCH_FLAG "=%s",
            number, p.name, gpu.info.arch, p.warpSize, (int)WARP_SIZE,
            gpu.info.arch);
    const int sharing = node == MPI_COMM_NULL ? 1 : ranks_on_device(&p, node);
    gpu.info.memory = (double)total;
    gpu.info.sharing = sharing;
    gpu.info.available = (double)available / sharing;
    check_launch();
    gpu.ready = 1;
}

/* The number of visible devices. *code: what the runtime says if there are none */
static int visible_devices(int *code)
{
    int count = 0;
    *code = GPU(GetDeviceCount)(&count);
    return *code == GPU(Success) ? count : 0;
}

/* Why there is no device. The versions name the most frequent reason on a cluster: the driver
 * is older than the runtime of the program. */
static const char *no_device(int code, char text[256])
{
    int driver = 0, runtime = 0;
    char of_driver[16], of_runtime[16];
    (void)GPU(DriverGetVersion)(&driver);
    (void)GPU(RuntimeGetVersion)(&runtime);
    snprintf(text, 256,
             "%s (driver: %s, program: %s); check that the driver is installed and "
             "not older than the program, and that " GPU_VISIBLE
             " does not hide the device",
             code ? GPU(GetErrorString)((GPU(Error_t))code)
                  : "the driver reports none",
             version(driver, of_driver), version(runtime, of_runtime));
    return text;
}

void device_start(const struct device_request *request, MPI_Comm comm)
{
    int code, least;
    char text[256];
    const int count = visible_devices(&code);
    MPI_OK(MPI_Allreduce(&count, &least, 1, MPI_INT, MPI_MIN, comm));
    MPI_OK(MPI_Allreduce(MPI_IN_PLACE, &code, 1, MPI_INT, MPI_MAX, comm));
    if (least == 0)
        fail_all(EXIT_USAGE, "a rank has no " GPU_BACKEND " device: %s",
                 no_device(code, text));
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
    initialize(request->number >= 0 ? request->number : comm_rank(node) % count,
               node);
    MPI_OK(MPI_Comm_free(&node));
}

static void start(void)
{
    if (gpu.ready)
        return;
    int code;
    char text[256];
    if (visible_devices(&code) == 0)
        die("there is no " GPU_BACKEND " device: %s", no_device(code, text));
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

double *device_upload_buffer(void)
{
    start();
    return gpu.upload;
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
