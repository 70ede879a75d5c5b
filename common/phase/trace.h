/* common/phase/trace.h - records what each rank does, for trace viewers (docs/14).
 *
 *   rank 0   compute    | sweep                     | spmv         |   phases, nested
 *                       | halo exchange |  | halo | |
 *            messages            | message      |                 messages in transit
 *   rank 1   compute    ...
 *
 * An event is an interval of time with a name and a level, on a track of a rank.
 * Each rank stores its events in an array that is allocated before the work begins.
 * When the array is full, further events are counted but not stored. At the end
 * rank 0 receives the events of one rank after another and writes a JSON array,
 * which chrome://tracing and https://ui.perfetto.dev can show.
 * Without trace_start nothing is recorded, and trace_event returns immediately.
 */
#ifndef MEMWALL_TRACE_H
#define MEMWALL_TRACE_H
#include <mpi.h>

/* The tracks of a rank. Two events of one track are nested or do not overlap. */
enum track { TRACK_COMPUTE, TRACK_MESSAGE, TRACKS };

enum { TRACE_NO_LEVEL = -1 }; /* the level of an event that belongs to no level */

/* Starts the trace: allocates the memory and estimates the offsets between the clocks of
 * the ranks. Collective. */
void trace_start(MPI_Comm comm);

/* Records an event. `begin` and `end` are times of now(). The name has at most 29
 * characters and contains no quotation marks. */
void trace_event(enum track track, const char *name, int level, double begin,
                 double end);

/* Writes the file `path`, prints its number of events and frees the memory. Does
 * nothing without trace_start. Collective. */
void trace_finish(const char *path, MPI_Comm comm);
#endif
