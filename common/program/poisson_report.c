/* common/program/poisson_report.c - prints the report of poisson, writes its
 * JSON. */
#include "poisson.h"
#include "json.h"
#include "output.h"
#include "tree.h"
#include "tree_defaults.h"
#include <stdio.h>

/* Seconds per solve. */
static double seconds_of(const struct poisson_run *run)
{
    return run->timed.seconds / run->timed.solves;
}

/* Prints for each phase the milliseconds per solve on all levels and on the finest
 * level, and the rate on the finest level. */
static void print_phases(const struct report *r, const struct poisson_run *run)
{
    printf("GB/s and %% of the read bandwidth refer to the finest level\n");
    printf("%-17s %10s %10s %8s %7s\n", "ms / solve", "all levels", "finest",
           "GB/s", "% read");
    for (int p = 0; p < PHASES; p++) {
        struct phase_cell all = phase_total(&run->timed.phases, (enum phase)p);
        const struct phase_cell *finest = &run->timed.phases.cell[p][0];
        double own = phase_own(finest), rate = own > 0 ? finest->bytes / own : 0;
        if (all.calls == 0)
            continue;
        printf("%-17s %10.3f %10.3f", phase_name((enum phase)p),
               1e3 * phase_own(&all) / run->timed.solves,
               1e3 * own / run->timed.solves);
        if (rate > 0)
            printf(" %8.1f", rate / 1e9);
        const double share = bandwidth_share(&r->bandwidth, finest->bytes, own,
                                             finest->calls, r->ranks);
        if (share >= 0)
            printf(" %6.0f%%", 100 * share);
        printf("\n");
    }
}

static void print_levels(const struct report *r, const struct poisson_run *run)
{
    const struct jacobi_multigrid *M = run->multigrid;
    for (int l = 0; l < r->levels; l++) {
        const struct range_count *c = &M->range[l];
        printf("level %2d: %4s %11lld rows, %s", l,
               format_name(r->options->policy.mg[l]),
               (long long)r->level[l].A.global_rows, r->layout_text[l]);
        if (c->entries > 0)
            printf("; %.0f overflows, %.2g %% subnormal", c->overflows,
                   100 * c->subnormals / c->entries);
        printf("\n");
    }
    const struct cg *base = &M->base;
    const double average =
        base->solves > 0 ? (double)base->iterations / (double)base->solves : 0;
    printf("coarsest level, conjugate gradients: %ld solves of %.1f iterations on "
           "average",
           base->solves, average);
    for (int e = 0; e < REASONS; e++)
        if (base->reasons[e] > 0)
            printf(", %ld %s", base->reasons[e], reason_name((enum reason)e));
    printf("\n");
}

void poisson_text(const struct report *r, const struct poisson_run *run)
{
    const struct options *o = r->options;
    const struct refinement_outcome *x = &run->refined;
    printf("%s %s   %s, %d rank%s x %d thread%s, measured read bandwidth "
           "%.1f GB/s\n",
           tree_program, machine_commit(), machine_processor(), r->ranks,
           r->ranks > 1 ? "s" : "", r->threads, r->threads > 1 ? "s" : "",
           r->bandwidth.read / 1e9);
    if (tree_extension())
        printf("extension of the rules: %s\n", tree_extension());
    print_levels(r, run);
    print_phases(r, run);
    printf("poisson: variant=%s dim=%d cells=%d levels=%d k=%d ranks=%d reason=%s "
           "iterations=%d backoffs=%d initial=%.6e final=%.6e explicit=%.6e "
           "error=%.6e setup=%.3f seconds=%.6f\n",
           o->policy.name, o->poisson.dim, o->poisson.cells, o->poisson.levels,
           o->poisson.half_waves, r->ranks, reason_name(x->reason), x->iterations,
           x->backoffs, x->initial, x->final, x->explicit_final, run->error,
           r->setup, seconds_of(run));
    if (x->reason == REASON_CONVERGED)
        return;
    printf("NOT SOLVED: %s after %d iterations", reason_name(x->reason),
           x->iterations);
    if (x->reason == REASON_STAGNATION && x->final < x->explicit_final / 2)
        printf(
            "; the rounding errors of the solution in f64 permit no residual much "
            "below %.1e, and --tolerance=%g is less",
            x->explicit_final, o->tolerance);
    if (x->level >= 0)
        printf("; the V-cycle fails from level %d on (%s)", x->level,
               format_name(o->policy.mg[x->level]));
    printf("\n");
}

void poisson_json(const struct report *r, const struct poisson_run *run,
                  const double *history, const char *path)
{
    const struct options *o = r->options;
    const struct refinement_outcome *x = &run->refined;
    const struct jacobi_multigrid *M = run->multigrid;
    struct json j = {.file = output_open(path)};
    json_object(&j, NULL);
    report_json_machine(&j, r);
    json_object(&j, "poisson");
    json_add(&j, "tree=%s", tree_name);
    if (tree_extension())
        json_add(&j, "extension=%s", tree_extension());
    json_words(&j, "arguments", o->arguments);
    json_add(&j, "variant=%s dim=%d cells=%d k=%d unknowns=%lld reason=%s",
             o->policy.name, o->poisson.dim, o->poisson.cells,
             o->poisson.half_waves, (long long)r->level[0].A.global_rows,
             reason_name(x->reason));
    if (x->level >= 0)
        json_add(&j, "failing_level=%d", x->level);
    json_add(&j,
             "iterations=%d backoffs=%d initial=%g final=%g explicit=%g error=%g "
             "scale=%g setup_seconds=%g seconds=%g solves=%d",
             x->iterations, x->backoffs, x->initial, x->final, x->explicit_final,
             run->error, run->scale, r->setup, seconds_of(run), run->timed.solves);
    json_array(&j, "history");
    for (int k = 0; k <= x->iterations; k++)
        json_add(&j, "%g", history[k]);
    json_end(&j);
    json_array(&j, "levels");
    for (int l = 0; l < r->levels; l++) {
        const struct matrix *A = &r->level[l].A;
        const struct range_count *c = &M->range[l];
        json_object(&j, NULL);
        json_add(&j,
                 "format=%s rows=%lld nonzeros=%lld layout=%s surveyed=%g "
                 "overflows=%g subnormals=%g",
                 format_name(o->policy.mg[l]), (long long)A->global_rows,
                 (long long)A->global_nonzeros, r->layout_text[l], c->entries,
                 c->overflows, c->subnormals);
        json_end(&j);
    }
    json_end(&j);
    json_object(&j, "base");
    json_add(&j, "solves=%ld steps=%ld converged=%ld", M->base.solves,
             M->base.iterations, M->base.reasons[REASON_CONVERGED]);
    json_end(&j);
    report_json_phases(&j, &run->timed, r->levels);
    json_end(&j);
    json_end(&j);
    output_close(j.file, path);
}
