/* common/measure/trace.c - records events on each rank; rank 0 writes them as one JSON array.
 *
 * Format: Google, "Trace Event Format": {"name", "ph": "X", "pid": rank, "tid": track,
 * "ts": begin, "dur": length}, both in microseconds.
 */
#include "trace.h"
#include "error.h"
#include "machine.h"
#include "memory.h"
#include "output.h"
#include "phase.h"
#include <math.h>
#include <string.h>

enum { NAME_LENGTH = 30, BLOCK = 4096, TAG = 2 };

struct event {
    double begin, end;
    char name[NAME_LENGTH];
    signed char level;
    unsigned char track;
};

/* What rank 0 must know of a rank beside its events; times on the rank's own clock. */
struct summary {
    double begin, end;          /* of the run */
    double origin, clock_error; /* where rank 0 started its clock; how far off at most */
    long long count, dropped;
};

static struct event *event; /* [capacity]; NULL: off */
static size_t capacity;
static struct summary own;

/* This rank's clock less that of rank 0. Nobody leaves a barrier before the last has
 * entered it, so that each of several gives bounds:
 *   enter_here - leave_0 <= offset <= leave_here - enter_0
 */
static double clock_offset(double *error, MPI_Comm comm)
{
    enum { PASSES = 50 };
    double here[PASSES][2], there[PASSES][2]; /* enter, leave */
    double least = -INFINITY, most = INFINITY;
    for (int k = 0; k < PASSES; k++) {
        here[k][0] = now();
        MPI_OK(MPI_Barrier(comm));
        here[k][1] = now();
    }
    memcpy(there, here, sizeof there);
    MPI_OK(MPI_Bcast(there, 2 * PASSES, MPI_DOUBLE, 0, comm));
    for (int k = 0; k < PASSES; k++) {
        least = fmax(least, here[k][0] - there[k][1]);
        most = fmin(most, here[k][1] - there[k][0]);
    }
    *error = (most - least) / 2;
    return (least + most) / 2;
}

void trace_start(size_t events, MPI_Comm comm)
{
    capacity = events;
    event = mem_zero(events, sizeof *event, "events of the trace");
    double zero = now();
    MPI_OK(MPI_Bcast(&zero, 1, MPI_DOUBLE, 0, comm));
    own = (struct summary){.origin = zero};
    own.origin += clock_offset(&own.clock_error, comm);
    own.begin = now();
}

void trace_event(enum track track, const char *name, int level, double begin, double end)
{
    if (!event)
        return;
    if ((size_t)own.count == capacity) {
        own.dropped++;
        return;
    }
    struct event *e = &event[own.count++];
    e->begin = begin;
    e->end = end;
    strncpy(e->name, name, NAME_LENGTH - 1); /* the last stays zero */
    e->level = (signed char)level;
    e->track = (unsigned char)track;
}

/* Nanoseconds since the start. Begin and end are rounded, not the length, so that what
 * nests still does. */
static long long since(const struct summary *s, double t)
{
    return (long long)((t - s->origin) * 1e9);
}

/* Everything up to the arguments; `,` before all but the first. */
static void write_slice(FILE *f, int rank, int track, const char *name, long long begin,
                        long long end)
{
    fprintf(f,
            ",\n{\"name\":\"%s\",\"ph\":\"X\",\"pid\":%d,\"tid\":%d,\"ts\":%lld.%03lld,"
            "\"dur\":%lld.%03lld,\"args\":{",
            name, rank, track, begin / 1000, begin % 1000, (end - begin) / 1000,
            (end - begin) % 1000);
}

static void write_names(FILE *f, int rank)
{
    static const char *const track_name[TRACKS] = {"compute", "messages"};
    fprintf(f,
            "%s\n{\"name\":\"process_name\",\"ph\":\"M\",\"pid\":%d,\"args\":{\"name\":"
            "\"rank %d\"}}",
            rank ? "," : "[", rank, rank);
    for (int t = 0; t < TRACKS; t++)
        fprintf(f,
                ",\n{\"name\":\"thread_name\",\"ph\":\"M\",\"pid\":%d,\"tid\":%d,"
                "\"args\":{\"name\":\"%s\"}}",
                rank, t, track_name[t]);
}

static void write_head(FILE *f, int rank, const struct summary *s)
{
    write_names(f, rank);
    write_slice(f, rank, TRACK_COMPUTE, "run", since(s, s->begin), since(s, s->end));
    fprintf(f, "\"tree\":\"%s\",\"commit\":\"%s\",\"clock_error_us\":%.3f}}", TREE,
            machine_commit(), 1e6 * s->clock_error);
    if (s->dropped)
        fprintf(f,
                ",\n{\"name\":\"%lld events dropped\",\"ph\":\"i\",\"s\":\"p\","
                "\"pid\":%d,\"tid\":0,\"ts\":%lld,\"args\":{\"dropped\":%lld}}",
                s->dropped, rank, since(s, s->end) / 1000, s->dropped);
}

static void write_events(FILE *f, int rank, const struct summary *s,
                         const struct event *e, int count)
{
    for (int k = 0; k < count; k++, e++) {
        write_slice(f, rank, e->track, e->name, since(s, e->begin), since(s, e->end));
        if (e->level != TRACE_NO_LEVEL)
            fprintf(f, "\"level\":%d", e->level);
        fputs("}}", f);
    }
}

/* Entries of block b of a rank with so many events. */
static int block_length(long long count, long long b)
{
    long long rest = count - b * BLOCK;
    return (int)(rest < BLOCK ? rest : BLOCK);
}

/* A rank sends when it is asked to, so that rank 0 holds one block and no more. */
static void send_events(MPI_Comm comm)
{
    MPI_OK(MPI_Recv(NULL, 0, MPI_BYTE, 0, TAG, comm, MPI_STATUS_IGNORE));
    MPI_OK(MPI_Send(&own, (int)sizeof own, MPI_BYTE, 0, TAG, comm));
    for (long long b = 0; b * BLOCK < own.count; b++)
        MPI_OK(MPI_Send(event + b * BLOCK,
                        block_length(own.count, b) * (int)sizeof *event, MPI_BYTE, 0, TAG,
                        comm));
}

static void receive_events(FILE *f, int rank, struct summary *s, struct event *block,
                           MPI_Comm comm)
{
    MPI_OK(MPI_Send(NULL, 0, MPI_BYTE, rank, TAG, comm));
    MPI_OK(MPI_Recv(s, (int)sizeof *s, MPI_BYTE, rank, TAG, comm, MPI_STATUS_IGNORE));
    write_head(f, rank, s);
    for (long long b = 0; b * BLOCK < s->count; b++) {
        int length = block_length(s->count, b);
        MPI_OK(MPI_Recv(block, length * (int)sizeof *block, MPI_BYTE, rank, TAG, comm,
                        MPI_STATUS_IGNORE));
        write_events(f, rank, s, block, length);
    }
}

static void write_file(const char *path, MPI_Comm comm)
{
    FILE *f = output_open(path);
    struct event *block = NEW(struct event, BLOCK, "block of the trace");
    long long count = own.count, dropped = own.dropped;
    int ranks;
    MPI_OK(MPI_Comm_size(comm, &ranks));
    write_head(f, 0, &own);
    for (long long b = 0; b * BLOCK < own.count; b++)
        write_events(f, 0, &own, event + b * BLOCK, block_length(own.count, b));
    for (int rank = 1; rank < ranks; rank++) {
        struct summary s;
        receive_events(f, rank, &s, block, comm);
        count += s.count;
        dropped += s.dropped;
    }
    fputs("\n]\n", f);
    output_close(f, path);
    mem_free(block);
    printf("trace: %lld events in %s", count, path);
    if (dropped)
        printf(", %lld dropped: give more than --trace_events=%zu", dropped, capacity);
    printf("\n");
}

void trace_finish(const char *path, MPI_Comm comm)
{
    if (!event)
        return;
    int rank;
    MPI_OK(MPI_Comm_rank(comm, &rank));
    own.end = now();
    if (rank == 0)
        write_file(path, comm);
    else
        send_events(comm);
    mem_free(event);
    event = NULL;
}
