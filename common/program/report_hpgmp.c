/* common/program/report_hpgmp.c - HPG-MxP's own report file, as existing scripts parse it.
 *
 * Spelling and spacing of the keys are those of the public codes, `Restic`,
 * `Prlong` and `Orho` included.
 */
#include "output.h"
#include "report.h"
#include <stdio.h>
#include <time.h>

static double inclusive(const struct timed_run *run, enum phase first, enum phase last)
{
    double seconds = 0;
    for (int p = first; p <= (int)last; p++) {
        struct phase_cell all = phase_total(&run->phases, (enum phase)p);
        /* Sweeps within PHASE_COARSE count as sweeps, as far as they have times. */
        seconds += p == PHASE_COARSE ? phase_own(&all) : all.seconds;
    }
    return seconds;
}

static void write_head(FILE *f, const struct report *r)
{
    const struct grid *g = &r->level[0].grid;
    static const char axis[3] = {'x', 'y', 'z'};
    fprintf(f, "HPGMP-Benchmark\nversion=0.1\n");
    fprintf(f, "Implementation=memwall-%s %s\n", TREE, machine_commit());
    fprintf(f, "Machine Summary=\nMachine Summary::Distributed Processes=%d\n", r->ranks);
    fprintf(f, "Machine Summary::Threads per processes=%d\n", r->threads);
    fprintf(f, "Global Problem Dimensions=\n");
    for (int d = 0; d < 3; d++)
        fprintf(f, "Global Problem Dimensions::Global n%c=%lld\n", axis[d],
                (long long)g->p[d] * g->n[d]);
    fprintf(f, "Processor Dimensions=\n");
    for (int d = 0; d < 3; d++)
        fprintf(f, "Processor Dimensions::np%c=%d\n", axis[d], g->p[d]);
    fprintf(f, "Local Domain Dimensions=\n");
    for (int d = 0; d < 3; d++)
        fprintf(f, "Local Domain Dimensions::n%c=%d\n", axis[d], g->n[d]);
    fprintf(f, "Setup Information=\nSetup Information::Setup Time=%g\n", r->setup);
}

static void write_validation(FILE *f, const struct report *r)
{
    const struct validation *v = &r->validation;
    if (!v->ran)
        return;
    fprintf(f, "Validation Summary=\n");
    fprintf(f, "Validation Summary::Processes=%d\n", v->ranks);
    fprintf(f, "Validation Summary::Tolerance=%g\n", v->tolerance);
    fprintf(f, "Validation Summary::Reference iterations=%d\n", v->reference.iterations);
    fprintf(f, "Validation Summary::Mixed iterations=%d\n", v->policy.iterations);
    fprintf(f, "Validation Summary::Ratio=%g\n", v->ratio);
}

static void write_times(FILE *f, const struct timed_run *run, const char *before,
                        const char *after)
{
    const char *section = "Benchmark Time Summary::";
    if (!run->ran)
        return;
    fprintf(f, "%s%sOrtho%s=%g\n", section, before, after,
            inclusive(run, PHASE_ORTHO, PHASE_ORTHO));
    fprintf(f, "%s%sSpMV%s=%g\n", section, before, after,
            inclusive(run, PHASE_SPMV, PHASE_RESIDUAL));
    fprintf(f, "%s%sMG%s=%g\n", section, before, after,
            inclusive(run, PHASE_SWEEP_ZERO, PHASE_COARSE));
    fprintf(f, "%s%s SpTRSV%s=%g\n", section, before, after,
            inclusive(run, PHASE_SWEEP_ZERO, PHASE_SWEEP));
    fprintf(f, "%s%s Restic%s=%g\n", section, before, after,
            inclusive(run, PHASE_RESTRICT, PHASE_RESTRICT));
    fprintf(f, "%s%s Prlong%s=%g\n", section, before, after,
            inclusive(run, PHASE_PROLONG, PHASE_PROLONG));
    fprintf(f, "%s%sVecUpdate%s=%g\n", section, before, after,
            inclusive(run, PHASE_UPDATE, PHASE_UPDATE));
    fprintf(f, "%s%sTotal%s=%g\n", section, before, after, run->seconds);
}

static double rate(double flops, double seconds)
{
    return seconds > 0 ? flops / seconds / 1e9 : 0;
}

static void write_rates(FILE *f, const struct timed_run *run, const char *const key[4])
{
    const struct model_flops *m = &run->flops;
    if (!run->ran)
        return;
    fprintf(f, "GFLOP/s Summary::%s=%g\n", key[0],
            rate(m->ortho, inclusive(run, PHASE_ORTHO, PHASE_ORTHO)));
    fprintf(f, "GFLOP/s Summary::%s=%g\n", key[1],
            rate(m->spmv, inclusive(run, PHASE_SPMV, PHASE_RESIDUAL)));
    fprintf(f, "GFLOP/s Summary::%s=%g\n", key[2],
            rate(m->multigrid, inclusive(run, PHASE_SWEEP_ZERO, PHASE_COARSE)));
    fprintf(f, "GFLOP/s Summary::%s=%g\n", key[3], rate(m->total, run->seconds));
}

static void write_rating(FILE *f, const struct report *r)
{
    static const char *const mixed[4] = {"Raw Orho", "Raw SpMV", "Raw MG", "Raw Total"};
    static const char *const reference[4] = {
        " - Raw Orho  (reference)", " - Raw SpMV  (reference)",
        " - Raw MG    (reference)", " - Raw Total (reference)"};
    fprintf(f, "GFLOP/s Summary=\n");
    write_rates(f, &r->policy, mixed);
    if (r->rated && !r->invalid)
        fprintf(f, "GFLOP/s Summary::Total for benchmark=%g\n", r->rating);
    write_rates(f, &r->reference, reference);
    if (r->reference.ran)
        fprintf(f, "GFLOP/s Summary:: - Total     (reference)=%g\n",
                rate(r->reference.flops.total, r->reference.seconds));
    fprintf(f, "Final Summary=\n");
    if (r->rated && !r->invalid)
        fprintf(f, "Final Summary::HPGMP result is VALID with a GFLOP/s rating of=%g\n",
                r->rating);
    for (int k = 0; k < r->invalid; k++)
        fprintf(f, "Final Summary::HPGMP result is INVALID=%s\n", r->why_invalid[k]);
    for (int k = 0; k < r->unofficial; k++)
        fprintf(f, "Final Summary::Not an official result=%s\n", r->why_unofficial[k]);
}

void report_hpgmp(const struct report *r, const char *folder)
{
    char date[32], path[512];
    time_t t = time(NULL);
    strftime(date, sizeof date, "%Y-%m-%d_%H-%M-%S", localtime(&t));
    snprintf(path, sizeof path, "%s/HPGMP-Benchmark_0.1_%s.txt", folder, date);
    FILE *f = output_open(path);
    write_head(f, r);
    write_validation(f, r);
    fprintf(f, "Benchmark Time Summary=\n");
    write_times(f, &r->policy, "", "");
    write_times(f, &r->reference, " - ", " (reference)");
    write_rating(f, r);
    output_close(f, path);
}
