/* common/matrix/numbering.h - the global numbers of the rows of each rank.
 *
 * Files contain vectors in global order, whatever the number of ranks. A vector is
 * converted in chunks: every rank contributes its entries of a chunk, and no rank
 * stores more than its own rows and one chunk.
 */
#ifndef MEMWALL_NUMBERING_H
#define MEMWALL_NUMBERING_H
#include <mpi.h>
#include <stdint.h>

struct numbering {
    int n;                                    /* rows of this rank */
    int64_t rows;                             /* of all ranks */
    const void *data;                         /* first argument of id */
    int64_t (*id)(const void *data, int row); /* ascending with the row */
};

enum { NUMBERING_CHUNK = 65536 };

/* A vector that is being collected: begin with next = 0. */
struct collection {
    const struct numbering *rows;
    const double *x; /* the entries of this rank */
    int next;        /* the first row of this rank that is not yet collected */
};

/* Stores x[first .. first+count-1] in global order in chunk[], on all ranks. Chunks
 * must be consecutive, count <= NUMBERING_CHUNK. Collective over comm. */
void numbering_collect(struct collection *c, int64_t first, int count,
                       double *chunk, MPI_Comm comm);

/* y = x, where the entries are distributed as `from` and `to` describe. Collective
 * over comm. */
void numbering_convert(const struct numbering *from, const double *x,
                       const struct numbering *to, double *y, MPI_Comm comm);
#endif
