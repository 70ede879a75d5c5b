/* common/matrix/blocks.h - distributes rows in contiguous blocks over P ranks.
 *
 *   rank r owns the rows  floor(r n / P)  ..  floor((r+1) n / P) - 1
 *
 * The sizes of two blocks differ by at most one row. If n < P, some blocks are
 * empty.
 */
#ifndef MEMWALL_BLOCKS_H
#define MEMWALL_BLOCKS_H
#include "partition.h"
#include <stdint.h>

struct blocks {
    int64_t n; /* rows of all ranks; n P < 2^63 */
    int ranks; /* P */
};

/* The first row of a rank (n for rank P), and its number of rows, which must be
 * less than 2^31. */
int64_t blocks_first(const struct blocks *b, int rank);
int blocks_rows(const struct blocks *b, int rank);

/* Returns the partition of these blocks. *b must exist as long as the result is
 * used. */
struct partition blocks_partition(const struct blocks *b);
#endif
