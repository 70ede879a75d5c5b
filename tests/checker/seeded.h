/* tests/checker/seeded.h - pseudo-random numbers that follow from the seed of the judge. */
#ifndef CHECKER_SEEDED_H
#define CHECKER_SEEDED_H
#include <stdint.h>

/* The state of a generator, splitmix64 (Steele, Lea, Flood, OOPSLA 2014). */
struct seeded {
    uint64_t state;
};

static inline uint64_t seeded_bits(struct seeded *s)
{
    uint64_t z = s->state += UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return z ^ (z >> 31);
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
