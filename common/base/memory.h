/* common/base/memory.h - the one allocator: counted, aligned, and able to fail on purpose.
 *
 * Every array of the program comes from here, so the bytes alive are known at any
 * time, must be zero at the end, and every failure path can be walked by a test
 * (MEMWALL_FAIL_ALLOC=k makes the k-th call fail, counted from 0).
 */
#ifndef MEMWALL_MEMORY_H
#define MEMWALL_MEMORY_H
#include <stddef.h>

/* `count` objects of `size` bytes, 64-byte aligned, contents undefined; `what` is for
 * the message if there is no memory, which ends the job. count = 0 is allowed. */
void *mem_alloc(size_t count, size_t size, const char *what);
void *mem_zero(size_t count, size_t size, const char *what); /* the same, cleared */
void mem_free(void *p);                                      /* NULL is allowed */

#define NEW(type, count, what) ((type *)mem_alloc(count, sizeof(type), what))

/* Counts an array that lies in another memory (a device's) with the rest, and fails as
 * mem_alloc does; returns its bytes, to be given to mem_uncount. */
size_t mem_count(size_t count, size_t size, const char *what);
void mem_uncount(size_t bytes);

size_t mem_live(void); /* bytes alive */
size_t mem_peak(void); /* most bytes ever alive */

/* Bytes that an array of `count` objects of `size` takes here (for memory models). */
size_t mem_cost(size_t count, size_t size);
#endif
