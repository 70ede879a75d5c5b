/* common/base/memory.c - aligned memory whose bytes are counted (memory.h). */
#include "memory.h"
#include "error.h"
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

_Static_assert(sizeof(size_t) == 8,
               "memwall needs a processor with 64-bit addresses");

/* A block of memory, which starts at a multiple of 64 bytes:
 *
 *   p - 64           p
 *   | bytes | unused | the caller's array | MEM_READABLE bytes | unused |
 *
 * `bytes` is the size of the whole block, as block_bytes computes it. mem_alloc
 * returns p. Blocks of at least HUGE_PAGE bytes are aligned to huge pages and
 * consist of them.
 */
enum { HEADER = 64, HUGE_PAGE = 2 << 20 };

static size_t live, peak;

/* Makes glibc return the memory of large blocks to the operating system when they
 * are freed. Otherwise glibc keeps blocks of up to 32 MB, and the resident memory
 * of the process exceeds the count. */
static void return_large_blocks(void)
{
#ifdef __GLIBC__
    mallopt(M_MMAP_THRESHOLD, HUGE_PAGE);
#endif
}

/* Returns 1 if this is the call that MEMWALL_FAIL_ALLOC selects to fail (memory.h).
 * The first call also reads the environment variable and configures glibc. */
static int must_fail(void)
{
    static long call, fail_at = -2;
    if (fail_at == -2) {
        return_large_blocks();
        const char *k = getenv("MEMWALL_FAIL_ALLOC");
        fail_at = k ? strtol(k, NULL, 10) : -1;
    }
    return call++ == fail_at;
}

static size_t block_bytes(size_t count, size_t size)
{
    size_t bytes = HEADER + count * size + MEM_READABLE;
    size_t unit = bytes >= HUGE_PAGE ? HUGE_PAGE : HEADER;
    return (bytes + unit - 1) / unit * unit;
}

static void out_of_memory(size_t count, size_t size, const char *what)
{
    die("no memory for %zu x %zu bytes (%s); %zu bytes are in use: choose a "
        "smaller problem, or more ranks on more nodes",
        count, size, what, live);
}

size_t mem_count(size_t count, size_t size, const char *what)
{
    if ((count != 0 && size > (SIZE_MAX - 2 * (size_t)HUGE_PAGE) / count) ||
        must_fail())
        out_of_memory(count, size, what);
    size_t bytes = block_bytes(count, size);
    live += bytes;
    if (live > peak)
        peak = live;
    return bytes;
}

void mem_uncount(size_t bytes)
{
    live -= bytes;
}

void *mem_alloc(size_t count, size_t size, const char *what)
{
    size_t bytes = mem_count(count, size, what);
    char *base = aligned_alloc(bytes >= HUGE_PAGE ? HUGE_PAGE : HEADER, bytes);
    if (!base) {
        mem_uncount(bytes);
        out_of_memory(count, size, what);
    }
#ifdef MADV_HUGEPAGE
    if (bytes >= HUGE_PAGE)
        madvise(base, bytes, MADV_HUGEPAGE); /* only a hint: fewer TLB misses */
#endif
    *(size_t *)base = bytes;
    memset(base + HEADER + count * size, 0xff, MEM_READABLE);
    return base + HEADER;
}

void *mem_zero(size_t count, size_t size, const char *what)
{
    return memset(mem_alloc(count, size, what), 0, count * size);
}

void mem_free(void *p)
{
    if (!p)
        return;
    char *base = (char *)p - HEADER;
    mem_uncount(*(size_t *)base);
    free(base);
}

size_t mem_live(void)
{
    return live;
}

size_t mem_peak(void)
{
    return peak;
}
