/* common/program/report_hpgmp.c - writes HPG-MxP's report file: the problem, the
 * memory, the validation and the verdict. report_hpgmp_times.c writes the rest.
 */
#include "report_hpgmp.h"
#include "tree_defaults.h"
#include "flags.h"
#include "output.h"
#include "tree.h"
#include <math.h>
#include <time.h>

void hpgmp_number(FILE *f, const char *section, const char *key, double value)
{
    fprintf(f, "%s::%s=%g\n", section, key, isfinite(value) ? value : 0);
}

void hpgmp_integer(FILE *f, const char *section, const char *key, long long value)
{
    fprintf(f, "%s::%s=%lld\n", section, key, value);
}

void hpgmp_text(FILE *f, const char *section, const char *key, const char *value)
{
    fprintf(f, "%s::%s=%s\n", section, key, value);
}

/* 1 if the run type has a validation and a rating. */
static int is_benchmark(const struct report *r)
{
    const int type = r->options->bench.run_type;
    return type == RUN_BENCHMARK || type == RUN_NO_REF;
}

static void write_run(FILE *f, const struct report *r)
{
    const struct bench_options *b = &r->options->bench;
    fprintf(f, "HPGMP-Benchmark\nversion=0.1\nRelease date=May 5, 2023\n");
    fprintf(f, "Run type=%s\n", option_choice("run_type", b->run_type));
    fprintf(f, "Validation type=%s\n",
            is_benchmark(r) ? option_choice("validation_type", b->validation)
                            : "None");
    fprintf(f, "Machine Summary=\n");
    hpgmp_integer(f, "Machine Summary", "Distributed Processes", r->ranks);
    hpgmp_integer(f, "Machine Summary", "Threads per processes", r->threads);
}

/* The z axis of the process grid is a single part, in which all ranks have the
 * same nz. */
static void write_dimensions(FILE *f, const struct grid *g)
{
    static const char *const global[] = {"Global nx", "Global ny", "Global nz"};
    static const char *const process[] = {"npx", "npy", "npz"};
    const char *section = "Global Problem Dimensions";
    fprintf(f, "%s=\n", section);
    for (int d = 0; d < 3; d++)
        hpgmp_integer(f, section, global[d], (long long)g->p[d] * g->n[d]);
    section = "Processor Dimensions";
    fprintf(f, "%s=\n", section);
    for (int d = 0; d < 3; d++)
        hpgmp_integer(f, section, process[d], g->p[d]);
    section = "Local Domain Dimensions";
    fprintf(f, "%s=\n", section);
    hpgmp_integer(f, section, "nx", g->n[0]);
    hpgmp_integer(f, section, "ny", g->n[1]);
    hpgmp_integer(f, section, "Lower ipz", 0);
    hpgmp_integer(f, section, "Upper ipz", g->p[2] - 1);
    hpgmp_integer(f, section, "nz", g->n[2]);
}

static void write_problem(FILE *f, const struct report *r)
{
    const char *section = "Linear System Information";
    fprintf(f, "########## Problem Summary  ##########=\nSetup Information=\n");
    hpgmp_number(f, "Setup Information", "Setup Time", r->setup);
    fprintf(f, "%s=\n", section);
    hpgmp_integer(f, section, "Number of Equations", r->level[0].A.global_rows);
    hpgmp_integer(f, section, "Number of Nonzero Terms",
                  r->level[0].A.global_nonzeros);
    section = "Multigrid Information";
    fprintf(f, "%s=\n", section);
    hpgmp_integer(f, section, "Number of coarse grid levels", r->levels - 1);
    section = "Multigrid Information::Coarse Grids";
    fprintf(f, "%s=\n", section);
    for (int l = 1; l < r->levels; l++) {
        hpgmp_integer(f, section, "Grid Level", l);
        hpgmp_integer(f, section, "Number of Equations", r->level[l].A.global_rows);
        hpgmp_integer(f, section, "Number of Nonzero Terms",
                      r->level[l].A.global_nonzeros);
        hpgmp_integer(f, section, "Number of Presmoother Steps", 1);
        hpgmp_integer(f, section, "Number of Postsmoother Steps", 1);
    }
}

/* Modeled memory of all ranks, which are taken to be like rank 0. The layout of a
 * tree replaces the CSR arrays, so OptimizeProblem adds no memory. */
static void write_memory(FILE *f, const struct report *r)
{
    const char *section = "Memory Use Information";
    const double gigabytes = 1e-9 * r->ranks;
    const double total = (double)(r->memory.hierarchy + r->memory.solver);
    fprintf(f, "########## Memory Use Summary  ##########=\n%s=\n", section);
    hpgmp_number(f, section, "Total memory used for data (Gbytes)",
                 gigabytes * total);
    hpgmp_number(f, section, "Memory used for OptimizeProblem data (Gbytes)", 0);
    hpgmp_number(f, section,
                 "Bytes per equation (Total memory / Number of Equations)",
                 r->ranks * total / (double)r->level[0].A.global_rows);
    hpgmp_number(f, section, "Memory used for linear system and CG (Gbytes)",
                 gigabytes * (double)(r->memory.level[0] + r->memory.solver));
    section = "Memory Use Information::Coarse Grids";
    fprintf(f, "%s=\n", section);
    for (int l = 1; l < r->levels; l++) {
        hpgmp_integer(f, section, "Grid Level", l);
        hpgmp_number(f, section, "Memory used",
                     gigabytes * (double)r->memory.level[l]);
    }
}

static void write_validation(FILE *f, const struct report *r)
{
    const struct validation *v = &r->validation;
    const char *section = "Iteration Count Information";
    fprintf(f, "########## Iterations Summary  ##########=\n%s=\n", section);
    hpgmp_integer(f, section, "Number of processes (validation)", v->ranks);
    hpgmp_integer(f, section, "Restart length (validation)", r->options->restart);
    hpgmp_number(f, section, "Convergence tolerance (validation)", v->tolerance);
    hpgmp_integer(f, section, "Number of reference iterations (validation)",
                  v->reference.iterations);
    hpgmp_number(f, section,
                 "Initial residual norm of reference iterations (validation)",
                 v->reference.initial);
    hpgmp_number(f, section,
                 "Final residual norm of reference iterations (validation)",
                 v->reference.final);
    hpgmp_integer(f, section, "Number of optimized iterations (validation)",
                  v->policy.iterations);
    hpgmp_number(f, section,
                 "Initial residual norm of optimized iterations (validation)",
                 v->policy.initial);
    hpgmp_number(f, section,
                 "Final residual norm of optimized iterations (validation)",
                 v->policy.final);
    hpgmp_number(f, section, "Penalty factor (validation)",
                 v->ran ? 1 / v->ratio : 1);
}

/* Names the functions of the public code whose counterparts this tree takes from
 * ref/. */
static void write_reference_versions(FILE *f, const char *section)
{
    static const char *const note =
        "Performance results are most likely suboptimal";
    if (tree_reference_vectors)
        hpgmp_text(f, section, "Reference version of ComputeDotProduct used", note);
    if (tree_reference_spmv)
        hpgmp_text(f, section, "Reference version of ComputeSPMV used", note);
    if (tree_reference_vectors)
        hpgmp_text(f, section, "Reference version of ComputeWAXPBY used", note);
}

static void write_verdict(FILE *f, const struct report *r)
{
    const char *section = "Final Summary";
    fprintf(f, "%s=\n", section);
    if (!r->rated || r->invalid) {
        hpgmp_text(f, section, "HPGMP result is", "INVALID.");
        hpgmp_text(f, section, "Please review the YAML file contents",
                   "You may NOT submit these results for consideration.");
        return;
    }
    hpgmp_number(f, section, "HPGMP result is VALID with a GFLOP/s rating of",
                 r->rating);
    write_reference_versions(f, section);
    if (r->policy.seconds < OFFICIAL_SECONDS) {
        hpgmp_number(f, section, "Results are valid but execution time (sec) is",
                     r->policy.seconds);
        hpgmp_integer(f, section,
                      "Official results execution time (sec) must be at least",
                      OFFICIAL_SECONDS);
    }
}

/* Our own keys. They follow after all others, so that no script meets them. */
static void write_own(FILE *f, const struct report *r)
{
    const char *section = "memwall";
    fprintf(f, "%s=\n", section);
    fprintf(f, "%s::Implementation=%s %s\n", section, tree_program,
            machine_commit());
    hpgmp_text(f, section, "Policy", r->options->policy.name);
    if (tree_extension())
        hpgmp_text(f, section, "Extension of the rules", tree_extension());
    hpgmp_performance_rest(f, r);
    for (int k = 0; k < r->invalid; k++)
        hpgmp_text(f, section, "Not valid", r->invalid_reason[k]);
    for (int k = 0; k < r->unofficial; k++)
        hpgmp_text(f, section, "Not official", r->unofficial_reason[k]);
}

void report_hpgmp(const struct report *r, const char *folder)
{
    char date[32], stem[512];
    time_t t = time(NULL);
    strftime(date, sizeof date, "%Y-%m-%d_%H-%M-%S", localtime(&t));
    snprintf(stem, sizeof stem, "%s/HPGMP-Benchmark_0.1_%s", folder, date);
    FILE *f = output_open_new(stem, "txt");
    write_run(f, r);
    write_dimensions(f, &r->level[0].grid);
    write_problem(f, r);
    write_memory(f, r);
    write_validation(f, r);
    hpgmp_performance(f, r);
    write_verdict(f, r);
    write_own(f, r);
    output_close_new(f, stem, "txt");
}
