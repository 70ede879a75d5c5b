/* judge/guarded.h - vectors between two zones of memory that must not change. */
#ifndef JUDGE_GUARDED_H
#define JUDGE_GUARDED_H
#include "vector.h"

struct guarded {
    struct vector v;
    unsigned char *zone; /* of the whole allocation */
    size_t bytes;        /* of the entries */
    size_t beside;       /* of each zone: entries in another format remain in it */
};

/* A vector of n entries, all NaN. */
struct guarded guarded_create(enum format format, int n);
/* 1 if the zones are unchanged. */
int guarded_intact(const struct guarded *g);
void guarded_free(struct guarded *g);
#endif
