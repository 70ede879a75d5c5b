/* common/emulator/cuda_emu.h - CUDA for the emulated device: executes a .cu file on a CPU.
 *
 * run/cuda_on_cpu rewrites <<< >>> and includes this file. It only translates CUDA's
 * functions into the functions of the emulated device that the trees use: memory that only
 * kernels and copies may access and that is NaN at first (arena_emu.h), streams that do
 * their work when the host waits for it (queue.h), blocks and threads in an order that
 * looks random (threads_emu.h), loads and stores that are checked and counted (traffic.h).
 * So MEMWALL_EMU_SEED=NUMBER and MEMWALL_EMU_ORDER=eager have the same meaning. A mistake
 * ends the program with one line and status 3. Times are NaN.
 */
#ifndef MEMWALL_CUDA_EMU_H
#define MEMWALL_CUDA_EMU_H
extern "C" {
#include "device.h"
}
#include "arena_emu.h"
#include "queue.h"
#include "threads_emu.h"
#include "traffic.h"
#include <algorithm>
#include <cmath>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cxxabi.h>
#include <dlfcn.h>
#include <utility>
#include <vector>
#define __global__
#define __device__
#define __host__
#define __forceinline__ inline
#define __restrict__
#define __launch_bounds__(...)
#define __align__(n) __attribute__((aligned(n)))
#define __shared__ static __attribute__((section("shared_memory")))
#define EMU_INLINE    __attribute__((always_inline)) inline
#define EMU_UNCHECKED __attribute__((noipa, no_sanitize_thread)) inline
using std::max;
using std::min;

struct dim3 {
    unsigned x, y, z;
    dim3(unsigned x = 1, unsigned y = 1, unsigned z = 1) : x(x), y(y), z(z) {}
};
struct alignas(8) float2 { float x, y; };
struct alignas(16) float4 { float x, y, z, w; };
struct alignas(16) double2 { double x, y; };
struct alignas(16) int4 { int x, y, z, w; };

/* Ends the program with one line (error.h). */
extern "C" EMU_UNCHECKED void die(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fflush(stdout);
    fputs("cuda_on_cpu: ", stderr);
    vfprintf(stderr, format, arguments);
    fputs("\n", stderr);
    _Exit(3);
}

/* The compiler calls it for an index outside of an array whose size it knows. */
struct emu_index {
    const char *file;
    unsigned line, column;
    const struct { unsigned short kind, info; char name[99]; } *array;
};
extern "C" __attribute__((used)) EMU_UNCHECKED void __ubsan_handle_out_of_bounds(emu_index *e, size_t index)
{
    die("%s%s:%u: index %zd of an array %s", emu_place(emu_team.thread), e->file, e->line,
        (ssize_t)index, e->array->name);
}

/* ---- Indices ---- */

enum { warpSize = 32 };
EMU_UNCHECKED dim3 emu_coordinates(unsigned i, const unsigned *n)
{
    return dim3(i % n[0], i / n[0] % n[1], i / n[0] / n[1]);
}
EMU_UNCHECKED dim3 emu_thread_index()
{
    return emu_coordinates((unsigned)emu_team.thread, emu_team.size);
}
EMU_UNCHECKED dim3 emu_dim3(const unsigned *n) { return dim3(n[0], n[1], n[2]); }
#define gridDim   emu_dim3(emu_team.grid)
#define blockDim  emu_dim3(emu_team.size)
#define blockIdx  emu_dim3(emu_team.block)
#define threadIdx emu_thread_index()

/* ---- Errors ---- */

enum cudaError_t { cudaSuccess, cudaErrorInvalidValue, cudaErrorInvalidConfiguration = 9 };
static cudaError_t emu_last_error;
inline cudaError_t emu_error(cudaError_t e) { return e ? emu_last_error = e : e; }
inline cudaError_t cudaPeekAtLastError() { return emu_last_error; }
inline cudaError_t cudaGetLastError() { return std::exchange(emu_last_error, cudaSuccess); }
inline const char *cudaGetErrorString(cudaError_t e)
{
    return e == cudaSuccess             ? "no error"
           : e == cudaErrorInvalidValue ? "invalid argument"
                                        : "invalid configuration argument";
}

/* ---- Properties: of a small device, so that small arrays do not fit into its cache ---- */

struct cudaDeviceProp {
    char name[256];
    int multiProcessorCount, l2CacheSize;
    size_t totalGlobalMem;
};
inline cudaError_t cudaGetDeviceProperties(cudaDeviceProp *p, int)
{
    return *p = {"emulated device", 2, 1 << 20, (size_t)1 << 34}, cudaSuccess;
}
inline cudaError_t cudaMemGetInfo(size_t *free, size_t *all)
{
    return *free = *all = (size_t)1 << 34, cudaSuccess;
}

/* ---- Streams and events ---- */

struct emu_stream {
    int number, waits; /* 1: its work and the work of stream 0 wait for each other */
};
struct emu_event {
    int stream;
    long count; /* the event is complete when the stream has executed this many operations */
};
typedef emu_stream *cudaStream_t;
typedef emu_event *cudaEvent_t;
enum { cudaStreamDefault, cudaStreamNonBlocking, cudaEventDefault = 0,
       cudaEventDisableTiming = 2 };
static std::vector<emu_stream> emu_streams = [] {
    std::vector<emu_stream> all(1, {0, 0});
    all.reserve(MOST_STREAMS);
    return all;
}();

/* Call it before each operation: stream 0 and the others wait for each other. */
inline enum stream emu_next(cudaStream_t s)
{
    const int number = s ? s->number : 0;
    for (const emu_stream &other : emu_streams)
        if (number == 0 && other.waits)
            stream_wait_for(COMPUTE, (enum stream)other.number);
    if (number > 0 && s->waits)
        stream_wait_for((enum stream)number, COMPUTE);
    return (enum stream)number;
}
inline cudaError_t cudaStreamCreateWithFlags(cudaStream_t *s, unsigned flags)
{
    if (emu_streams.size() == MOST_STREAMS)
        die("there are at most %d streams", MOST_STREAMS - 1);
    emu_streams.push_back({(int)emu_streams.size(), flags != cudaStreamNonBlocking});
    *s = &emu_streams.back();
    return cudaSuccess;
}
inline cudaError_t cudaStreamCreate(cudaStream_t *s) { return cudaStreamCreateWithFlags(s, 0); }
inline cudaError_t cudaStreamSynchronize(cudaStream_t s)
{
    stream_synchronize(emu_next(s));
    return cudaSuccess;
}
inline cudaError_t cudaStreamDestroy(cudaStream_t s) { return cudaStreamSynchronize(s); }
inline cudaError_t cudaDeviceSynchronize()
{
    for (const emu_stream &s : emu_streams)
        stream_synchronize((enum stream)s.number);
    return cudaSuccess;
}
inline cudaError_t cudaEventCreateWithFlags(cudaEvent_t *e, unsigned)
{
    return *e = new emu_event{0, 0}, cudaSuccess;
}
inline cudaError_t cudaEventCreate(cudaEvent_t *e) { return cudaEventCreateWithFlags(e, 0); }
inline cudaError_t cudaEventDestroy(cudaEvent_t e) { return delete e, cudaSuccess; }
inline cudaError_t cudaEventRecord(cudaEvent_t e, cudaStream_t s = 0)
{
    const enum stream number = emu_next(s);
    *e = {number, queue_count(number)};
    return cudaSuccess;
}
inline cudaError_t cudaEventSynchronize(cudaEvent_t e)
{
    queue_synchronize((enum stream)e->stream, e->count);
    return cudaSuccess;
}
inline cudaError_t cudaStreamWaitEvent(cudaStream_t s, cudaEvent_t e, unsigned = 0)
{
    queue_wait((enum stream)(s ? s->number : 0), (enum stream)e->stream, e->count);
    return cudaSuccess;
}
inline cudaError_t cudaEventElapsedTime(float *ms, cudaEvent_t, cudaEvent_t)
{
    return *ms = NAN, cudaSuccess;
}

/* ---- Memory and copies ---- */

enum cudaMemcpyKind { cudaMemcpyHostToHost, cudaMemcpyHostToDevice, cudaMemcpyDeviceToHost,
                      cudaMemcpyDeviceToDevice, cudaMemcpyDefault };
template <class T>
cudaError_t emu_malloc(T **p, size_t bytes, const char *what, const char *file, int line)
{
    const char *folder = strrchr(file, '/');
    char *name = (char *)malloc(strlen(what) + strlen(file) + 40); /* for messages */
    sprintf(name, "%s, allocated in %s:%d", what + (*what == '&'),
            folder ? folder + 1 : file, line);
    *p = (T *)arena_alloc(bytes, name)->data;
    return cudaSuccess;
}
#define cudaMalloc(p, bytes) emu_malloc(p, bytes, #p, __FILE__, __LINE__)
inline cudaError_t cudaFree(void *p)
{
    cudaDeviceSynchronize();
    return p && !arena_free(p) ? emu_error(cudaErrorInvalidValue) : cudaSuccess;
}
template <class T> cudaError_t cudaMallocHost(T **p, size_t bytes)
{
    return *p = (T *)malloc(bytes), cudaSuccess;
}
inline cudaError_t cudaFreeHost(void *p) { return cudaDeviceSynchronize(), free(p), cudaSuccess; }

/* Where an operation reads or writes: in an array of the device, or of the host. */
inline void *emu_checked(const void *p, size_t bytes, const char *function, int line)
{
    if (!arena_contains(p))
        return (void *)p;
    if (bytes > 0 && !arena_find(p, bytes))
        die("line %d: %s of %zu bytes is not within an array of the device", line, function,
            bytes);
    return accessible(p);
}
struct emu_copy {
    void *to;
    const void *from; /* NULL: bytes with the value `byte` */
    size_t bytes;
    int byte;
};
inline cudaError_t emu_queue(const emu_copy &c, cudaStream_t s)
{
    queue_add(emu_next(s), [](void *it) {
        const emu_copy *c = (const emu_copy *)it;
        c->from ? memcpy(c->to, c->from, c->bytes) : memset(c->to, c->byte, c->bytes);
    }, &c, sizeof c);
    return cudaSuccess;
}
inline cudaError_t cudaMemsetAsync(void *p, int byte, size_t bytes, cudaStream_t s = 0,
                                   int line = __builtin_LINE())
{
    if (!arena_contains(p))
        return emu_error(cudaErrorInvalidValue);
    return emu_queue({emu_checked(p, bytes, "cudaMemset", line), NULL, bytes, byte}, s);
}
inline cudaError_t cudaMemset(void *p, int byte, size_t bytes, int line = __builtin_LINE())
{
    return cudaMemsetAsync(p, byte, bytes, 0, line);
}
/* The target on the host is NaN until the copy is executed. */
inline cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t bytes,
                                   cudaMemcpyKind kind, cudaStream_t s = 0,
                                   int line = __builtin_LINE())
{
    const int right = 2 * arena_contains(from) + arena_contains(to);
    if (kind != cudaMemcpyDefault && kind != right)
        return emu_error(cudaErrorInvalidValue);
    if (!arena_contains(to) && bytes > 0)
        memset(to, 0xff, bytes);
    return emu_queue({emu_checked(to, bytes, "cudaMemcpy", line),
                      emu_checked(from, bytes, "cudaMemcpy", line), bytes, 0}, s);
}
inline cudaError_t cudaMemcpy(void *to, const void *from, size_t bytes, cudaMemcpyKind kind,
                              int line = __builtin_LINE())
{
    const cudaError_t e = cudaMemcpyAsync(to, from, bytes, kind, 0, line);
    stream_synchronize(COMPUTE);
    return e;
}

/* ---- Barriers, shuffles, votes, atomic operations ---- */

#define EMU_LINE int line = __builtin_LINE()
EMU_UNCHECKED void __syncthreads(EMU_LINE) { emu_barrier("__syncthreads", line); }
template <class T>
EMU_UNCHECKED T emu_shuffle_value(const char *name, unsigned mask, T v, int source, int width,
                                  int line)
{
    static_assert(sizeof v == 4 || sizeof v == 8, "a shuffle moves 4 or 8 bytes");
    const int lane = emu_team.thread % 32;
    if (!(mask >> lane & 1))
        die("%s%s in line %d without this thread in its mask", emu_place(emu_team.thread),
            name, line);
    if (source < 0 || source / width != lane / width)
        source = lane;
    emu_exchange(name, line, mask, 0, &v, &v, sizeof v, source);
    return v;
}
#define EMU_SHUFFLE(name, source)                                                   \
    template <class T>                                                              \
    EMU_UNCHECKED T name(unsigned mask, T v, int n, int width = 32, EMU_LINE)       \
    {                                                                               \
        const int lane = emu_team.thread % 32;                                      \
        return emu_shuffle_value(#name, mask, v, source, width, line);              \
    }
EMU_SHUFFLE(__shfl_sync, lane / width * width + n % width)
EMU_SHUFFLE(__shfl_down_sync, lane + n)
EMU_SHUFFLE(__shfl_up_sync, lane - n)
EMU_SHUFFLE(__shfl_xor_sync, lane ^ n)
EMU_UNCHECKED unsigned __ballot_sync(unsigned mask, int vote, EMU_LINE)
{
    char none = 0;
    return (unsigned)emu_exchange("__ballot_sync", line, mask, vote, &none, &none, 1, 0);
}
EMU_UNCHECKED int __any_sync(unsigned m, int vote, EMU_LINE) { return __ballot_sync(m, vote, line) != 0; }
EMU_UNCHECKED int __all_sync(unsigned m, int vote, EMU_LINE) { return __ballot_sync(m, !vote, line) == 0; }
EMU_UNCHECKED void __syncwarp(unsigned mask = ~0u, EMU_LINE) { __ballot_sync(mask, 0, line); }
template <class T> EMU_INLINE T __ldg(const T *p) { return *p; }
template <class T, class V> EMU_INLINE T atomicAdd(T *p, V v) { return std::exchange(*p, *p + (T)v); }
template <class T, class V> EMU_INLINE T atomicMax(T *p, V v) { return std::exchange(*p, max(*p, (T)v)); }

/* ---- Asynchronous copies to shared memory. The load is counted, the store is not. ---- */

static double emu_copied; /* bytes */
extern "C" void *__real_memcpy(void *, const void *, size_t); /* is not counted */
extern "C" void __tsan_read4(void *), __tsan_read8(void *), __tsan_read16(void *);
EMU_UNCHECKED void emu_copy_starts(void *to, const void *from, size_t bytes, int line)
{
    const char *wrong = bytes != 4 && bytes != 8 && bytes != 16 ? "4, 8 or 16 are possible"
                        : (size_t)to % bytes                    ? "its target is no multiple of this number"
                        : !emu_is_shared(to, bytes)             ? "its target is not in shared memory"
                        : !emu_copy_start(to, from, bytes)      ? "more before a wait than the emulated device allows"
                                                                : NULL;
    if (wrong)
        die("%sline %d: an asynchronous copy of %zu bytes: %s", emu_place(emu_team.thread), line, bytes, wrong);
    emu_copied += (double)bytes;
}
EMU_INLINE void __pipeline_memcpy_async(void *to, const void *from, size_t bytes, EMU_LINE)
{
    emu_copy_starts(to, from, bytes, line);
    (bytes == 16 ? __tsan_read16 : bytes == 8 ? __tsan_read8 : __tsan_read4)((void *)from);
}
EMU_UNCHECKED void __pipeline_commit() { emu_copy_commit(); }
EMU_UNCHECKED void __pipeline_wait_prior(int batches) { emu_copy_wait(batches, __real_memcpy); }

/* ---- kernel<<<grid, block, shared, stream>>>(arguments) ---- */

extern char __start_shared_memory[] __attribute__((weak)), __stop_shared_memory[] __attribute__((weak));
template <class Kernel> struct emu_call {
    const char *name;
    dim3 grid, block;
    size_t shared;
    Kernel kernel; /* with its arguments */
    static EMU_UNCHECKED void in_thread(void *it)
    {
        const unsigned *b = emu_team.block, *grid = emu_team.grid;
        traffic_thread(((b[2] * (long)grid[1] + b[1]) * grid[0] + b[0]) *
                           ((emu_team.threads + 31) / 32 * 32) + emu_team.thread);
        ((emu_call *)it)->kernel();
    }
    static void set(unsigned *to, const dim3 &n) { to[0] = n.x, to[1] = n.y, to[2] = n.z; }
    static void execute(void *it)
    {
        const emu_call *call = (const emu_call *)it;
        char *const begin = __start_shared_memory, *const end = __stop_shared_memory;
        emu_team.kernel = call->name;
        emu_team.warp_size = 32;
        emu_team.threads = (int)(call->block.x * call->block.y * call->block.z);
        emu_team.shared[0] = begin, emu_team.shared[1] = end;
        set(emu_team.grid, call->grid), set(emu_team.size, call->block);
        const emu_order order = emu_order_of((int)(call->grid.x * call->grid.y * call->grid.z));
        for (int turn = 0; turn < order.n; turn++) {
            const unsigned b = (unsigned)emu_at(&order, turn);
            set(emu_team.block, emu_coordinates(b, emu_team.grid));
            memset(begin, 0xff, (size_t)(end - begin));
            emu_execute_team(call->shared, in_thread, it);
        }
        emu_team.kernel = NULL;
    }
};
struct emu_launch {
    const char *name;
    dim3 grid, block;
    size_t shared;
    cudaStream_t stream;
    emu_launch(const char *name, dim3 grid, dim3 block, size_t shared = 0, cudaStream_t s = 0)
        : name(name), grid(grid), block(block), shared(shared), stream(s) {}
    /* Returns what queues the kernel with the arguments that it is called with. */
    template <class... P> auto operator()(void (*kernel)(P...)) const
    {
        Dl_info info = {}; /* the name of the kernel, if `name` is a pointer to it */
        dladdr((void *)kernel, &info);
        char *symbol = info.dli_sname ? abi::__cxa_demangle(info.dli_sname, 0, 0, 0) : 0;
        if (symbol && strncmp(symbol, "void ", 5) == 0) /* so begin the names of templates */
            symbol += 5;
        if (symbol)
            symbol[strcspn(symbol, "(")] = '\0';
        return [=, *this](P... argument) {
            add(symbol ? symbol : name,
                [=]() __attribute__((no_sanitize_thread)) { kernel(argument...); });
        };
    }
    template <class Kernel> void add(const char *name, Kernel kernel) const
    {
        const double blocks = (double)grid.x * grid.y * grid.z,
                     threads = (double)block.x * block.y * block.z;
        if (!(blocks >= 1 && blocks < 0x1p31 && threads >= 1 && threads <= 1024) ||
            block.z > 64 || grid.y > 65535 || grid.z > 65535 || shared > 48 << 10) {
            emu_error(cudaErrorInvalidConfiguration);
            return;
        }
        const emu_call<Kernel> call = {name, grid, block, shared, kernel};
        traffic_name(name, "");
        queue_add_kernel(emu_next(stream), emu_call<Kernel>::execute, &call, sizeof call);
    }
};

/* ---- The sums of cuda_on_cpu --count ---- */

#ifdef CUDA_ON_CPU_COUNT
static const int emu_counting = [] {
    traffic_phase_begin(0, 0);
    return atexit([] {
        cudaDeviceSynchronize();
        int count;
        traffic_keep();
        const traffic_kernel *k = traffic_result(&count);
        printf("%-24s %9s %10s %10s %12s %8s %8s %8s %8s %8s\n", "counted, of all launches",
               "launches", "requests", "sectors", "used", "moved", "threads", "longest",
               "words", "shared");
        for (; count > 0; count--, k++) {
            const traffic &s = k->sum;
            if (strcmp(k->name, "-") == 0)
                continue; /* loads and stores of the host, before the device existed */
            printf("%-24s %9.0f %10.0f %10.0f %12.0f %8.2f %8.2f %8.0f %8.3f %8.3f\n", k->name,
                   s.launches, s.requests_32, s.sectors_32, s.read + s.written,
                   32 * s.sectors_32 / (s.read + s.written), s.accesses / s.requests_32,
                   s.longest, s.words_32 / s.requests_32,
                   s.words_shared / max(1., s.requests_shared));
        }
        printf("asynchronous copies: %.0f bytes\n", emu_copied);
        puts("used: distinct bytes; moved: bytes of sectors over used; threads: of 32 in a request;\n"
             "longest: loads and stores of the thread that has the most, of all launches; words:\n"
             "of a request, in the bank that has the most; shared: the same in shared memory");
    });
}();
#endif
#endif
