/* common/measure/bandwidth.h - measures the memory bandwidth. */
#ifndef MEMWALL_BANDWIDTH_H
#define MEMWALL_BANDWIDTH_H
#include <mpi.h>
#include <stddef.h>

/* Bytes per second of all ranks together (bandwidth.c defines the three kernels),
 * and the bytes of the three arrays on one rank. */
struct bandwidth {
    double read, triad, copy;
    size_t bytes;
};

/* Measures the bandwidth of the memory that kernels work on, with arrays of `bytes`
 * bytes in total on each rank, which are freed again. A wrong sum ends the run.
 * Collective. */
struct bandwidth machine_bandwidth(size_t bytes, MPI_Comm comm);
#endif
