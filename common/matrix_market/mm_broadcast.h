/* common/matrix_market/mm_broadcast.h - rank 0 reads a file and broadcasts its
 * entries.
 *
 * Entries are broadcast in chunks. Header, error and chunk are the same on every
 * rank after each call, so all ranks make the same decisions. Every rank selects
 * the entries of its own rows; rows are distributed over the ranks in contiguous
 * blocks.
 */
#ifndef MEMWALL_MM_BROADCAST_H
#define MEMWALL_MM_BROADCAST_H
#include "blocks.h"
#include "mm_parse.h"
#include <mpi.h>

enum { MM_CHUNK = 4096 }; /* entries of a chunk */

struct mm_broadcast {
    MPI_Comm comm;
    int rank;
    FILE *source;        /* rank 0 only */
    struct mm_file file; /* rank 0 only: state of the parser */
    struct mm_header header;
    struct mm_error error; /* error.text is empty if there is no error */
    struct blocks rows;
    int64_t first; /* global id of the first row of this rank */
    int n;         /* rows of this rank */
    int count;     /* entries in chunk[] */
    struct mm_entry chunk[MM_CHUNK];
};

/* Creates a reader for an open file; `file` is used on rank 0 only and not closed.
 * Lack of memory ends the job. The caller frees the result with mem_free. */
struct mm_broadcast *mm_broadcast_create(FILE *file, MPI_Comm comm);

/* Moves to the start of the file, reads and broadcasts the header. Returns 0 after
 * an error, else 1. Collective. */
int mm_broadcast_start(struct mm_broadcast *B);

/* Distributes n rows over the ranks in blocks. */
void mm_broadcast_rows(struct mm_broadcast *B, int64_t n);

/* Reads and broadcasts the next entries of the file. Returns 1; or 0, with count =
 * 0, after the last entry or an error. Collective. */
int mm_broadcast_chunk(struct mm_broadcast *B);

/* 1 if this rank owns the row with this global id, else 0. */
int mm_broadcast_is_mine(const struct mm_broadcast *B, int64_t id);

/* Expands an entry of the file into the matrix entries that it represents: itself
 * and, in a symmetric or skew-symmetric file, its mirror image. Stores those in
 * rows of this rank in mine[] and returns their number. */
int mm_broadcast_expand(const struct mm_broadcast *B, const struct mm_entry *e,
                        struct mm_entry mine[2]);
#endif
