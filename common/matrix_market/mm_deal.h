/* common/matrix_market/mm_deal.h - hands the entries of a file to all ranks.
 *
 * Rank 0 reads, and broadcasts the entries in chunks. Header, error and chunk are the
 * same on every rank at any time, and so is every decision taken from them. Rows belong
 * to ranks in contiguous blocks.
 */
#ifndef MEMWALL_MM_DEAL_H
#define MEMWALL_MM_DEAL_H
#include "blocks.h"
#include "mm_parse.h"
#include <mpi.h>

enum { MM_CHUNK = 4096 }; /* entries handed out at a time */

struct mm_deal {
    MPI_Comm comm;
    int rank;
    FILE *source;
    struct mm_file file; /* rank 0 */
    struct mm_header header;
    struct mm_error error;
    struct blocks rows;
    int64_t first; /* of this rank's rows */
    int n, count;
    struct mm_entry chunk[MM_CHUNK]; /* [count] */
};

/* Of an open file, which rank 0 alone needs; freed by mem_free. */
struct mm_deal *mm_deal_create(FILE *file, MPI_Comm comm);

/* To the start of the file, and reads its header. False after a mistake. Collective. */
int mm_deal_start(struct mm_deal *d);

/* Deals n rows. */
void mm_deal_rows(struct mm_deal *d, int64_t n);

/* The next entries of the file; false, with count = 0, after the last one or a mistake.
 * Collective. */
int mm_deal_chunk(struct mm_deal *d);

/* True when this rank has the row of this global id. */
int mm_deal_mine(const struct mm_deal *d, int64_t id);

/* The entries of this rank's rows that e stands for, itself and its mirror image; how
 * many of them there are. */
int mm_deal_unfold(const struct mm_deal *d, const struct mm_entry *e,
                   struct mm_entry mine[2]);
#endif
