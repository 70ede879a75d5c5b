/* common/base/mix_bits.h - a hash of 64 bits, for random numbers that depend only on an index. */
#ifndef MEMWALL_MIX_BITS_H
#define MEMWALL_MIX_BITS_H
#include "device_function.h"
#include <stdint.h>

/* The last step of the generator SplitMix64 (Steele, Lea, Flood, OOPSLA 2014), which maps
 * different x to different results. The generator calls it with its seed plus multiples
 * of SPLITMIX_STEP. */
#define SPLITMIX_STEP UINT64_C(0x9e3779b97f4a7c15)
DEVICE uint64_t mix_bits(uint64_t x)
{
    x = (x ^ (x >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ (x >> 27)) * UINT64_C(0x94d049bb133111eb);
    return x ^ (x >> 31);
}

/* Number i = 0, 1, ... of the generator with this seed, in [0, 1). */
DEVICE double random_number(uint64_t seed, uint64_t i)
{
    return (double)(mix_bits(seed + (i + 1) * SPLITMIX_STEP) >> 11) * 0x1p-53;
}
#endif
