/* common/problem/mm_write.c - writes vectors in global order (mm_write.h). */
#include "mm_write.h"
#include "error.h"
#include "memory.h"
#include "output.h"
#include <inttypes.h>

void matrix_market_write(const char *path, const struct numbering *rows,
                         double *const x[], int columns, MPI_Comm comm)
{
    int rank;
    FILE *file = NULL;
    double *chunk = NEW(double, NUMBERING_CHUNK, "part of a vector");
    MPI_OK(MPI_Comm_rank(comm, &rank));
    if (rank == 0) {
        file = output_open(path);
        fprintf(file,
                "%%%%MatrixMarket matrix array real general\n%" PRId64 " %d\n",
                rows->rows, columns);
    }
    for (int c = 0; c < columns; c++) {
        struct collection column = {rows, x[c], 0};
        for (int64_t first = 0; first < rows->rows; first += NUMBERING_CHUNK) {
            int64_t rest = rows->rows - first;
            int count = rest < NUMBERING_CHUNK ? (int)rest : NUMBERING_CHUNK;
            numbering_collect(&column, first, count, chunk, comm);
            for (int k = 0; rank == 0 && k < count; k++)
                fprintf(file, "%.17g\n", chunk[k]);
        }
    }
    if (rank == 0)
        output_close(file, path);
    mem_free(chunk);
}
