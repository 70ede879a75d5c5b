/* common/base/memory.c - aligned memory whose bytes are counted (memory.h). */
#define _GNU_SOURCE /* mremap */
#include "memory.h"
#include "error.h"
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

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

/* ---- Large blocks ----
 *
 * A new page costs time: the system clears it before its first use. Set-up frees nearly as many
 * large arrays as it allocates. So on Linux the pages of a block that is freed are kept, and the
 * next blocks obtain them: mremap moves pages to another address without copying them. No more
 * pages are ever resident than were allocated at the same time. (The address sanitizer sees only
 * blocks of malloc.) */
#if defined MREMAP_FIXED && !defined __SANITIZE_ADDRESS__
enum { KEPT = 64 };
static struct {
    char *base;
    size_t bytes;
} kept[KEPT]; /* blocks that were freed, or what is left of them; bytes = 0: none */

static char *large_alloc(size_t bytes)
{
    char *base = mmap(NULL, bytes + HUGE_PAGE, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (base == MAP_FAILED)
        return NULL;
    const size_t before = -(uintptr_t)base % HUGE_PAGE;
    if (before > 0)
        munmap(base, before);
    base += before;
    munmap(base + bytes, HUGE_PAGE - before);
    madvise(base, bytes, MADV_HUGEPAGE); /* only a hint: fewer TLB misses */
    for (int k = 0; k < KEPT && bytes > 0; k++) {
        const size_t moved = kept[k].bytes < bytes ? kept[k].bytes : bytes;
        char *from = kept[k].base + kept[k].bytes - moved;
        if (moved == 0 || mremap(from, moved, moved, MREMAP_MAYMOVE | MREMAP_FIXED,
                                 base + bytes - moved) == MAP_FAILED)
            continue;
        kept[k].bytes -= moved;
        bytes -= moved;
    }
    return base;
}

static void large_free(char *base, size_t bytes)
{
    for (int k = 0; k < KEPT; k++)
        if (kept[k].bytes == 0) {
            kept[k].base = base;
            kept[k].bytes = bytes;
            return;
        }
    munmap(base, bytes);
}
#else
static char *large_alloc(size_t bytes)
{
    return aligned_alloc(HUGE_PAGE, bytes);
}

static void large_free(char *base, size_t bytes)
{
    (void)bytes;
    free(base);
}
#endif

/* Returns 1 if this is the call that MEMWALL_FAIL_ALLOC selects to fail (memory.h).
 * The first call also reads the environment variable. */
static int must_fail(void)
{
    static long call, fail_at = -2;
    if (fail_at == -2) {
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
    char *base =
        bytes >= HUGE_PAGE ? large_alloc(bytes) : aligned_alloc(HEADER, bytes);
    if (!base) {
        mem_uncount(bytes);
        out_of_memory(count, size, what);
    }
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
    const size_t bytes = *(size_t *)base;
    mem_uncount(bytes);
    if (bytes >= HUGE_PAGE)
        large_free(base, bytes);
    else
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
