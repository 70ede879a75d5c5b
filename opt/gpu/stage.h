/* opt/gpu/stage.h - copies narrow slice columns of a slice to shared memory.
 *
 * A thread that loads its offsets, values and entries of x into registers has few of them in
 * flight: nvcc waits for the offsets before it loads most values. Here the 32 threads of a warp
 * (a slice) first copy values, offsets and bases of STAGED slice columns to shared memory and
 * wait once. What is in flight needs no register, so that a thread needs 40 instead of up to 64,
 * and an SM has room for 48 warps instead of 32 (on sm_80 48 and 40).
 *
 *   STAGED     how many slice columns; 0 on AMD's GPUs, on NVIDIA's before sm_80, which have no
 *              such copies, and in f64, which gains nothing
 *
 * Measured on an H200 at 192^3 without copies of the bases, time with loads into registers /
 * time with these copies: half precision 1.23 (spmv), 1.16 (sweep); an 8-bit matrix 1.20, 1.14;
 * mixed 1.09, 1.03; f64 1.00, 0.95. The copies of bases are predicted, not measured: 1.16 to
 * 1.19 in half, 1.02 to 1.05 in mixed (docs/13; tests/trees/device/bases has none).
 */
#ifndef MEMWALL_STAGE_H
#define MEMWALL_STAGE_H
#include <slice_rows.h>

/* The elements of a row in slice columns 0, 1, ... of one kind are SLICE apart. */
struct row_columns {
    const store *value;
    const int *base; /* narrow slice columns: one value for all rows */
    const unsigned char *offset;
    const int *index; /* wide slice columns */
};

#if ASYNC_COPIES && !(JOIN2(IS_, REAL) || JOIN2(IS_, STORE))
#define STAGED     16
#define ALIGNED_16 __attribute__((aligned(16)))
#undef SLICE_BLOCKS
#define SLICE_BLOCKS (__CUDA_ARCH__ >= 900 ? 6 : 5)

/* Starts to copy `count` pieces of `bytes` bytes to shared memory. The `rows` threads of
 * the slice share the work; r is the number of this one. */
DEVICE_INLINE void start_copies(void *to, const void *from, const int bytes,
                                int count, int r, int rows)
{
    UNROLL(1)
    for (int at = r; at < count; at += rows)
        async_copy((char *)to + bytes * at, (const char *)from + bytes * at, bytes);
}

/* Slice columns k .. k+count-1 of c, in shared memory. */
DEVICE_INLINE struct row_columns stage(struct row_columns c, int k, int count,
                                       int r, int rows)
{
    SHARED ALIGNED_16 store value[TEAM / SLICE][STAGED * SLICE];
    SHARED ALIGNED_16 unsigned char offset[TEAM / SLICE][STAGED * SLICE];
    SHARED int base[TEAM / SLICE][STAGED];
    const int warp = TEAM_THREAD / SLICE, sixteens = count * SLICE / 16;
    /* The threads of the warp that have a row: the others do not come here. */
    const unsigned threads = ~0u >> (SLICE - rows);
    /* All of them have used the slice columns before these. */
    warp_barrier(threads);
    start_copies(value[warp], c.value - r + k * SLICE, 16,
                 sixteens * (int)sizeof(store), r, rows);
    start_copies(offset[warp], c.offset - r + k * SLICE, 16, sixteens, r, rows);
    start_copies(base[warp], c.base + k, sizeof(int), count, r, rows);
    async_wait();
    warp_barrier(threads);
    const struct row_columns staged = {value[warp] + r, base[warp],
                                       offset[warp] + r, NULL};
    return staged;
}
#else
#define STAGED 0
#endif
#endif
