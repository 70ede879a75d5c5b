/* common/base/memory.h - allocates aligned memory and counts its bytes.
 *
 * All arrays of the program are allocated by these functions. Therefore the number
 * of allocated bytes is known at any time, a program without leaks ends with
 * mem_live() = 0, and a test can execute every path that handles a failed
 * allocation: the environment variable MEMWALL_FAIL_ALLOC=k makes the k-th call
 * fail, where k is counted from 0. All counts are per rank.
 */
#ifndef MEMWALL_MEMORY_H
#define MEMWALL_MEMORY_H
#include <stddef.h>

/* Returns an array of `count` objects of `size` bytes each, aligned to 64 bytes,
 * with undefined contents; count = 0 is allowed. The caller frees it with mem_free.
 * If there is not enough memory, the program ends with a message that contains
 * `what`, the name of the array. mem_zero also sets all bytes to zero. */
void *mem_alloc(size_t count, size_t size, const char *what);
void *mem_zero(size_t count, size_t size, const char *what);
void mem_free(void *p); /* NULL is allowed */

/* Number of bytes past the end of an array that may be read, so a kernel that loads whole
 * vectors needs no special case for the last one. They hold a NaN in each floating-point
 * format, which exposes a kernel that uses what it reads there. */
enum { MEM_READABLE = 256 };

/* NEW(double, n, "diagonal") is mem_alloc for an array of a type. */
#define NEW(type, count, what) ((type *)mem_alloc(count, sizeof(type), what))

/* Adds an array that another allocator provides, for example in device memory, to
 * the count. It fails as mem_alloc does. Returns the number of bytes that were
 * added; the caller passes this number to mem_uncount when it frees the array. */
size_t mem_count(size_t count, size_t size, const char *what);
void mem_uncount(size_t bytes);

size_t mem_live(void); /* bytes that are allocated now */
size_t mem_peak(void); /* the largest value of mem_live() so far */
#endif
