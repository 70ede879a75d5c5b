/* common/matrix_market/blocks.h - rows 0 .. n-1 dealt to ranks in contiguous blocks.
 *
 *   rank r holds the rows  r n / P  ..  (r+1) n / P - 1   (rounded down)
 *
 * so that two blocks differ by one row at most; where n < P some are empty.
 */
#ifndef MEMWALL_BLOCKS_H
#define MEMWALL_BLOCKS_H
#include <stdint.h>

struct blocks {
    int64_t n; /* n P < 2^63 */
    int ranks;
};

int64_t blocks_first(const struct blocks *b, int rank); /* rank = P gives n */
int blocks_rows(const struct blocks *b, int rank);      /* the caller has checked 2^31 */

/* Who owns a global id, and which local row of its owner it is. For halo_build. */
int blocks_owner(const void *blocks, int64_t id);
int blocks_local(const void *blocks, int64_t id);
#endif
