/* tests/cudart/memory.c - memory of the device, pinned memory, copies (stub.h). */
#include "stub.h"

static struct block block[MOST];
static int blocks;

struct block *block_of(const void *p)
{
    struct block *freed = NULL;
    for (int k = 0; k < blocks; k++) {
        struct block *b = &block[k];
        if ((const char *)p < b->start || (const char *)p >= b->start + b->bytes)
            continue;
        if (b->place != FREED)
            return b;
        freed = b;
    }
    return freed;
}

/* Memory of a freed block is not used again, so that its address remains known. */
static cudaError_t allocate(void **p, size_t bytes, enum place place)
{
    if (blocks == MOST)
        return mistake("more than %d blocks of memory", MOST);
    char *start = calloc(bytes ? bytes : 1, 1);
    if (!start)
        return cudaErrorMemoryAllocation;
    block[blocks++] = (struct block){start, bytes, place};
    *p = start;
    return cudaSuccess;
}

static cudaError_t release(void *p, enum place place, const char *call)
{
    struct block *b = p ? block_of(p) : NULL;
    if (!p)
        return cudaSuccess;
    if (!b || b->start != (char *)p || b->place != place)
        return mistake("%s: %p is %s", call, p,
                       b && b->place == FREED ? "freed already" : "not its block");
    b->place = FREED;
    return cudaSuccess;
}

/* Checks that `bytes` bytes at p are in one live block of the device, or, for
 * memory of the host, that they are not in one. */
static cudaError_t check_range(const void *p, size_t bytes, int device,
                               const char *call)
{
    const struct block *b = block_of(p);
    if (b && b->place == FREED)
        return mistake("%s: %p was freed", call, p);
    if (device != (b && b->place == DEVICE))
        return mistake("%s: %p is not memory of the %s", call, p,
                       device ? "device" : "host");
    if (b && (size_t)(b->start + b->bytes - (const char *)p) < bytes)
        return mistake("%s: %zu bytes at offset %zu of a block of %zu bytes", call,
                       bytes, (size_t)((const char *)p - b->start), b->bytes);
    return cudaSuccess;
}

int live_blocks(void)
{
    int live = 0;
    for (int k = 0; k < blocks; k++)
        live += block[k].place == DEVICE;
    return live;
}

cudaError_t cudaMalloc(void **p, size_t bytes)
{
    return allocate(p, bytes, DEVICE);
}
cudaError_t cudaFree(void *p)
{
    return release(p, DEVICE, __func__);
}
cudaError_t cudaMallocHost(void **p, size_t bytes)
{
    return allocate(p, bytes, PINNED);
}
cudaError_t cudaFreeHost(void *p)
{
    return release(p, PINNED, __func__);
}

cudaError_t cudaMemcpy(void *target, const void *source, size_t bytes,
                       enum cudaMemcpyKind kind)
{
    TRY(check_range(target, bytes, kind != cudaMemcpyDeviceToHost, __func__));
    TRY(check_range(source, bytes, kind != cudaMemcpyHostToDevice, __func__));
    memcpy(target, source, bytes);
    return cudaSuccess;
}

cudaError_t cudaMemcpyAsync(void *target, const void *source, size_t bytes,
                            enum cudaMemcpyKind kind, cudaStream_t s)
{
    TRY(check_stream(s, __func__));
    return cudaMemcpy(target, source, bytes, kind);
}

cudaError_t cudaMemsetAsync(void *p, int value, size_t bytes, cudaStream_t s)
{
    TRY(check_stream(s, __func__));
    TRY(check_range(p, bytes, 1, __func__));
    memset(p, value, bytes);
    return cudaSuccess;
}
