/* common/base/places.h - compares the processors on which the threads of a node may run.
 *
 * A launcher binds ranks to cores, and OpenMP binds threads (OMP_PROC_BIND, OMP_PLACES). The
 * OpenMP library of each rank begins with the first core that the rank may use. If the launcher
 * binds nothing (mpirun --bind-to none), the threads of all ranks therefore share the same few
 * cores, and the other cores are idle.
 */
#ifndef MEMWALL_PLACES_H
#define MEMWALL_PLACES_H
#include <mpi.h>

/* Prints a warning of one line if the threads of a node, `threads` on this rank, may use fewer
 * cores than they could: fewer cores than there are threads, and fewer than the launcher may
 * use. Collective over comm. */
void places_check(int threads, MPI_Comm comm);
#endif
