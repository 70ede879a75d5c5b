/* common/measure/trace.h - what each rank did when, for Chrome's and Perfetto's viewer.
 *
 *   rank 0   compute   | sweep                     | spmv         |    phases, nested
 *                      | halo exchange |  | halo | |
 *            messages             | message      |        what goes on meanwhile
 *   rank 1   compute   ...
 *
 * Each rank writes its events into a buffer of fixed size, taken before the work begins;
 * when it is full, recording stops and what follows is counted. At the end rank 0 fetches
 * rank after rank, a block at a time, and writes one JSON array of complete events. Off,
 * an event costs a branch.
 */
#ifndef MEMWALL_TRACE_H
#define MEMWALL_TRACE_H
#include <mpi.h>
#include <stddef.h>

/* The rows of a rank in the picture. Events of a track nest or follow each other. */
enum track { TRACK_COMPUTE, TRACK_MESSAGE, TRACKS };

enum { TRACE_NO_LEVEL = -1 };

/* Takes room for so many events a rank and aligns the ranks' clocks. Collective. */
void trace_start(size_t events, MPI_Comm comm);

/* From begin to end, on the clock of now(); name: at most 29 characters, no quotes. */
void trace_event(enum track track, const char *name, int level, double begin, double end);

/* Writes the file, says how many events it has, gives the room back; nothing when tracing
 * was not started. Collective. */
void trace_finish(const char *path, MPI_Comm comm);
#endif
