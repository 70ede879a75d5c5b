/* tests/checker/seeded.h - pseudo-random numbers that follow from the seed of a test. */
#ifndef CHECKER_SEEDED_H
#define CHECKER_SEEDED_H
#include "mix_bits.h"

/* The state of a generator, SplitMix64 (mix_bits.h). */
struct seeded {
    uint64_t state;
};

static inline uint64_t seeded_bits(struct seeded *s)
{
    return mix_bits(s->state += SPLITMIX_STEP);
}

/* A number in [low, high). */
static inline double seeded_in(struct seeded *s, double low, double high)
{
    return low + (high - low) * ((double)(seeded_bits(s) >> 11) * 0x1p-53);
}

/* A number in 0 .. count-1. */
static inline int seeded_below(struct seeded *s, int count)
{
    return (int)(seeded_bits(s) % (uint64_t)count);
}
#endif
