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
    bandwidth_print(&b->bandwidth);
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

/* The times of the phases, in double precision and with the policy. */
static void print_times(const struct bench *b)
{
    const struct timed_solves *of[2] = {&b->in_double, &b->mixed};
    struct timing_column column[2];
    int columns = 0;
    for (int k = 0; k < 2; k++)
        if (of[k]->ran)
            column[columns++] = (struct timing_column){
                of[k]->policy, &of[k]->timing, of[k]->sum.iterations};
    if (columns == 0)
        return;
    timing_print_phases(column, columns, &b->bandwidth, b->run->ranks);
    print_again(b);
    timing_print_levels(&column[columns - 1], b->setup.levels);
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
    print_times(b);
    print_checks(&b->mixed);
    print_checks(&b->in_double);
    print_rating(b);
}
