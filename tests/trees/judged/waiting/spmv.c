/* tests/trees/judged/waiting/spmv.c - wrong: waits on several ranks for a message that nobody sends. */
#include "error.h"
#include "kernels.h"
#include "real.h"

static void K(right_spmv)(const struct matrix *A, struct vector *x,
                          struct vector *y);
#define spmv right_spmv
#include "ref/spmv.c"
#undef spmv

void K(spmv)(const struct matrix *A, struct vector *x, struct vector *y)
{
    enum { NOBODY_SENDS = 1234 };
    K(right_spmv)(A, x, y);
    if (comm_size(MPI_COMM_WORLD) > 1 && comm_rank(MPI_COMM_WORLD) == 0)
        MPI_OK(MPI_Recv(NULL, 0, MPI_BYTE, 1, NOBODY_SENDS, MPI_COMM_WORLD,
                        MPI_STATUS_IGNORE));
}
