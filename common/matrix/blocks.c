/* common/matrix/blocks.c - contiguous blocks of rows (blocks.h). */
#include "blocks.h"

int64_t blocks_first(const struct blocks *b, int rank)
{
    return rank * b->n / b->ranks;
}

int blocks_rows(const struct blocks *b, int rank)
{
    return (int)(blocks_first(b, rank + 1) - blocks_first(b, rank));
}

/* The largest r with floor(r n / P) <= id, that is with r n < (id + 1) P. */
static int owner(const void *blocks, int64_t id)
{
    const struct blocks *b = blocks;
    return (int)(((id + 1) * b->ranks - 1) / b->n);
}

static int local(const void *blocks, int64_t id)
{
    return (int)(id - blocks_first(blocks, owner(blocks, id)));
}

struct partition blocks_partition(const struct blocks *blocks)
{
    return (struct partition){blocks, owner, local};
}
