/* common/base/memory.c - counted, aligned allocation. */
#include "memory.h"
#include "error.h"
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

/*   p - 64          p
 *   | size | unused | the caller's bytes ...
 */
enum { HEAD = 64, HUGE_PAGE = 2 << 20 };

static size_t live, peak;

/* What is large goes back to the system when it is freed, so that the memory model can
 * hold: glibc would otherwise keep blocks of up to 32 MB. */
static void give_back_large_blocks(void)
{
#ifdef __GLIBC__
    mallopt(M_MMAP_THRESHOLD, HUGE_PAGE);
#endif
}

/* True when the environment asks this very call to fail; the first call sets up. */
static int planted_failure(void)
{
    static long call, fail_at = -2;
    if (fail_at == -2) {
        give_back_large_blocks();
        const char *k = getenv("MEMWALL_FAIL_ALLOC");
        fail_at = k ? strtol(k, NULL, 10) : -1;
    }
    return call++ == fail_at;
}

size_t mem_cost(size_t count, size_t size)
{
    size_t bytes = count * size + HEAD;
    size_t unit = bytes >= HUGE_PAGE ? HUGE_PAGE : HEAD;
    return (bytes + unit - 1) / unit * unit;
}

static void refuse(size_t count, size_t size, const char *what)
{
    die("no memory for %zu x %zu bytes (%s); %zu bytes are in use: take a smaller "
        "problem or more ranks on more nodes",
        count, size, what, live);
}

size_t mem_count(size_t count, size_t size, const char *what)
{
    if ((count != 0 && size > (SIZE_MAX - 2 * (size_t)HUGE_PAGE) / count) ||
        planted_failure())
        refuse(count, size, what);
    size_t bytes = mem_cost(count, size);
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
    char *base = aligned_alloc(bytes >= HUGE_PAGE ? HUGE_PAGE : HEAD, bytes);
    if (!base) {
        mem_uncount(bytes);
        refuse(count, size, what);
    }
#ifdef MADV_HUGEPAGE
    if (bytes >= HUGE_PAGE)
        madvise(base, bytes, MADV_HUGEPAGE); /* fewer TLB misses; a hint only */
#endif
    *(size_t *)base = bytes;
    return base + HEAD;
}

void *mem_zero(size_t count, size_t size, const char *what)
{
    return memset(mem_alloc(count, size, what), 0, count * size);
}

void mem_free(void *p)
{
    if (!p)
        return;
    char *base = (char *)p - HEAD;
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
