/* common/phase/simulation.h - what a simulated rank stands for (BACKEND=simgrid).
 *
 * The ranks of a simulated run have small boxes, for example 8^3 rows, and stand for
 * ranks with large ones, for example 320^3. The environment variable
 * MEMWALL_SIMULATION names a file, written by run/simulate, that describes the large
 * boxes and the machine:
 *
 *   processes PX PY PZ        the process grid
 *   ratio R                   side of the large box over side of the small one
 *   overhead SECONDS          processor time to send or to receive a message
 *   spread S                  standard deviation of the ranks' speeds
 *   redraw 0|1                1: the speeds change at each sum over all ranks
 *   free_sums 0|1             1: one of three sums over all ranks sends no messages
 *   seed N                    of the random numbers
 *   overlapped LEVEL SHARE    share of a kernel's rows that need no halo entry
 *   PHASE,LEVEL,SECONDS       one call of a phase, for example sweep,0,1.2e-3
 *
 * A line that is missing means 0.
 */
#ifndef MEMWALL_SIMULATION_H
#define MEMWALL_SIMULATION_H
#include "phase.h"
#include <stdint.h>

struct simulation {
    int rank, ranks, processes[3], ratio, redraw, free_sums;
    double overhead, spread;
    uint64_t seed;
    double overlapped[MAX_LEVELS];
    double seconds[PHASES][MAX_LEVELS];
};

/* Returns the contents of the file. The first call reads it. */
const struct simulation *simulation(void);

/* Lets `seconds` of the simulated time pass on this rank. */
void simulation_execute(double seconds);

/* Returns 1 while a phase is open: messages outside of phases belong to the set-up
 * and to reports. */
int simulation_in_phase(void);
#endif
