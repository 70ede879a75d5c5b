/* common/program/progress.c - a line on stderr now and then while a long phase runs. */
#define _POSIX_C_SOURCE 200809L
#include "progress.h"
#include "phase.h"
#include "trace.h"
#include <stdio.h>
#include <unistd.h>

static const char *phase_under_way;
static double begin, last; /* of the phase; when a line was written */
static int on_screen, silent;

void progress_phase(const char *name, int rank)
{
    if (on_screen)
        fprintf(stderr, "\r%78s\r", "");
    on_screen = 0;
    if (phase_under_way)
        trace_event(TRACK_COMPUTE, phase_under_way, TRACE_NO_LEVEL, begin, now());
    phase_under_way = name;
    silent = rank != 0;
    begin = last = now();
}

void progress_cycle(const struct outcome *o)
{
    const int screen = isatty(STDERR_FILENO);
    if (silent || !phase_under_way || now() - last < (screen ? 1 : 15))
        return;
    last = now();
    on_screen = screen;
    fprintf(stderr, "%s%s: %d iterations, relative residual %.1e%s", screen ? "\r" : "",
            phase_under_way, o->iterations, outcome_relative(o), screen ? "  " : "\n");
    fflush(stderr);
}
