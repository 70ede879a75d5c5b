/* common/counting/simulated_cache_count.c - an LRU cache (simulated_cache.h). */
#include "simulated_cache.h"
#include "error.h"
#include "traffic.h"
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

void *__real_memmove(void *target, const void *source, size_t n);

enum { WAYS = 16 };
static struct {
    uint64_t (*line)[WAYS]; /* of each set, the one used last first; 0: free */
    size_t sets;            /* 0: no cache is simulated */
} cache;

/* Before main. */
__attribute__((constructor)) static void start(void)
{
    const char *text = getenv("MEMWALL_COUNT_CACHE");
    if (!text || !*text)
        return;
    char *end;
    const double bytes = strtod(text, &end);
    if (*end || !(bytes >= WAYS * CACHE_LINE && bytes <= 0x1p36)) {
        fprintf(stderr, "memwall: MEMWALL_COUNT_CACHE=%s: a number of bytes from %d to "
                        "2^36 is needed\n", text, WAYS * CACHE_LINE);
        exit(EXIT_USAGE);
    }
    cache.sets = (size_t)bytes / (WAYS * CACHE_LINE);
    cache.line = calloc(cache.sets, sizeof *cache.line);
    if (!cache.line)
        die("no memory for the simulated cache of %s bytes", text);
}

/* Moves a line to the front of its set. Returns 1 if the set did not contain it. */
static int load(uint64_t line)
{
    uint64_t *set = cache.line[line % cache.sets];
    int way = 0;
    while (way < WAYS - 1 && set[way] != line)
        way++;
    const int missed = set[way] != line;
    __real_memmove(set + 1, set, (size_t)way * sizeof *set);
    set[0] = line;
    return missed;
}

int cache_access(const char *p, size_t bytes)
{
    int misses = 0;
    if (cache.sets > 0 && bytes > 0)
        for (uint64_t line = (uintptr_t)p / CACHE_LINE,
                      last = ((uintptr_t)p + bytes - 1) / CACHE_LINE;
             line <= last; line++)
            misses += load(line);
    return misses;
}
