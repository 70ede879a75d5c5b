/* common/matrix_market/mm_deal.c - rank 0 reads a file and broadcasts its entries. */
#include "mm_deal.h"
#include "error.h"
#include "memory.h"

struct mm_deal *mm_deal_create(FILE *file, MPI_Comm comm)
{
    struct mm_deal *d = mem_zero(1, sizeof *d, "entries of a file");
    d->source = file;
    d->comm = comm;
    MPI_OK(MPI_Comm_rank(comm, &d->rank));
    MPI_OK(MPI_Comm_size(comm, &d->rows.ranks));
    return d;
}

void mm_deal_rows(struct mm_deal *d, int64_t n)
{
    d->rows.n = n;
    d->first = blocks_first(&d->rows, d->rank);
    d->n = blocks_rows(&d->rows, d->rank);
}

int mm_deal_start(struct mm_deal *d)
{
    if (d->rank == 0) {
        mm_start(&d->file, d->source);
        d->header = d->file.header;
        d->error = d->file.text.error;
    }
    MPI_OK(MPI_Bcast(&d->header, (int)sizeof d->header, MPI_BYTE, 0, d->comm));
    MPI_OK(MPI_Bcast(&d->error, (int)sizeof d->error, MPI_BYTE, 0, d->comm));
    return !*d->error.text;
}

int mm_deal_chunk(struct mm_deal *d)
{
    d->count = 0;
    if (d->rank == 0)
        while (d->count < MM_CHUNK && mm_next(&d->file, &d->chunk[d->count]))
            d->count++;
    MPI_OK(MPI_Bcast(&d->count, 1, MPI_INT, 0, d->comm));
    MPI_OK(MPI_Bcast(d->chunk, d->count * (int)sizeof *d->chunk, MPI_BYTE, 0, d->comm));
    if (d->count)
        return 1;
    d->error = d->file.text.error;
    MPI_OK(MPI_Bcast(&d->error, (int)sizeof d->error, MPI_BYTE, 0, d->comm));
    return 0;
}

int mm_deal_mine(const struct mm_deal *d, int64_t id)
{
    return id >= d->first && id < d->first + d->n;
}

int mm_deal_unfold(const struct mm_deal *d, const struct mm_entry *e,
                   struct mm_entry mine[2])
{
    int count = 0;
    if (mm_deal_mine(d, e->row))
        mine[count++] = *e;
    if (d->header.symmetry != MM_GENERAL && e->row != e->column &&
        mm_deal_mine(d, e->column))
        mine[count++] = (struct mm_entry){
            e->column, e->row, d->header.symmetry == MM_SKEW ? -e->value : e->value};
    return count;
}
