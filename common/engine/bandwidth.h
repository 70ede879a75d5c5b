/* common/engine/bandwidth.h - measures the memory bandwidth. */
#ifndef MEMWALL_BANDWIDTH_H
#define MEMWALL_BANDWIDTH_H
#include "json.h"
#include <mpi.h>
#include <stddef.h>

/* Bytes per second of all ranks together (bandwidth.c defines the three kernels):
 * the best of several measurements, made before, between and after what is compared
 * with them. */
struct bandwidth {
    double read, triad, copy;
    double least_read; /* the slowest measurement of `read` */
    int measurements;  /* how many */
    size_t bytes;      /* of the three arrays on one rank */
    double cache;      /* bytes of the last-level caches per rank */
};

/* Returns the bytes for `bandwidth_measure` on each rank: four times the last-level
 * caches, and on a GPU 6 GB, so that all data comes from memory, but at most a
 * quarter of the free memory. If a kernel reads `kernel_bytes` from the cache, its
 * rate is not compared with the bandwidth (bandwidth_share), and small arrays
 * suffice. Collective. */
size_t bandwidth_bytes(double kernel_bytes, MPI_Comm comm);

/* Adds a measurement to *b, which is zero before the first one, of the memory that
 * kernels work on. The arrays have `bytes` bytes in total on each rank and are freed
 * again. A wrong sum ends the run. Collective. */
void bandwidth_measure(struct bandwidth *b, size_t bytes, MPI_Comm comm);

/* Returns the rate at which all ranks together move `bytes` bytes in `seconds`,
 * divided by the read bandwidth. Returns -1 if there is none, because no bytes are
 * moved, or if they fit into the last-level caches: `calls` is the number of calls
 * that move these bytes, `ranks` the number of ranks. */
double bandwidth_share(const struct bandwidth *b, double bytes, double seconds,
                       long calls, int ranks);

/* Writes members of an open object of a JSON document. */
void bandwidth_json(struct json *j, const struct bandwidth *b);
#endif
