/* common/matrix/numbering.c - collects vectors in global order (numbering.h). */
#include "numbering.h"
#include "error.h"
#include "memory.h"

void numbering_collect(struct collection *c, int64_t first, int count,
                       double *chunk, MPI_Comm comm)
{
    const struct numbering *N = c->rows;
    for (int k = 0; k < count; k++)
        chunk[k] = 0;
    for (; c->next < N->n && N->id(N->data, c->next) < first + count; c->next++)
        chunk[N->id(N->data, c->next) - first] = c->x[c->next];
    MPI_OK(MPI_Allreduce(MPI_IN_PLACE, chunk, count, MPI_DOUBLE, MPI_SUM, comm));
}

void numbering_convert(const struct numbering *from, const double *x,
                       const struct numbering *to, double *y, MPI_Comm comm)
{
    double *chunk = NEW(double, NUMBERING_CHUNK, "part of a vector");
    struct collection c = {from, x, 0};
    int row = 0;
    for (int64_t first = 0; first < from->rows; first += NUMBERING_CHUNK) {
        int64_t rest = from->rows - first;
        int count = rest < NUMBERING_CHUNK ? (int)rest : NUMBERING_CHUNK;
        numbering_collect(&c, first, count, chunk, comm);
        for (; row < to->n && to->id(to->data, row) < first + count; row++)
            y[row] = chunk[to->id(to->data, row) - first];
    }
    mem_free(chunk);
}
