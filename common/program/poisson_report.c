/* common/program/poisson_report.c - a poisson run as text and as one JSON document. */
#include "poisson.h"
#include "json.h"
#include "output.h"
#include <stdio.h>

static double seconds_of(const struct poisson_run *run)
{
    return run->timed.seconds / run->timed.solves;
}

/* Phase, milliseconds a solve on all levels and on the finest, there with GB/s. */
static void print_phases(const struct report *r, const struct poisson_run *run)
{
    printf("%-16s %10s %10s %8s %7s\n", "ms a solve", "all levels", "finest", "GB/s",
           "% read");
    for (int p = 0; p < PHASES; p++) {
        struct phase_cell all = phase_total(&run->timed.phases, (enum phase)p);
        const struct phase_cell *finest = &run->timed.phases.cell[p][0];
        double own = phase_own(finest), rate = own > 0 ? finest->bytes / own : 0;
        if (all.calls == 0)
            continue;
        printf("%-16s %10.3f %10.3f", phase_name((enum phase)p),
               1e3 * phase_own(&all) / run->timed.solves, 1e3 * own / run->timed.solves);
        if (rate > 0)
            printf(" %8.1f %6.0f%%", rate / 1e9, 100 * rate / r->bandwidth.read);
        printf("\n");
    }
}

static void print_levels(const struct report *r, const struct poisson_run *run)
{
    const struct multigrid *M = run->multigrid;
    for (int l = 0; l < r->levels; l++) {
        const struct range_count *c = &M->range[l];
        printf("level %2d: %4s %11lld rows, %s", l, format_name(r->options->policy.mg[l]),
               (long long)r->level[l].global_rows, r->layout_text[l]);
        if (c->entries > 0)
            printf("; %.0f overflows, %.2g %% subnormal", c->overflows,
                   100 * c->subnormals / c->entries);
        printf("\n");
    }
    const struct cg *base = &M->base;
    printf("base solver: %ld solves, %.1f steps each", base->solves,
           base->solves > 0 ? (double)base->iterations / (double)base->solves : 0);
    for (int e = 0; e < CG_ENDS; e++)
        if (base->ends[e] > 0)
            printf(", %ld %s", base->ends[e], cg_end_name((enum cg_end)e));
    printf("\n");
}

void poisson_text(const struct report *r, const struct poisson_run *run)
{
    const struct options *o = r->options;
    const struct refined *x = &run->refined;
    printf("memwall-%s %s   %s, %d rank%s x %d thread%s, read %.1f GB/s\n", TREE,
           machine_commit(), machine_processor(), r->ranks, r->ranks > 1 ? "s" : "",
           r->threads, r->threads > 1 ? "s" : "", r->bandwidth.read / 1e9);
    print_levels(r, run);
    print_phases(r, run);
    printf("poisson: variant=%s dim=%d cells=%d levels=%d k=%d ranks=%d why=%s "
           "iterations=%d backoffs=%d initial=%.6e final=%.6e explicit=%.6e error=%.6e "
           "setup=%.3f seconds=%.6f\n",
           o->policy.name, o->dim, o->cells, o->levels, o->k, r->ranks,
           refine_why_name(x->why), x->iterations, x->backoffs, x->first, x->last,
           x->explicit_last, run->error, r->setup, seconds_of(run));
    if (x->why == REFINE_CONVERGED)
        return;
    printf("NOT SOLVED: %s after %d iterations", refine_why_name(x->why), x->iterations);
    if (x->level >= 0)
        printf("; the cycle fails from level %d on (%s)", x->level,
               format_name(o->policy.mg[x->level]));
    printf("\n");
}

static void write_levels(struct json *j, const struct report *r,
                         const struct multigrid *M)
{
    json_array(j, "levels");
    for (int l = 0; l < r->levels; l++) {
        json_object(j, NULL);
        json_text(j, "format", format_name(r->options->policy.mg[l]));
        json_integer(j, "rows", r->level[l].global_rows);
        json_integer(j, "nonzeros", r->level[l].global_nonzeros);
        json_text(j, "layout", r->layout_text[l]);
        json_number(j, "surveyed", M->range[l].entries);
        json_number(j, "overflows", M->range[l].overflows);
        json_number(j, "subnormals", M->range[l].subnormals);
        json_end_object(j);
    }
    json_end_array(j);
}

static void write_base(struct json *j, const struct cg *C)
{
    json_object(j, "base");
    json_integer(j, "solves", C->solves);
    json_integer(j, "steps", C->iterations);
    for (int e = 0; e < CG_ENDS; e++)
        json_integer(j, cg_end_name((enum cg_end)e), C->ends[e]);
    json_end_object(j);
}

void poisson_json(const struct report *r, const struct poisson_run *run,
                  const double *history, const char *path)
{
    const struct options *o = r->options;
    const struct refined *x = &run->refined;
    struct json j = {.file = output_open(path)};
    json_object(&j, NULL);
    report_json_machine(&j, r);
    json_object(&j, "poisson");
    json_text(&j, "tree", TREE);
    json_text(&j, "arguments", o->arguments);
    json_text(&j, "variant", o->policy.name);
    json_integer(&j, "dim", o->dim);
    json_integer(&j, "cells", o->cells);
    json_integer(&j, "k", o->k);
    json_integer(&j, "unknowns", r->level[0].global_rows);
    json_text(&j, "why", refine_why_name(x->why));
    if (x->level >= 0)
        json_integer(&j, "failing_level", x->level);
    json_integer(&j, "iterations", x->iterations);
    json_integer(&j, "backoffs", x->backoffs);
    json_number(&j, "initial", x->first);
    json_number(&j, "final", x->last);
    json_number(&j, "explicit", x->explicit_last);
    json_number(&j, "error", run->error);
    json_number(&j, "scale", run->scale);
    json_number(&j, "setup_seconds", r->setup);
    json_number(&j, "seconds", seconds_of(run));
    json_integer(&j, "solves", run->timed.solves);
    json_array(&j, "history");
    for (int k = 0; k <= x->iterations; k++)
        json_number(&j, NULL, history[k]);
    json_end_array(&j);
    write_levels(&j, r, run->multigrid);
    write_base(&j, &run->multigrid->base);
    report_json_phases(&j, &run->timed, r->levels);
    json_end_object(&j);
    json_end_object(&j);
    output_close(j.file, path);
}
