/* common/program/report_hpgmp.c - writes HPG-MxP's own report file.
 *
 * The keys are those of the public codes, because existing scripts parse them. This
 * includes their spaces and the spellings `Restic`, `Prlong` and `Orho`.
 */
#include "output.h"
#include "report.h"
#include <stdio.h>
#include <time.h>

/* Seconds of the phases first .. last on all levels, with nested phases. */
static double inclusive(const struct timed_run *run, enum phase first,
                        enum phase last)
{
    double seconds = 0;
    for (int p = first; p <= (int)last; p++) {
        struct phase_cell all = phase_total(&run->phases, (enum phase)p);
        seconds += all.seconds;
    }
    return seconds;
}

static void write_head(FILE *f, const struct report *r)
{
    const struct grid *g = &r->level[0].grid;
    static const char axis[3] = {'x', 'y', 'z'};
    fprintf(f, "HPGMP-Benchmark\nversion=0.1\n");
    fprintf(f, "Implementation=memwall-%s %s\n", TREE, machine_commit());
    fprintf(f, "Machine Summary=\nMachine Summary::Distributed Processes=%d\n",
            r->ranks);
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
    fprintf(f, "Validation Summary::Reference iterations=%d\n",
            v->reference.iterations);
    fprintf(f, "Validation Summary::Mixed iterations=%d\n", v->policy.iterations);
    fprintf(f, "Validation Summary::Ratio=%g\n", v->ratio);
}

/* Writes one line per phase; each key is before + name + after. */
static void write_times(FILE *f, const struct timed_run *run, const char *before,
                        const char *after)
{
    static const struct {
        const char *name;
        enum phase first, last;
    } line[] = {{"Ortho", PHASE_ORTHO, PHASE_ORTHO},
                {"SpMV", PHASE_SPMV, PHASE_RESIDUAL},
                {"MG", PHASE_SWEEP_ZERO_GUESS, PHASE_PROLONG},
                {" SpTRSV", PHASE_SWEEP_ZERO_GUESS, PHASE_SWEEP},
                {" Restic", PHASE_RESTRICT, PHASE_RESTRICT},
                {" Prlong", PHASE_PROLONG, PHASE_PROLONG},
                {"VecUpdate", PHASE_UPDATE, PHASE_UPDATE}};
    const char *section = "Benchmark Time Summary::";
    if (!run->ran)
        return;
    for (size_t k = 0; k < sizeof line / sizeof *line; k++)
        fprintf(f, "%s%s%s%s=%g\n", section, before, line[k].name, after,
                inclusive(run, line[k].first, line[k].last));
    fprintf(f, "%s%sTotal%s=%g\n", section, before, after, run->seconds);
}

/* GFLOP/s. */
static double rate(double flops, double seconds)
{
    return seconds > 0 ? flops / seconds / 1e9 : 0;
}

/* Writes GFLOP/s of orthogonalization, SpMV, multigrid and total by (1.11). */
static void write_rates(FILE *f, const struct timed_run *run,
                        const char *const key[4])
{
    const struct model_flops *m = &run->flops;
    if (!run->ran)
        return;
    fprintf(f, "GFLOP/s Summary::%s=%g\n", key[0],
            rate(m->ortho, inclusive(run, PHASE_ORTHO, PHASE_ORTHO)));
    fprintf(f, "GFLOP/s Summary::%s=%g\n", key[1],
            rate(m->spmv, inclusive(run, PHASE_SPMV, PHASE_RESIDUAL)));
    fprintf(
        f, "GFLOP/s Summary::%s=%g\n", key[2],
        rate(m->multigrid, inclusive(run, PHASE_SWEEP_ZERO_GUESS, PHASE_PROLONG)));
    fprintf(f, "GFLOP/s Summary::%s=%g\n", key[3], rate(m->total, run->seconds));
}

static void write_rating(FILE *f, const struct report *r)
{
    static const char *const mixed[4] = {"Raw Orho", "Raw SpMV", "Raw MG",
                                         "Raw Total"};
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
        fprintf(
            f, "Final Summary::HPGMP result is VALID with a GFLOP/s rating of=%g\n",
            r->rating);
    for (int k = 0; k < r->invalid; k++)
        fprintf(f, "Final Summary::HPGMP result is INVALID=%s\n",
                r->invalid_reason[k]);
    for (int k = 0; k < r->unofficial; k++)
        fprintf(f, "Final Summary::Not an official result=%s\n",
                r->unofficial_reason[k]);
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
