/* common/program/report_text.c - prints the report of the verb bench. */
#include "report.h"
#include "tree.h"
#include "tree_defaults.h"
#include <math.h>
#include <stdio.h>

void report_rounding(const struct report *r)
{
    const struct row_rounding *a = &r->rounding;
    if (a->rows > 0) /* only exact rows are 100 %: rounded down */
        printf(
            "8-bit matrix: %.4g %% of the rows exact, largest relative error %.1e, "
            "%.0f rows with another scale than 1\n",
            floor(1e3 * a->exact / a->rows) / 10, a->error, a->scaled);
}

void report_head(const struct report *r)
{
    printf("%s %s   %s, %s\ncompiled by %s\n", tree_program, machine_commit(),
           machine_host(), machine_processor(), machine_compiler());
    if (tree_extension())
        printf("extension of the rules: %s\n", tree_extension());
    printf("%d rank%s x %d thread%s", r->ranks, r->ranks > 1 ? "s" : "", r->threads,
           r->threads > 1 ? "s" : "");
}

static void print_head(const struct report *r)
{
    const struct options *o = r->options;
    const struct grid *g = &r->level[0].grid;
    report_head(r);
    printf(", local box %d x %d x %d, global box %lld x %lld x %lld, %s order, %s "
           "matrix\n",
           g->n[0], g->n[1], g->n[2], (long long)g->p[0] * g->n[0],
           (long long)g->p[1] * g->n[1], (long long)g->p[2] * g->n[2],
           option_choice("order", o->order), option_choice("problem", o->problem));
    if (*r->device.name)
        printf("device %d of rank 0 (%s): %s, %.1f GB\n", r->device.number,
               r->device.backend, r->device.name, r->device.memory / 1e9);
    if (r->bandwidth.read > 0)
        printf(
            "measured memory bandwidth: read %.1f GB/s, triad %.1f GB/s, copy "
            "%.1f GB/s (arrays of %.0f MB per rank; best of %d measurements, the "
            "slowest has %.1f %% less)\n",
            r->bandwidth.read / 1e9, r->bandwidth.triad / 1e9,
            r->bandwidth.copy / 1e9, (double)r->bandwidth.bytes / 1e6,
            r->bandwidth.measurements,
            100 - 100 * r->bandwidth.least_read / r->bandwidth.read);
    printf("set-up: %.2f s (generating the matrix %.2f, halo plan %.2f, order of "
           "the rows %.2f, storage layout %.2f)\n",
           r->setup, r->generate, r->halo, r->order, r->layout);
    for (int l = 0; l < r->levels; l++)
        printf("level %d: %s\n", l, r->layout_text[l]);
    report_rounding(r);
    printf("memory per rank: predicted %.1f MB, measured peak %.1f MB; %.0f bytes "
           "per row\n\n",
           (r->memory.program + r->memory.needed) / 1e6, r->memory.resident / 1e6,
           r->memory.allocated / r->level[0].A.n);
}

static void print_validation(const struct report *r)
{
    const struct validation *v = &r->validation;
    if (!v->ran)
        return;
    printf("validation (%s, %d rank%s): double %d iterations to %.2e, %s %d "
           "iterations to %.2e, ratio %.3f\n\n",
           option_choice("validation_type", r->options->bench.validation), v->ranks,
           v->ranks > 1 ? "s" : "", v->reference.iterations,
           outcome_relative(&v->reference), r->options->policy.name,
           v->policy.iterations, outcome_relative(&v->policy), v->ratio);
}

/* Prints milliseconds per iteration, and the share of the read bandwidth on the finest
 * level, or "-" if there is none (bandwidth_share): a coarse level may fit into the
 * cache. Returns the milliseconds. */
static double print_cell(const struct report *r, const struct timed_run *run,
                         enum phase phase)
{
    const struct phase_cell all = phase_total(&run->phases, phase), *cell = &all,
                            *finest = &run->phases.cell[phase][0];
    if (!run->ran)
        return 0;
    double ms = 1e3 * phase_own(cell) / run->sum.iterations;
    const double share = bandwidth_share(
        &r->bandwidth, finest->bytes, phase_own(finest), finest->calls, r->ranks);
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
static void print_phases(const struct report *r)
{
    const struct timed_run *run[2] = {&r->reference, &r->policy};
    const int both = run[0]->ran && run[1]->ran;
    double within[2] = {0, 0}, whole[2]; /* the sums over the phases; the solves */
    if (run[0]->sample + run[1]->sample > 0)
        printf("The timed solves recorded no events: the times of the phases are "
               "those of cycles before them.\n");
    printf("%-17s", "ms / iteration,");
    for (int k = 0; k < 2; k++)
        if (run[k]->ran)
            printf("  %16.16s", run[k]->policy.name);
    printf("%s\n%-17s\n", both ? "   speed-up" : "", "% of read bandw.");
    for (int p = 0; p < PHASES; p++) {
        const struct phase_cell in_double =
            phase_total(&run[0]->phases, (enum phase)p);
        double ms[2];
        if (in_double.calls + phase_total(&run[1]->phases, (enum phase)p).calls ==
            0)
            continue;
        printf("%-17s", phase_name((enum phase)p));
        for (int k = 0; k < 2; k++)
            within[k] += ms[k] = print_cell(r, run[k], (enum phase)p);
        if (ms[0] > 0 && ms[1] > 0 && in_double.bytes > 0)
            printf("   %7.2fx", ms[0] / ms[1]);
        printf("\n");
    }
    printf("%-17s", "whole solve");
    for (int k = 0; k < 2; k++)
        if (run[k]->ran) {
            whole[k] = 1e3 * run[k]->seconds / run[k]->sum.iterations;
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

/* Prints a table phase x level: milliseconds per iteration of the policy phase, or
 * of the double phase if the policy was not timed. */
static void print_levels(const struct report *r)
{
    const struct timed_run *run = r->policy.ran ? &r->policy : &r->reference;
    printf("%-17.17s", run->policy.name);
    for (int l = 0; l < r->levels; l++)
        printf("   level %d", l);
    printf("   (ms / iteration)\n");
    for (int p = 0; p < PHASES; p++) {
        if (phase_total(&run->phases, (enum phase)p).calls == 0)
            continue;
        printf("%-17s", phase_name((enum phase)p));
        for (int l = 0; l < r->levels; l++) {
            const struct phase_cell *c = &run->phases.cell[p][l];
            if (c->calls)
                printf("  %8.3f", 1e3 * phase_own(c) / run->sum.iterations);
            else
                printf("  %8s", "-");
        }
        printf("\n");
    }
    printf("\n");
}

static void print_rating(const struct report *r)
{
    if (r->rated)
        printf(
            "HPGMP result is VALID with a GFLOP/s rating of=%.4f = %.4f (operation "
            "count of HPG-MxP / time) x validation ratio %.3f; higher is better\n",
            r->rating, r->rating / r->validation.ratio, r->validation.ratio);
    for (int k = 0; k < r->invalid.count; k++)
        printf("not valid: %s\n", r->invalid.text[k]);
    for (int k = 0; k < r->unofficial.count && !r->invalid.count; k++)
        printf("not an official result: %s\n", r->unofficial.text[k]);
}

/* Prints what the checks of the timed solves found. */
static void print_checks(const struct timed_run *run)
{
    double residual = 0, error = 0;
    for (int k = 0; k < run->records; k++) {
        const struct solve_record *s = &run->record[k];
        residual = fmax(residual, s->solution.residual / s->initial);
        error = fmax(error, s->solution.error);
    }
    if (run->records > 0)
        printf(
            "checked after the clock was stopped: %d timed solve%s, %s; relative "
            "residual <= %.1e, error <= %.1e\n",
            run->records, run->records > 1 ? "s" : "", run->policy.name, residual,
            error);
}

const char *report_verdict_word(const struct report *r)
{
    return r->invalid.count ? "INVALID" : r->rated ? "VALID" : "no rating";
}

void report_verdict(const struct report *r)
{
    if (r->invalid.count)
        printf("INVALID: %s\n", r->invalid.text[0]);
    else
        printf("%s\n", report_verdict_word(r));
}

void report_text(const struct report *r)
{
    print_head(r);
    print_validation(r);
    if (r->policy.ran || r->reference.ran) {
        print_phases(r);
        print_levels(r);
    }
    print_checks(&r->policy);
    print_checks(&r->reference);
    print_rating(r);
}
