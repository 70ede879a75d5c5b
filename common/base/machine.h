/* common/base/machine.h - names, memory and threads of the computer.
 *
 * The functions that return a string return static storage, which the caller does
 * not free. If a name cannot be found, it is "unknown".
 */
#ifndef MEMWALL_MACHINE_H
#define MEMWALL_MACHINE_H
#include <mpi.h>
#include <stddef.h>

const char *machine_commit(void);   /* commit of the sources, from git describe */
const char *machine_compiler(void); /* name, version and flags of the compiler */
const char *machine_vectors(void);  /* SIMD instructions that the program may use */
const char *machine_host(void);     /* name of the node of this rank */
const char *machine_processor(void); /* model of its processor */
const char *machine_mpi(void);       /* name and version of the MPI library */

/* Bytes of memory. */
size_t machine_resident(void);      /* resident memory of this process, now */
size_t machine_peak_resident(void); /* its largest value so far */
size_t machine_total_memory(void);  /* memory of the node */
size_t machine_free_memory(void); /* available memory of the node, at most the limit
                                       of the control groups around the process */
double machine_cache(void);       /* all last-level caches of the node */

/* Returns a communicator of the ranks of `comm` on this node. Collective. The
 * caller frees it with MPI_Comm_free. */
MPI_Comm machine_node(MPI_Comm comm);
int machine_ranks_of_node(MPI_Comm comm); /* their number. Collective */

/* Sets and returns the number of OpenMP threads of this rank. If `wanted` is 0,
 * OMP_NUM_THREADS sets the number; if it is not set to a number, the ranks of a node
 * share its cores equally. Warns in one line if rank 0 has more threads than cores.
 * Collective. */
int machine_threads(int wanted, MPI_Comm comm);
#endif
