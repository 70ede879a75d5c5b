/* common/program/progress.c - reports the progress of long solves on stderr. */
#define _POSIX_C_SOURCE 200809L
#include "progress.h"
#include "clock.h"
#include "phase.h"
#include "trace.h"
#include <math.h>
#include <stdio.h>
#include <unistd.h>

static const char *current; /* name of the current part of the run, or NULL */
static double begin, last;  /* time when it began; time of the last line */
static int on_screen;       /* a line without line break is on the terminal */
static int silent;          /* this rank does not print */
static double goal_tolerance, goal_iterations; /* 0: none (progress_goal) */
static int complete; /* iterations of the complete solves of this part */
static int running;  /* iterations of the current solve */

void progress_phase(const char *name, int rank)
{
    if (on_screen)
        fprintf(stderr, "\r%78s\r", "");
    on_screen = 0;
    if (current)
        trace_event(TRACK_COMPUTE, current, TRACE_NO_LEVEL, begin, now());
    current = name;
    silent = rank != 0;
    begin = last = now();
    goal_tolerance = goal_iterations = 0;
    complete = running = 0;
}

void progress_goal(double tolerance, double iterations)
{
    goal_tolerance = tolerance;
    goal_iterations = iterations;
}

/* The part of the work that is done, from 0 to 1: by iterations or, if that is
 * more, by the digits of the residual. */
static double done(double relative)
{
    double part = 0;
    if (goal_iterations > 0)
        part = (complete + running) / goal_iterations;
    if (goal_tolerance > 0 && relative > 0 && relative < 1)
        part = fmax(part, log(relative) / log(goal_tolerance));
    return fmin(part, 1);
}

/* Writes the estimated remaining time as ", about 40 s left"; "" if it is not
 * known. */
static void describe_rest(double part, char *text, size_t size)
{
    const double rest = (now() - begin) * (1 - part) / part;
    *text = '\0';
    if (part > 0 && rest < 120)
        snprintf(text, size, ", about %.0f s left", rest);
    else if (part > 0 && rest < 7200)
        snprintf(text, size, ", about %.0f minutes left", rest / 60);
    else if (part > 0)
        snprintf(text, size, ", about %.0f hours left", rest / 3600);
}

void progress_cycle(const struct outcome *o)
{
    const int screen = isatty(STDERR_FILENO);
    if (o->iterations < running) /* another solve has begun */
        complete += running;
    running = o->iterations;
    if (silent || !current || now() - last < (screen ? 1 : 15))
        return;
    last = now();
    on_screen = screen;
    char rest[40];
    describe_rest(done(outcome_relative(o)), rest, sizeof rest);
    fprintf(stderr, "%s%s: %d iterations, relative residual %.1e%s%s",
            screen ? "\r" : "", current, o->iterations, outcome_relative(o), rest,
            screen ? "  " : "\n");
    fflush(stderr);
}
