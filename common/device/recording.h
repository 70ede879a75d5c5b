/* common/device/recording.h - what a back end knows of graphs (graph.h): a recording.
 *
 * CUDA and HIP capture a stream; emu keeps the tasks and queues copies of them.
 */
#ifndef MEMWALL_RECORDING_H
#define MEMWALL_RECORDING_H

struct recording;

void recording_begin(void); /* what COMPUTE gets from here on is kept, not run */
struct recording *recording_end(long *launches);          /* and how many that were */
void recording_launch(const struct recording *recording); /* on COMPUTE */
void recording_free(struct recording *recording);         /* NULL is allowed */

/* Ends the run with one line, which names `what`, if something is being recorded: for all
 * that a recording cannot hold. */
void recording_excludes(const char *what);
#endif
