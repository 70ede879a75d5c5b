/* common/counting/simulated_cache.h - the cache that MEMWALL_COUNT_CACHE describes (traffic.h). */
#ifndef MEMWALL_SIMULATED_CACHE_H
#define MEMWALL_SIMULATED_CACHE_H
#include <stddef.h>

/* Loads or stores the `bytes` bytes at p. The cache keeps its lines between launches. Returns the number of lines that the cache did not
 * contain; 0 if no cache is simulated. */
int cache_access(const char *p, size_t bytes);
#endif
