/* common/matrix_market/mm_broadcast.c - rank 0 reads a file and broadcasts its
 * entries. */
#include "mm_broadcast.h"
#include "error.h"
#include "memory.h"

struct mm_broadcast *mm_broadcast_create(FILE *file, MPI_Comm comm)
{
    struct mm_broadcast *B = mem_zero(1, sizeof *B, "entries of a file");
    B->source = file;
    B->comm = comm;
    MPI_OK(MPI_Comm_rank(comm, &B->rank));
    MPI_OK(MPI_Comm_size(comm, &B->rows.ranks));
    return B;
}

void mm_broadcast_rows(struct mm_broadcast *B, int64_t n)
{
    B->rows.n = n;
    B->first = blocks_first(&B->rows, B->rank);
    B->n = blocks_rows(&B->rows, B->rank);
}

int mm_broadcast_start(struct mm_broadcast *B)
{
    if (B->rank == 0) {
        mm_start(&B->file, B->source);
        B->header = B->file.header;
        B->error = B->file.text.error;
    }
    MPI_OK(MPI_Bcast(&B->header, (int)sizeof B->header, MPI_BYTE, 0, B->comm));
    MPI_OK(MPI_Bcast(&B->error, (int)sizeof B->error, MPI_BYTE, 0, B->comm));
    return !*B->error.text;
}

int mm_broadcast_chunk(struct mm_broadcast *B)
{
    B->count = 0;
    if (B->rank == 0)
        while (B->count < MM_CHUNK && mm_next(&B->file, &B->chunk[B->count]))
            B->count++;
    MPI_OK(MPI_Bcast(&B->count, 1, MPI_INT, 0, B->comm));
    MPI_OK(MPI_Bcast(B->chunk, B->count * (int)sizeof *B->chunk, MPI_BYTE, 0,
                     B->comm));
    if (B->count)
        return 1;
    B->error = B->file.text.error;
    MPI_OK(MPI_Bcast(&B->error, (int)sizeof B->error, MPI_BYTE, 0, B->comm));
    return 0;
}

int mm_broadcast_is_mine(const struct mm_broadcast *B, int64_t id)
{
    return id >= B->first && id < B->first + B->n;
}

int mm_broadcast_expand(const struct mm_broadcast *B, const struct mm_entry *e,
                        struct mm_entry mine[2])
{
    int count = 0;
    if (mm_broadcast_is_mine(B, e->row))
        mine[count++] = *e;
    if (B->header.symmetry != MM_GENERAL && e->row != e->column &&
        mm_broadcast_is_mine(B, e->column))
        mine[count++] =
            (struct mm_entry){e->column, e->row,
                              B->header.symmetry == MM_SKEW ? -e->value : e->value};
    return count;
}
