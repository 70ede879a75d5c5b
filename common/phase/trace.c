/* common/phase/trace.c - records events and writes them to a trace file.
 *
 * The file is a JSON array in the format of Google, "Trace Event Format". An event
 * is {"name", "ph": "X", "pid": rank, "tid": track, "ts": begin, "dur": duration},
 * with times in microseconds.
 */
#include "trace.h"
#include "clock.h"
#include "error.h"
#include "machine.h"
#include "memory.h"
#include "output.h"
#include "phase.h"
#include "tree.h"
#include <math.h>
#include <string.h>

enum { CAPACITY = 65536, NAME_LENGTH = 30, TAG = 2 };

struct trace_event {
    double begin, end;
    char name[NAME_LENGTH];
    signed char level;
    unsigned char track;
};

/* What rank 0 receives from a rank in addition to its events. Times are in seconds of that
 * rank's clock. */
struct summary {
    double begin, end; /* of trace_start and trace_finish */
    double origin;     /* the time 0 of the trace, the same instant on all ranks, */
    double clock_error; /* up to this error */
    int count;
    long long dropped;
};

static struct trace_event *event; /* [CAPACITY]; NULL: nothing is recorded */
static struct summary own;

/* Returns the clock of this rank minus the clock of rank 0. No rank leaves a
 * barrier before every rank has entered it, so each barrier yields bounds of the
 * offset:
 *
 *   enter (here) - leave (rank 0) <= offset <= leave (here) - enter (rank 0)
 *
 * The result is the center of the tightest bounds of several barriers, and *error
 * is half their distance.
 */
static double clock_offset(double *error, MPI_Comm comm)
{
    enum { BARRIERS = 50 };
    double here[BARRIERS][2], rank_0[BARRIERS][2]; /* enter, leave */
    double least = -INFINITY, most = INFINITY;
    for (int k = 0; k < BARRIERS; k++) {
        here[k][0] = now();
        MPI_OK(MPI_Barrier(comm));
        here[k][1] = now();
    }
    memcpy(rank_0, here, sizeof rank_0);
    MPI_OK(MPI_Bcast(rank_0, 2 * BARRIERS, MPI_DOUBLE, 0, comm));
    for (int k = 0; k < BARRIERS; k++) {
        least = fmax(least, here[k][0] - rank_0[k][1]);
        most = fmin(most, here[k][1] - rank_0[k][0]);
    }
    *error = (most - least) / 2;
    return (least + most) / 2;
}

void trace_start(MPI_Comm comm)
{
    event = mem_zero(CAPACITY, sizeof *event, "events of the trace");
    double zero = now();
    MPI_OK(MPI_Bcast(&zero, 1, MPI_DOUBLE, 0, comm));
    own = (struct summary){.origin = zero};
    own.origin += clock_offset(&own.clock_error, comm);
    own.begin = now();
}

void trace_event(enum track track, const char *name, int level, double begin,
                 double end)
{
    if (!event)
        return;
    if (own.count == CAPACITY) {
        own.dropped++;
        return;
    }
    struct trace_event *e = &event[own.count++];
    e->begin = begin;
    e->end = end;
    strncpy(e->name, name, NAME_LENGTH - 1); /* the last character remains 0 */
    e->level = (signed char)level;
    e->track = (unsigned char)track;
}

/* Returns the time t of a rank in nanoseconds since the origin of the trace. We
 * round begin and end instead of the duration, so that nested events remain
 * nested. */
static long long nanoseconds(const struct summary *s, double t)
{
    return (long long)((t - s->origin) * 1e9);
}

/* Writes an event without its arguments and its closing braces. */
static void write_event_start(FILE *f, int rank, int track, const char *name,
                              long long begin, long long end)
{
    fprintf(
        f,
        ",\n{\"name\":\"%s\",\"ph\":\"X\",\"pid\":%d,\"tid\":%d,\"ts\":%lld.%03lld,"
        "\"dur\":%lld.%03lld,\"args\":{",
        name, rank, track, begin / 1000, begin % 1000, (end - begin) / 1000,
        (end - begin) % 1000);
}

/* Writes the names of a rank and of its tracks. Rank 0 also starts the array. */
static void write_names(FILE *f, int rank)
{
    static const char *const track_name[TRACKS] = {"compute", "messages"};
    fprintf(
        f,
        "%s\n{\"name\":\"process_name\",\"ph\":\"M\",\"pid\":%d,\"args\":{\"name\":"
        "\"rank %d\"}}",
        rank ? "," : "[", rank, rank);
    for (int t = 0; t < TRACKS; t++)
        fprintf(f,
                ",\n{\"name\":\"thread_name\",\"ph\":\"M\",\"pid\":%d,\"tid\":%d,"
                "\"args\":{\"name\":\"%s\"}}",
                rank, t, track_name[t]);
}

/* Writes the names, the event that encloses the whole run, and the dropped
 * events. */
static void write_head(FILE *f, int rank, const struct summary *s)
{
    write_names(f, rank);
    write_event_start(f, rank, TRACK_COMPUTE, "run", nanoseconds(s, s->begin),
                      nanoseconds(s, s->end));
    fprintf(f, "\"tree\":\"%s\",\"commit\":\"%s\",\"clock_error_us\":%.3f}}",
            tree_name, machine_commit(), 1e6 * s->clock_error);
    if (s->dropped)
        fprintf(f,
                ",\n{\"name\":\"%lld events dropped\",\"ph\":\"i\",\"s\":\"p\","
                "\"pid\":%d,\"tid\":0,\"ts\":%lld,\"args\":{\"dropped\":%lld}}",
                s->dropped, rank, nanoseconds(s, s->end) / 1000, s->dropped);
}

/* Writes what a rank has recorded. */
static void write_events(FILE *f, int rank, const struct summary *s,
                         const struct trace_event *e)
{
    write_head(f, rank, s);
    for (int k = 0; k < s->count; k++, e++) {
        write_event_start(f, rank, e->track, e->name, nanoseconds(s, e->begin),
                          nanoseconds(s, e->end));
        if (e->level != TRACE_NO_LEVEL)
            fprintf(f, "\"level\":%d", e->level);
        fputs("}}", f);
    }
}

/* Sends the events to rank 0 after an empty message from it, so that rank 0
 * receives the events of one rank at a time. */
static void send_events(MPI_Comm comm)
{
    MPI_OK(MPI_Recv(NULL, 0, MPI_BYTE, 0, TAG, comm, MPI_STATUS_IGNORE));
    MPI_OK(MPI_Send(&own, (int)sizeof own, MPI_BYTE, 0, TAG, comm));
    MPI_OK(MPI_Send(event, own.count * (int)sizeof *event, MPI_BYTE, 0, TAG, comm));
}

/* Receives the events of a rank. */
static void receive_events(int rank, struct summary *s,
                           struct trace_event *received, MPI_Comm comm)
{
    MPI_OK(MPI_Send(NULL, 0, MPI_BYTE, rank, TAG, comm));
    MPI_OK(
        MPI_Recv(s, (int)sizeof *s, MPI_BYTE, rank, TAG, comm, MPI_STATUS_IGNORE));
    MPI_OK(MPI_Recv(received, s->count * (int)sizeof *received, MPI_BYTE, rank, TAG,
                    comm, MPI_STATUS_IGNORE));
}

static void write_file(const char *path, MPI_Comm comm)
{
    FILE *f = output_open(path);
    long long count = own.count, dropped = own.dropped;
    write_events(f, 0, &own, event);
    /* The events of each other rank replace the events of rank 0. */
    for (int rank = 1; rank < comm_size(comm); rank++) {
        struct summary s = {0};
        receive_events(rank, &s, event, comm);
        write_events(f, rank, &s, event);
        count += s.count;
        dropped += s.dropped;
    }
    fputs("\n]\n", f);
    output_close(f, path);
    printf("trace: %lld events in %s", count, path);
    if (dropped)
        printf(", %lld dropped: a rank stores its first %d", dropped, CAPACITY);
    printf("\n");
}

void trace_finish(const char *path, MPI_Comm comm)
{
    if (!event)
        return;
    own.end = now();
    if (comm_rank(comm) == 0)
        write_file(path, comm);
    else
        send_events(comm);
    mem_free(event);
    event = NULL;
}
