/* common/contract/reduce.c - sums over all ranks, in double. */
#include "error.h"
#include "reduce.h"
#include "phase.h"

void sum_over_ranks(double *s, int count, MPI_Comm comm)
{
    phase_begin(PHASE_REDUCE, 0);
    MPI_OK(MPI_Allreduce(MPI_IN_PLACE, s, count, MPI_DOUBLE, MPI_SUM, comm));
    phase_end(0);
}
