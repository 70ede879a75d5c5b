/* common/phase/phase.h - times, flops and bytes of each phase and level.
 *
 *     phase_begin(PHASE_SWEEP, A->level);
 *     ...                                          launch kernels
 *     phase_end(bytes);
 *
 * A phase is a named part of the execution. Every call of a function of the contract is
 * one phase, in every tree (kernels.h names the two functions that consist of several).
 * The kernel passes its bytes to phase_end; its flops are a property of the function, and
 * dispatch.c adds them. Only reports divide them by a time. The bytes are counted in the
 * layout in which the data is stored; each array is counted once for each time that the
 * kernel reads or writes it from or to memory, and repeated accesses to a vector are
 * assumed to hit the cache (docs/reference/conventions.md).
 *
 * Phases can be nested: a halo exchange is a phase within a sweep. `seconds`
 * contains the time of the nested phases, and `nested` is that part of it. Times
 * are wall-clock times of this rank; on a device they are times of the stream
 * COMPUTE (device.h).
 *
 * With --trace each phase is also an event of the trace (trace.h), and in a build
 * with PROFILE=1 it is a range of the vendor's profiler (ranges.h).
 */
#ifndef MEMWALL_PHASE_H
#define MEMWALL_PHASE_H
#include "sizes.h"

enum phase {
    PHASE_SPMV,
    PHASE_RESIDUAL,
    PHASE_SWEEP_ZERO_GUESS,
    PHASE_SWEEP,
    PHASE_RESTRICT,
    PHASE_PROLONG,
    PHASE_CORRECT,
    PHASE_ORTHO,
    PHASE_UPDATE,
    PHASE_HALO,
    PHASE_REDUCE,
    PHASES
};

/* The sums over all calls of a phase on one level. */
struct phase_cell {
    long calls;
    double seconds, nested, flops, bytes;
    double
        again; /* bytes that a device's memory delivers beside them (phase_again) */
    double counted; /* distinct bytes with make COUNT=1 (traffic.h), else 0 */
};

struct phase_table {
    struct phase_cell cell[PHASES][MAX_LEVELS];
};

/* With 0, phases are counted but not timed: their seconds remain 0, and a device
 * records no events. The default is 1. */
void phase_enable(int timed);

/* While paused is 1, phases are neither timed nor counted, and the trace gets no
 * messages: for work that belongs to no solve. */
void phase_pause(int paused);

/* Begin a phase on this multigrid level (0 is the finest), and end the phase that was
 * begun last, in which the kernels transferred that many bytes on this rank. */
void phase_begin(enum phase phase, int level);
void phase_end(double bytes);

/* Called before phase_end, for a vector that is read several times because the cache of a device does not
 * keep it: the bytes of all readings but the first, which `bytes` contains. */
void phase_again(double bytes);

/* Adds flops of this rank to a phase. */
void phase_flops(enum phase phase, int level, double flops);

/* Called by halo.c: the messages of an exchange are posted, and all of them have arrived. The
 * time between is an event of the trace. Kernels run during this time, so it is not a phase. Its
 * level is the level of the phase in which the messages are posted. */
void exchange_posted(void);
void exchange_arrived(void);

/* Sets the table to zero, and returns the table of the time since then, which the
 * next phase_reset changes. Both wait for the device. No phase may be open. */
void phase_reset(void);
const struct phase_table *phase_read(void);

/* The name of a phase in reports and traces. */
const char *phase_name(enum phase phase);

/* Returns the sum of the cells of a phase over all levels. */
struct phase_cell phase_total(const struct phase_table *table, enum phase phase);

/* Returns the seconds of a phase without its nested phases. */
double phase_own(const struct phase_cell *cell);
#endif
