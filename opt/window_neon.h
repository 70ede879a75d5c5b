/* opt/window_neon.h - load_window with NEON: one permutation of the bytes (load_window.h).
 * Tested under qemu; its time has not been measured. */
#ifndef MEMWALL_WINDOW_NEON_H
#define MEMWALL_WINDOW_NEON_H
#include <simd.h>

SIMD vec load_window(const real *x, const unsigned char *offset, int r)
{
    if (LANES == 2)
        return ONE_BY_ONE(x, offset + r);
    /* The window of a group of 8 rows, and the positions of 4 of them in it. */
    const unsigned char *group = offset + r / 8 * 8,
                        *window = (const unsigned char *)(x + group[0]);
    const uint8x8_t four =
                        vreinterpret_u8_u32(vdup_n_u32(LOAD(uint32_t, offset + r))),
                    position = vsub_u8(four, vdup_n_u8(group[0]));
    if (F_REAL == F32) { /* value n has the bytes 4 n, ..., 4 n + 3 */
        const uint8x8_t first = vshl_n_u8(position, 2),
                        twice = vzip1_u8(first, first);
        const uint8x16_t all = vcombine_u8(vzip1_u8(twice, twice),
                                           vzip2_u8(twice, twice)),
                         byte = vreinterpretq_u8_u32(vdupq_n_u32(0x03020100));
        return (vec)vqtbl4q_u8(vld1q_u8_x4(window), vaddq_u8(all, byte));
    }
    /* Value n has the bytes 2 n and 2 n + 1. */
    const uint8x8_t even = vshl_n_u8(position, 1),
                    bytes = vzip1_u8(even, vadd_u8(even, vdup_n_u8(1))),
                    selected = vqtbl2_u8(vld1q_u8_x2(window), bytes);
    return load_lanes(F_REAL, &selected, 0);
}
#endif
