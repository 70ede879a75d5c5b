/* common/emulator/arena_emu.h - the memory of the emulated device.
 *
 * It is an arena of host memory that is mapped twice:
 *
 *   base           | block | gap | block | ...   addresses that arena_alloc returns
 *   base + offset  | block | gap | block | ...   the same memory, for copies, MPI
 *
 * The first mapping is accessible only while operations of a stream are executed.
 * If host code accesses it at another time, the program ends with a message. The
 * second mapping is always accessible.
 *
 * New blocks, gaps and freed blocks contain bytes 0xff, which are NaN in every
 * floating-point format and an invalid index. If loads and stores are counted
 * (traffic.h), an access outside of a block ends the program, too.
 */
#ifndef MEMWALL_ARENA_EMU_H
#define MEMWALL_ARENA_EMU_H
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif
/* A block of device memory. */
struct block {
    struct block *next; /* by ascending address */
    char *data;
    size_t bytes, counted; /* requested by the caller; for use by the caller */
    const char *what;      /* the name of the array; where a CUDA program allocates it */
};

/* Allocates a block, followed by at least as many bytes that belong to no block. */
struct block *arena_alloc(size_t bytes, const char *what);

/* Frees the block that begins at this address. Returns it, for the last time, or NULL
 * if there is none. */
const struct block *arena_free(const void *device);

/* Returns the block that contains these bytes, NULL if none does. */
const struct block *arena_find(const void *device, size_t bytes);

/* Returns 1 for an address of the device, in a block or not. */
int arena_contains(const void *p);

/* The address of device memory in the mapping that is always accessible. */
void *accessible(const void *device);

/* Allows or forbids accesses to device memory. They are allowed only while operations
 * are executed. */
void device_memory_access(int allowed);
#ifdef __cplusplus
}
#endif
#endif
