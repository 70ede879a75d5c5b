/* common/engine/bandwidth.h - measures the memory bandwidth. */
#ifndef MEMWALL_BANDWIDTH_H
#define MEMWALL_BANDWIDTH_H
#include "json.h"
#include <mpi.h>

/* Bytes per second of all ranks together (bandwidth.c defines the three kernels):
 * the best of several measurements, made before, between and after what is compared
 * with them. */
struct bandwidth {
    double read, triad, copy;
    double least_read; /* the slowest measurement of `read` */
    int measurements;  /* how many */
    double bytes;      /* of the three arrays on one rank */
    double cache;      /* bytes of the last-level caches per rank */
};

/* Adds a measurement to *b, which is zero before the first one, of the memory that
 * kernels work on. The arrays have four times the size of the last-level caches, and on
 * a GPU 6 GB, so that all data comes from memory, but at most a quarter of the free
 * memory. If `kernel_bytes` fit into the caches of a rank, small arrays suffice: no rate
 * is compared with the bandwidth (bandwidth_share). A wrong sum ends the run. Collective. */
void bandwidth_measure(struct bandwidth *b, double kernel_bytes, MPI_Comm comm);

/* Returns the rate at which all ranks together move `bytes` bytes in `seconds`,
 * divided by the read bandwidth. Returns -1 if there is none, because no bytes are
 * moved, or if they fit into the last-level caches: `calls` is the number of calls
 * that move these bytes, `ranks` the number of ranks. */
double bandwidth_share(const struct bandwidth *b, double bytes, double seconds,
                       long calls, int ranks);

/* Prints the rates, and a line if `read` is below another of them, so not the limit. */
void bandwidth_print(const struct bandwidth *b);

/* Writes members of an open object of a JSON file. */
void bandwidth_json(struct json *j, const struct bandwidth *b);
#endif
