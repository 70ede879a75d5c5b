/* common/base/process.h - launch, standard streams and signals of the process. */
#ifndef MEMWALL_PROCESS_H
#define MEMWALL_PROCESS_H
#include <mpi.h>

/* Called first in main. If a standard stream is closed, opens /dev/null
 * instead, because otherwise the next file that is opened would receive the text of
 * that stream. Makes each line of standard output leave the process at once, so
 * that a signal does not lose it. */
void process_start(void);

/* Ends the run (fail_all) if `comm` has one rank, but the launcher says in the environment
 * that it has started several processes. Each of them would solve the same problem for itself
 * and write the same files. */
void process_check_launcher(MPI_Comm comm);

/* Ends the run (fail_all) if the text on standard output of some rank could not be
 * written. Collective over comm. */
void process_check_stdout(MPI_Comm comm);
#endif
