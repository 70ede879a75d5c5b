/* common/matrix_market/blocks.c - rows 0 .. n-1 dealt to ranks in contiguous blocks. */
#include "blocks.h"

int64_t blocks_first(const struct blocks *b, int rank)
{
    return rank * b->n / b->ranks;
}

int blocks_rows(const struct blocks *b, int rank)
{
    return (int)(blocks_first(b, rank + 1) - blocks_first(b, rank));
}

/* The last r with floor(r n / P) <= id, that is with r n < (id + 1) P. */
int blocks_owner(const void *blocks, int64_t id)
{
    const struct blocks *b = blocks;
    return (int)(((id + 1) * b->ranks - 1) / b->n);
}

int blocks_local(const void *blocks, int64_t id)
{
    return (int)(id - blocks_first(blocks, blocks_owner(blocks, id)));
}
