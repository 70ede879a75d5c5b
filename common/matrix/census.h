/* common/matrix/census.h - tells every rank who has something for it. */
#ifndef MEMWALL_CENSUS_H
#define MEMWALL_CENSUS_H
#include <mpi.h>

/* A notice that rank `source` will send `count` numbers to rank `target`. */
struct notice {
    int target, source, count;
};

/* Delivers notices to their targets. On entry `notice` has *count notices of this
 * rank to others; it is freed. Returns the notices for this rank, by ascending
 * source, and their number in *count; the caller frees them with mem_free.
 * Collective. `tag` is an MPI tag that no other pending message of `comm` has.
 *
 * The algorithm is the crystal router of Fox et al., "Solving Problems on Concurrent
 * Processors", vol. 1, 1988. Each rank sends log2 P messages, and all
 * receives are blocking, with a known source. No array has an entry per rank. */
struct notice *census(struct notice *notice, int *count, int tag, MPI_Comm comm);
#endif
