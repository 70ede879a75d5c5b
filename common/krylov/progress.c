/* common/krylov/progress.c - reports the progress of long solves on stderr. */
#define _POSIX_C_SOURCE 200809L
#include "progress.h"
#include "clock.h"
#include "error.h"
#include "phase.h"
#include "trace.h"
#include <stdio.h>
#include <unistd.h>

static const char *current; /* name of the current part of the run, or NULL */
static double begin, last;  /* time when it began; time of the last line */
static int on_screen;       /* a line without line break is on the terminal */
static int silent;          /* this rank does not print */

void progress_stage(const char *name)
{
    const int rank = comm_rank(MPI_COMM_WORLD);
    if (on_screen)
        fprintf(stderr, "\r%78s\r", "");
    on_screen = 0;
    if (current)
        trace_event(TRACK_COMPUTE, current, TRACE_NO_LEVEL, begin, now());
    current = name;
    silent = rank != 0;
    begin = last = now();
}

void progress_cycle(const struct outcome *o)
{
    const int screen = isatty(STDERR_FILENO);
    if (silent || !current || now() - last < (screen ? 1 : 60))
        return;
    last = now();
    on_screen = screen;
    fprintf(stderr, "%s%s: %d iterations, relative residual %.1e%s",
            screen ? "\r" : "", current, o->iterations, outcome_relative(o),
            screen ? "  " : "\n");
    fflush(stderr);
}
