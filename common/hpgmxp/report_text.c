/* common/hpgmxp/report_text.c - prints the report of the verb bench. */
#include "report.h"
#include <math.h>
#include <stdio.h>

static void print_head(const struct bench *b)
{
    const struct problem_options *o = &b->options->problem;
    const struct setup_times *times = &b->setup.times;
    const struct box *g = &b->grid;
    run_head(b->run);
    printf(", local box %d x %d x %d, global box %lld x %lld x %lld, %s order, %s "
           "matrix\n",
           g->n[0], g->n[1], g->n[2], (long long)g->p[0] * g->n[0],
           (long long)g->p[1] * g->n[1], (long long)g->p[2] * g->n[2],
           option_choice(problem_table, "order", o->order),
           option_choice(problem_table, "problem", o->values));
    if (*b->run->device.name)
        printf("device %d of rank 0 (%s): %s, %.1f GB\n", b->run->device.number,
               b->run->device.backend, b->run->device.name,
               b->run->device.memory / 1e9);
    if (b->bandwidth.read > 0)
        printf(
            "measured memory bandwidth: read %.1f GB/s, triad %.1f GB/s, copy "
            "%.1f GB/s (arrays of %.0f MB per rank; best of %d measurements, the "
            "slowest has %.1f %% less)\n",
            b->bandwidth.read / 1e9, b->bandwidth.triad / 1e9,
            b->bandwidth.copy / 1e9, (double)b->bandwidth.bytes / 1e6,
            b->bandwidth.measurements,
            100 - 100 * b->bandwidth.least_read / b->bandwidth.read);
    printf("set-up: %.2f s (generating the matrix %.2f, halo plan %.2f, order of "
           "the rows %.2f, storage layout %.2f)\n",
           times->all, times->generate, times->halo, times->order, times->layout);
    for (int l = 0; l < b->setup.levels; l++)
        printf("level %d: %s\n", l, b->setup.level[l].layout);
    setup_print_rounding(&b->setup);
    printf("memory per rank: predicted %.1f MB, measured peak %.1f MB; %.0f bytes "
           "per row\n\n",
           (b->run->memory.program + b->run->memory.needed) / 1e6,
           b->run->memory.resident / 1e6,
           b->run->memory.allocated / b->setup.level[0].n);
}

static void print_validation(const struct bench *b)
{
    const struct validation *v = &b->validation;
    if (!v->ran)
        return;
    printf("validation (%s, %d rank%s): double %d iterations to %.2e, %s %d "
           "iterations to %.2e, ratio %.3f\n\n",
           option_choice(bench_table, "validation_type", b->options->validation),
           v->ranks, v->ranks > 1 ? "s" : "", v->outcome[0].iterations,
           outcome_relative(&v->outcome[0]), b->policies[1].gmres.name,
           v->outcome[1].iterations, outcome_relative(&v->outcome[1]), v->ratio);
}

/* Prints milliseconds per iteration, and the share of the read bandwidth on the finest
 * level, or "-" if there is none (bandwidth_share): a coarse level may fit into the
 * cache. Returns the milliseconds. */
static double print_cell(const struct bench *b, const struct timed_solves *t,
                         enum phase phase)
{
    const struct phase_cell all = phase_total(&t->timing.phases, phase),
                            *cell = &all,
                            *finest = &t->timing.phases.cell[phase][0];
    if (!t->ran)
        return 0;
    double ms = 1e3 * phase_own(cell) / t->sum.iterations;
    const double share =
        bandwidth_share(&b->bandwidth, finest->bytes, phase_own(finest),
                        finest->calls, b->run->ranks);
    if (cell->calls == 0)
        printf("  %9s %6s", "-", "-");
    else if (share >= 0)
        printf("  %9.3f %5.0f%%", ms, 100 * share);
    else
        printf("  %9.3f %6s", ms, "-");
    return ms;
}

/* A line for each phase, and a column for each run that took place: in double precision,
 * with the policy. */
static void print_phases(const struct bench *b)
{
    const struct timed_solves *run[2] = {&b->in_double, &b->mixed};
    const int both = run[0]->ran && run[1]->ran;
    double within[2] = {0, 0}, whole[2]; /* the sums over the phases; the solves */
    if (run[0]->timing.sample + run[1]->timing.sample > 0)
        printf("The timed solves recorded no events: the times of the phases "
               "come from earlier cycles.\n");
    printf("%-17s", "ms / iteration,");
    for (int k = 0; k < 2; k++)
        if (run[k]->ran)
            printf("  %16.16s", run[k]->policy);
    printf("%s\n%-17s\n", both ? "   speed-up" : "", "% of read bandw.");
    for (int p = 0; p < PHASES; p++) {
        const struct phase_cell in_double =
            phase_total(&run[0]->timing.phases, (enum phase)p);
        double ms[2];
        if (in_double.calls +
                phase_total(&run[1]->timing.phases, (enum phase)p).calls ==
            0)
            continue;
        printf("%-17s", phase_name((enum phase)p));
        for (int k = 0; k < 2; k++)
            within[k] += ms[k] = print_cell(b, run[k], (enum phase)p);
        if (ms[0] > 0 && ms[1] > 0 && in_double.bytes > 0)
            printf("   %7.2fx", ms[0] / ms[1]);
        printf("\n");
    }
    printf("%-17s", "whole solve");
    for (int k = 0; k < 2; k++)
        if (run[k]->ran) {
            whole[k] = 1e3 * run[k]->timing.seconds / run[k]->sum.iterations;
            printf("  %9.3f %6s", whole[k], "");
        }
    if (both)
        printf("   %7.2fx", whole[0] / whole[1]);
    printf("\n%-17s", "  within phases");
    for (int k = 0; k < 2; k++)
        if (run[k]->ran)
            printf("  %8.1f%% %6s", 100 * within[k] / whole[k], "");
    printf("\n\n");
}

/* A cache that does not keep the vector of a sweep from one color to the next. */
static void print_again(const struct bench *b)
{
    const struct timed_solves *t = b->mixed.ran ? &b->mixed : &b->in_double;
    const char *before =
        "memory delivers more than these bytes (a cache of %.0f MB "
        "does not keep z from color to color):";
    for (int p = 0; p < PHASES; p++) {
        const struct phase_cell *c = &t->timing.phases.cell[p][0];
        if (c->again == 0)
            continue;
        printf(before, b->run->device.cache / 1e6);
        printf(" %s %.2f times", phase_name((enum phase)p),
               1 + c->again / c->bytes);
        before = ",";
    }
    printf(*before == ',' ? "\n\n" : "");
}

/* Prints a table phase x level: milliseconds per iteration of the policy phase, or
 * of the double phase if the policy was not timed. */
static void print_levels(const struct bench *b)
{
    const struct timed_solves *t = b->mixed.ran ? &b->mixed : &b->in_double;
    printf("%-17.17s", t->policy);
    for (int l = 0; l < b->setup.levels; l++)
        printf("   level %d", l);
    printf("   (ms / iteration)\n");
    for (int p = 0; p < PHASES; p++) {
        if (phase_total(&t->timing.phases, (enum phase)p).calls == 0)
            continue;
        printf("%-17s", phase_name((enum phase)p));
        for (int l = 0; l < b->setup.levels; l++) {
            const struct phase_cell *c = &t->timing.phases.cell[p][l];
            if (c->calls)
                printf("  %8.3f", 1e3 * phase_own(c) / t->sum.iterations);
            else
                printf("  %8s", "-");
        }
        printf("\n");
    }
    printf("\n");
}

static void print_rating(const struct bench *b)
{
    if (b->rated)
        printf(
            "HPGMP result is VALID with a GFLOP/s rating of=%.4f = %.4f (operation "
            "count of HPG-MxP / time) x validation ratio %.3f; higher is better\n",
            b->rating, b->rating / b->validation.ratio, b->validation.ratio);
    for (int k = 0; k < b->invalid.count; k++)
        printf("not valid: %s\n", b->invalid.text[k]);
    for (int k = 0; k < b->unofficial.count && !b->invalid.count; k++)
        printf("not an official result: %s\n", b->unofficial.text[k]);
}

/* Prints what the checks of the timed solves found. */
static void print_checks(const struct timed_solves *t)
{
    double residual = 0, error = 0;
    for (int k = 0; k < t->records; k++) {
        const struct solve_record *s = &t->record[k];
        residual = fmax(residual, s->solution.residual / s->initial);
        error = fmax(error, s->solution.error);
    }
    if (t->records > 0)
        printf(
            "checked after the clock was stopped: %d timed solve%s, %s; relative "
            "residual <= %.1e, error <= %.1e\n",
            t->records, t->records > 1 ? "s" : "", t->policy, residual, error);
}

const char *report_verdict_word(const struct bench *b)
{
    return b->invalid.count ? "INVALID" : b->rated ? "VALID" : "no rating";
}

void report_verdict(const struct bench *b)
{
    if (b->invalid.count)
        printf("INVALID: %s\n", b->invalid.text[0]);
    else
        printf("%s\n", report_verdict_word(b));
}

void report_text(const struct bench *b)
{
    print_head(b);
    print_validation(b);
    if (b->mixed.ran || b->in_double.ran) {
        print_phases(b);
        print_again(b);
        print_levels(b);
    }
    print_checks(&b->mixed);
    print_checks(&b->in_double);
    print_rating(b);
}
