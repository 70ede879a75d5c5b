/* common/device/events.h - timing events, as a back end implements them.
 *
 * A back end has the events 0 .. MAX_EVENTS-1, which are recorded on the stream
 * COMPUTE.
 */
#ifndef MEMWALL_EVENTS_H
#define MEMWALL_EVENTS_H

enum { MAX_EVENTS = 16384 };

/* Queues an operation on COMPUTE that stores the time in event `index`. An event
 * can be recorded again later. */
void event_record(int index);

/* Returns the seconds between two recorded events. Both must have been executed,
 * that is the host has called stream_synchronize(COMPUTE) after event_record. */
double event_elapsed(int from, int to);
#endif
