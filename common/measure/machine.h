/* common/measure/machine.h - what the run ran on: names for the report, memory, threads. */
#ifndef MEMWALL_MACHINE_H
#define MEMWALL_MACHINE_H
#include <mpi.h>
#include <stddef.h>

const char *machine_commit(void);   /* of the sources, as git describes it */
const char *machine_compiler(void); /* name, version and flags */
const char *machine_vectors(void);  /* what vector code was built for */
const char *machine_host(void);
const char *machine_processor(void);
const char *machine_mpi(void);

size_t machine_resident(void);      /* bytes of this process in memory now */
size_t machine_peak_resident(void); /* and at most so far */
size_t machine_total_memory(void);  /* bytes a node has */
size_t machine_free_memory(void);   /* bytes a node still has, cgroup limits included */

/* A communicator of the ranks of this node; the caller frees it. */
MPI_Comm machine_node(MPI_Comm comm);

/* Sets the OpenMP threads of this rank: `wanted`, or if 0 OMP_NUM_THREADS if set, or the
 * node's cores dealt to its ranks. Returns the number. Collective. */
int machine_threads(int wanted, MPI_Comm comm);

/* Bandwidth of memory in bytes a second, all ranks together and at once: read (sum of an
 * array), triad (a = b + s c, three arrays) and copy (a = b, two), best of several passes
 * over `bytes` bytes a rank, in the memory that kernels work on. Collective. */
struct bandwidth {
    double read, triad, copy;
    size_t bytes;
};
struct bandwidth machine_bandwidth(size_t bytes, MPI_Comm comm);
#endif
