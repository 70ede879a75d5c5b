/* opt/distinct_values.h - finds the distinct values of a matrix, while a layout is
 * created, and stores values as numbers or codes (coded_values.h). */
#ifndef MEMWALL_DISTINCT_VALUES_H
#define MEMWALL_DISTINCT_VALUES_H
#include <coded_values.h>
#include "format.h"
#include <string.h>

enum { TOO_MANY = MOST_CODES_8 + 1, BUCKETS = 1024 };

/* A hash table of the bits of values. Value k has code k. */
struct distinct {
    int count; /* TOO_MANY: the set is not complete */
    uint64_t last;
    uint64_t bits[MOST_CODES_8];
    uint16_t bucket[BUCKETS]; /* 0: empty, else 1 + k */
};

static inline uint64_t bits_of(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

/* The bucket that contains these bits, or the empty one where they belong. */
static inline unsigned bucket_of(const struct distinct *set, uint64_t bits)
{
    unsigned b = (unsigned)(bits * UINT64_C(0x9e3779b97f4a7c15) >> 54);
    while (set->bucket[b] != 0 && set->bits[set->bucket[b] - 1] != bits)
        b = (b + 1) % BUCKETS;
    return b;
}

/* Starts an empty set; finds the distinct values of `count` numbers and sorts them. */
void distinct_clear(struct distinct *set);
void values_distinct(struct distinct *set, const double *value, size_t count);

/* Adds a value; NaN ends the program with a message. */
void distinct_insert(struct distinct *set, uint64_t bits);

static inline void distinct_add(struct distinct *set, double value)
{
    const uint64_t bits = bits_of(value);
    if (bits != set->last && set->count < TOO_MANY)
        distinct_insert(set, bits);
}

/* Adds the values of another set. */
void distinct_merge(struct distinct *set, const struct distinct *other);

/* Sorts the values by their bits, so that the codes do not depend on the order in
 * which threads have added them. */
void distinct_sort(struct distinct *set);

static inline unsigned code_of(const struct distinct *set, double value)
{
    return (unsigned)set->bucket[bucket_of(set, bits_of(value))] - 1;
}

/* Allocates `count` values: codes if the set is not NULL and small enough, otherwise
 * numbers in each format of `need`. */
void values_create(struct values *v, const struct distinct *set, size_t count,
                   format_set need);

/* Stores values i .. i+count-1; zeros. Different threads may store values of different
 * blocks. */
void values_put(struct values *v, const struct distinct *set, size_t i,
                const double *value, int count);
void values_clear(struct values *v, const struct distinct *set, size_t i,
                  int count);

/* The same for a whole array, for which it finds the distinct values if `coded`. */
void values_store(struct values *v, const double *value, size_t count,
                  format_set need, int coded);

/* The bytes of all numbers or codes. */
size_t values_stored(const struct values *v);
void values_upload(struct values *v);
void values_free(struct values *v);
#endif
