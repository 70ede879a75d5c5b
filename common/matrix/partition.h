/* common/matrix/partition.h - which rank owns the unknown with a global number.
 *
 * The halo plan is built with these two functions only, so it works for any
 * distribution of the rows. box_partition and blocks_partition return a
 * partition.
 */
#ifndef MEMWALL_PARTITION_H
#define MEMWALL_PARTITION_H
#include <stdint.h>

struct partition {
    const void *data; /* first argument of both functions; owned by the caller */
    int (*owner)(const void *data, int64_t id); /* rank that owns unknown `id` */
    int (*local)(const void *data, int64_t id); /* its local row on that rank */
};
#endif
