/* judge/guarded.c - vectors between two guard zones, for the CPU as the device. */
#include "guarded.h"
#include "memory.h"
#include <string.h>
#include <math.h>

/* The bytes of a NaN in each floating-point format: a kernel that uses what it reads
 * beside a vector is found. */
enum { PATTERN = 0xff };

struct guarded guarded_create(enum format format, int n)
{
    const size_t beside = (4096 + (size_t)n * sizeof(double)) / 64 * 64;
    struct guarded g = {.bytes = (size_t)n * format_bytes(format),
                        .beside = beside};
    g.zone = NEW(unsigned char, g.bytes + 2 * beside, "guarded vector");
    memset(g.zone, PATTERN, g.bytes + 2 * beside);
    g.v = (struct vector){format, n, g.zone + beside};
    for (int i = 0; i < n; i++)
        vector_set(&g.v, i, NAN);
    return g;
}

int guarded_intact(const struct guarded *g)
{
    for (size_t i = 0; i < g->beside; i++)
        if (g->zone[i] != PATTERN || g->zone[g->beside + g->bytes + i] != PATTERN)
            return 0;
    return 1;
}

void guarded_free(struct guarded *g)
{
    mem_free(g->zone);
}
