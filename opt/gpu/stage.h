/* opt/gpu/stage.h - copies narrow slice columns of a slice to shared memory.
 *
 * A thread that loads its distances, values and entries of x into registers has few of them
 * in transit: nvcc waits for the distances before it asks for most of the values. Here the
 * 32 threads of a warp, which compute the rows of one slice, first copy the values and
 * distances of STAGED slice columns to shared memory, 16 bytes each time, and wait once
 * for all of them. cp.async does not need a register for what is in transit, so that a
 * thread needs 40 registers in place of up to 64, and a multiprocessor has room for 48
 * warps in place of 32: SLICE_BLOCKS (macros_gpu.h) requests this.
 *
 *   STAGED     how many slice columns; 0 on AMD's cards, on NVIDIA's before sm_80, which
 *              have no such copies, and in f64, which gains nothing
 *
 * Measured on an H200 at 192^3, time of the loads into registers / time of these: half
 * precision 1.23 (spmv), 1.16 (sweep); an 8-bit matrix 1.20, 1.14; mixed 1.09, 1.03;
 * f64 1.00, 0.95.
 */
#ifndef MEMWALL_STAGE_H
#define MEMWALL_STAGE_H
#include <slice_rows.h>

/* The numbers of a row in slice columns 0, 1, ... of one kind are SLICE apart. */
struct row_columns {
    const store *value;
    const int *base; /* narrow slice columns: one number for all rows */
    const unsigned char *distance;
    const int *index; /* wide slice columns */
};

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800 && !(JOIN2(IS_, REAL) || JOIN2(IS_, STORE))
#define STAGED 16
#undef SLICE_BLOCKS
#define SLICE_BLOCKS 6

/* Starts to copy `bytes` bytes, a multiple of 16, to shared memory. The `rows` threads of
 * the slice share the work; r is the number of this one. */
DEVICE_INLINE void start_copy(void *to, const void *from, int bytes, int r, int rows)
{
    const unsigned shared = (unsigned)__cvta_generic_to_shared(to);
    for (int at = 16 * r; at < bytes; at += 16 * rows)
        asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(shared + at),
                     "l"((const char *)from + at)
                     : "memory");
}

/* Slice columns k .. k+count-1 of c, in shared memory. */
DEVICE_INLINE struct row_columns stage(struct row_columns c, int k, int count, int r,
                                       int rows)
{
    __shared__ __align__(16) store value[TEAM_WARPS][STAGED * SLICE];
    __shared__ __align__(16) unsigned char distance[TEAM_WARPS][STAGED * SLICE];
    const int warp = TEAM_THREAD / SLICE;
    /* The threads of the warp that have a row: the others do not come here. */
    const unsigned threads = ~0u >> (SLICE - rows);
    __syncwarp(threads); /* all of them have used the slice columns before these */
    start_copy(value[warp], c.value - r + k * SLICE,
               count * SLICE * (int)sizeof(store), r, rows);
    start_copy(distance[warp], c.distance - r + k * SLICE, count * SLICE, r, rows);
    asm volatile("cp.async.wait_all;" ::: "memory");
    __syncwarp(threads);
    const struct row_columns staged = {value[warp] + r, c.base + k,
                                       distance[warp] + r, NULL};
    return staged;
}
#else
#define STAGED 0
#endif
#endif
