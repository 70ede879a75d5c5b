/* common/program/report_hpgmp.c - writes HPG-MxP's report file
 * (docs/reference/report.md).
 *
 * A line is `Section::Key=value`. Keys and their order are those of the public code,
 * with its spaces and its spellings `Restic`, `Prlong`, `Orho` and `Mximum`, because
 * scripts look for them. A motif is a part of the solve as the public code divides it:
 *
 *   Ortho       orthogonalization, with its reductions
 *   SpMV        products with A, also that of b - A x, with halo exchanges
 *   MG          the V-cycle = GS + RestrPro
 *   GS          Gauss-Seidel sweeps
 *   RestrPro    restriction (with the residual) and prolongation
 *   VecUpdate   vector updates outside of the other motifs
 *
 * Seconds and bytes are those of the phases (phase.h), operations are those of
 * (1.11), from which the rating is computed.
 */
#include "output.h"
#include "report.h"
#include "tree.h"
#include "tree_defaults.h"
#include <math.h>
#include <stdarg.h>
#include <time.h>

struct writer {
    FILE *file;
    const char *section; /* of the lines that follow */
};

static void section(struct writer *w, const char *name)
{
    w->section = name;
    fprintf(w->file, "%s=\n", name);
}

static void line(const struct writer *w, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
static void line(const struct writer *w, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fprintf(w->file, "%s::", w->section);
    vfprintf(w->file, format, args);
    fputc('\n', w->file);
    va_end(args);
}

/* A number that is not finite is written as 0; the reasons explain it. */
static double finite_or_0(double value)
{
    return isfinite(value) ? value : 0;
}

static int is_rated(const struct report *r)
{
    return r->rated && !r->invalid;
}

/* ---- Problem, memory, validation ---- */

/* The z axis of the process grid is a single part, in which all ranks have the
 * same nz. */
static void write_machine(struct writer *w, const struct report *r)
{
    const struct bench_options *b = &r->options->bench;
    const struct grid *g = &r->level[0].grid;
    static const char axis[] = "xyz";
    const int validates = b->run_type == RUN_BENCHMARK || b->run_type == RUN_NO_REF;
    fprintf(w->file, "HPGMP-Benchmark\nversion=0.1\nRelease date=May 5, 2023\n");
    fprintf(w->file, "Run type=%s\n", option_choice("run_type", b->run_type));
    fprintf(w->file, "Validation type=%s\n",
            validates ? option_choice("validation_type", b->validation) : "None");
    section(w, "Machine Summary");
    line(w, "Distributed Processes=%d", r->ranks);
    line(w, "Threads per processes=%d", r->threads);
    section(w, "Global Problem Dimensions");
    for (int d = 0; d < 3; d++)
        line(w, "Global n%c=%lld", axis[d], (long long)g->p[d] * g->n[d]);
    section(w, "Processor Dimensions");
    for (int d = 0; d < 3; d++)
        line(w, "np%c=%d", axis[d], g->p[d]);
    section(w, "Local Domain Dimensions");
    line(w, "nx=%d", g->n[0]);
    line(w, "ny=%d", g->n[1]);
    line(w, "Lower ipz=0");
    line(w, "Upper ipz=%d", g->p[2] - 1);
    line(w, "nz=%d", g->n[2]);
}

static void write_rows(const struct writer *w, const struct matrix *A)
{
    line(w, "Number of Equations=%lld", (long long)A->global_rows);
    line(w, "Number of Nonzero Terms=%lld", (long long)A->global_nonzeros);
}

static void write_problem(struct writer *w, const struct report *r)
{
    fprintf(w->file, "########## Problem Summary  ##########=\n");
    section(w, "Setup Information");
    line(w, "Setup Time=%g", r->setup);
    section(w, "Linear System Information");
    write_rows(w, &r->level[0].A);
    section(w, "Multigrid Information");
    line(w, "Number of coarse grid levels=%d", r->levels - 1);
    section(w, "Multigrid Information::Coarse Grids");
    for (int l = 1; l < r->levels; l++) {
        line(w, "Grid Level=%d", l);
        write_rows(w, &r->level[l].A);
        line(w, "Number of Presmoother Steps=1");
        line(w, "Number of Postsmoother Steps=1");
    }
}

/* Allocated memory of all ranks, which are taken to be like rank 0. The layout of a
 * tree replaces the CSR arrays, so OptimizeProblem adds no memory. */
static void write_memory(struct writer *w, const struct report *r)
{
    const double gigabytes = 1e-9 * r->ranks;
    const double total = r->memory.hierarchy + r->memory.solver;
    fprintf(w->file, "########## Memory Use Summary  ##########=\n");
    section(w, "Memory Use Information");
    line(w, "Total memory used for data (Gbytes)=%g", gigabytes * total);
    line(w, "Memory used for OptimizeProblem data (Gbytes)=0");
    line(w, "Bytes per equation (Total memory / Number of Equations)=%g",
         r->ranks * total / (double)r->level[0].A.global_rows);
    line(w, "Memory used for linear system and CG (Gbytes)=%g",
         gigabytes * (r->memory.level[0] + r->memory.solver));
    section(w, "Memory Use Information::Coarse Grids");
    for (int l = 1; l < r->levels; l++) {
        line(w, "Grid Level=%d", l);
        line(w, "Memory used=%g", gigabytes * r->memory.level[l]);
    }
}

static void write_validation(struct writer *w, const struct report *r)
{
    const struct validation *v = &r->validation;
    fprintf(w->file, "########## Iterations Summary  ##########=\n");
    section(w, "Iteration Count Information");
    line(w, "Number of processes (validation)=%d", v->ranks);
    line(w, "Restart length (validation)=%d", r->options->restart);
    line(w, "Convergence tolerance (validation)=%g", finite_or_0(v->tolerance));
    for (int k = 0; k < 2; k++) {
        const struct outcome *o = k ? &v->policy : &v->reference;
        const char *name = k ? "optimized" : "reference";
        line(w, "Number of %s iterations (validation)=%d", name, o->iterations);
        line(w, "Initial residual norm of %s iterations (validation)=%g", name,
             finite_or_0(o->initial));
        line(w, "Final residual norm of %s iterations (validation)=%g", name,
             finite_or_0(o->final));
    }
    line(w, "Penalty factor (validation)=%g",
         v->ran ? finite_or_0(1 / v->ratio) : 1);
}

/* ---- Timed phases ---- */

enum motif {
    NOT_MEASURED,
    ORTHO,
    REDUCE, /* the reductions within the orthogonalization */
    SPMV,
    HALO_EXCHANGE, /* the halo exchanges within SpMV */
    MG,
    GS,
    RESTRICT,
    PROLONG,
    TRANSFER, /* restriction and prolongation */
    UPDATE,
    OTHER, /* the total without the motifs */
    TOTAL,
    CALLS, /* numbers of products and of V-cycles, as "seconds" */
    MOTIFS
};

struct measured {
    double seconds[MOTIFS], flops[MOTIFS], bytes[MOTIFS];
};

/* All zero if the run did not take place. */
static struct measured measure(const struct timed_run *run)
{
    struct measured m = {{0}, {0}, {0}};
    struct phase_cell p[PHASES];
    for (int k = 0; k < PHASES; k++)
        p[k] = phase_total(&run->phases, (enum phase)k);
    double *s = m.seconds, *f = m.flops, *b = m.bytes;
    s[ORTHO] = p[PHASE_ORTHO].seconds;
    s[REDUCE] = p[PHASE_ORTHO].nested;
    s[SPMV] = p[PHASE_SPMV].seconds + p[PHASE_RESIDUAL].seconds;
    s[HALO_EXCHANGE] = p[PHASE_SPMV].nested + p[PHASE_RESIDUAL].nested;
    s[GS] = p[PHASE_SWEEP_ZERO_GUESS].seconds + p[PHASE_SWEEP].seconds;
    s[RESTRICT] = p[PHASE_RESTRICT].seconds;
    s[PROLONG] = p[PHASE_PROLONG].seconds;
    s[TRANSFER] = s[RESTRICT] + s[PROLONG];
    s[MG] = s[GS] + s[TRANSFER];
    s[UPDATE] = p[PHASE_UPDATE].seconds;
    /* On a device the seconds of motifs come from another cycle (verb_time_rated). If
     * their sum exceeds the total, they are reduced, because the parts in the file
     * must add up to the total. */
    const double sum = s[ORTHO] + s[SPMV] + s[MG] + s[UPDATE];
    const double factor =
        run->sample && sum > run->seconds ? run->seconds / sum : 1;
    for (int k = 0; k < OTHER; k++)
        s[k] *= factor;
    s[TOTAL] = run->seconds;
    s[OTHER] = s[TOTAL] - factor * sum;
    s[CALLS] = run->sum.iterations + run->sum.cycles;
    f[ORTHO] = run->flops.ortho;
    f[SPMV] = run->flops.spmv;
    f[MG] = run->flops.multigrid;
    f[UPDATE] = run->flops.update;
    f[TOTAL] = run->flops.total;
    b[ORTHO] = p[PHASE_ORTHO].bytes;
    b[SPMV] = p[PHASE_SPMV].bytes + p[PHASE_RESIDUAL].bytes;
    b[GS] = p[PHASE_SWEEP_ZERO_GUESS].bytes + p[PHASE_SWEEP].bytes;
    b[TRANSFER] = p[PHASE_RESTRICT].bytes + p[PHASE_PROLONG].bytes;
    b[MG] = b[GS] + b[TRANSFER];
    b[UPDATE] = p[PHASE_UPDATE].bytes;
    b[TOTAL] = b[ORTHO] + b[SPMV] + b[MG] + b[UPDATE];
    return m;
}

/* The keys of a motif for the run with the policy and the one in double precision;
 * NULL: there is no such line. */
struct keys {
    const char *policy, *reference;
    enum motif motif;
};

static const struct keys times[] = {
    {"Num SpMVs", " - Num SpMVs  (reference)", CALLS},
    {"Num MGs", " - Num MGs    (reference)", CALLS},
    {"Ortho", " - Ortho   (reference)", ORTHO},
    {" DDOT", " -  DDOT   (reference)", REDUCE},
    {"  DDOT (comp)", " -   DDOT (comp)", NOT_MEASURED},
    {"  DDOT (comm)", " -   DDOT (comm)", REDUCE},
    {"  GEMV", " -  GEMV (reference)", NOT_MEASURED},
    {"SpMV", " - SpMV    (reference)", SPMV},
    {"  SpMV (copy)", NULL, NOT_MEASURED},
    {"  SpMV (halo)", NULL, HALO_EXCHANGE},
    {"MG", " - MG      (reference)", MG},
    {" SpMV", " -  SpMV   (reference)", NOT_MEASURED},
    {" SpTRSV", " -  SpTRSV (reference)", GS},
    {" Restic", " -  Restic (reference)", RESTRICT},
    {" Prlong", " -  Prlong (reference)", PROLONG},
    {"VecUpdate", NULL, UPDATE},
    {"Total", " - Total   (reference)", TOTAL},
    {0}};
static const struct keys operations[] = {
    {"Raw Ortho", " - Raw Ortho (reference)", ORTHO},
    {"Raw SpMV", " - Raw SpMV  (reference)", SPMV},
    {"Raw MG", " - Raw MG    (reference)", MG},
    {"Total", " - Raw Total (reference)", TOTAL},
    {0}};
/* The section on traffic has no total, that on bandwidths no QRhost. */
static const struct keys traffic[] = {
    {" - Raw Ortho  (mxp)", " - Raw Ortho  (reference)", ORTHO},
    {" - Raw SpMV   (mxp)", " - Raw SpMV   (reference)", SPMV},
    {" - Raw MG     (mxp)", " - Raw MG     (reference)", MG},
    {" -   GS       (mxp)", " -   GS       (reference)", GS},
    {" -   RestrPro (mxp)", " -   RestrPro (reference)", TRANSFER},
    {" - Raw vecupd (mxp)", " - Raw vecupd (reference)", UPDATE},
    {" - Raw QRhost (mxp)", " - Raw QRhost (reference)", NOT_MEASURED},
    {" - Raw Total  (mxp)", " - Raw Total  (reference)", TOTAL},
    {0}};
static const struct keys rates[] = {
    {"Raw Orho", " - Raw Orho  (reference)", ORTHO},
    {"Raw SpMV", " - Raw SpMV  (reference)", SPMV},
    {"Raw MG", " - Raw MG    (reference)", MG},
    {"Raw Total", " - Raw Total (reference)", TOTAL},
    {NULL, " - Total     (reference)", TOTAL},
    {0}};
/* Our own lines complete the sums over the motifs. */
static const struct keys own_flops[] = {
    {"Operations of VecUpdate", "Operations of VecUpdate (reference)", UPDATE},
    {0}};
static const struct keys own_times[] = {
    {NULL, "VecUpdate (reference)", UPDATE},
    {"Time outside of the motifs", "Time outside of the motifs (reference)", OTHER},
    {0}};

enum value { SECONDS, FLOPS, BYTES, BANDWIDTH, RATE };

static double value_of(const struct measured *m, enum motif k, enum value v)
{
    const double giga = m->seconds[k] > 0 ? 1e-9 / m->seconds[k] : 0;
    return v == SECONDS     ? m->seconds[k]
           : v == FLOPS     ? m->flops[k]
           : v == BYTES     ? 1e-9 * m->bytes[k]
           : v == BANDWIDTH ? giga * m->bytes[k]
                            : giga * m->flops[k];
}

/* The measured values of the run with the policy, [0], and in double precision, [1]. */
static void write_motifs(const struct writer *w, const struct keys *keys,
                         const struct measured m[2], enum value v)
{
    for (int run = 0; run < 2; run++)
        for (const struct keys *k = keys; k->policy || k->reference; k++) {
            const char *key = run ? k->reference : k->policy;
            if (!key || (run && m[1].seconds[TOTAL] == 0) ||
                (v == BYTES && k->motif == TOTAL) ||
                (v == BANDWIDTH && k->motif == NOT_MEASURED))
                continue;
            line(w, "%s=%g", key, finite_or_0(value_of(&m[run], k->motif, v)));
        }
}

static void write_performance(struct writer *w, const struct report *r,
                              const struct measured m[2])
{
    /* The optimization is the time for the order of the rows and for the layout. The
     * public code compares it with one SpMV and one V-cycle in double precision. */
    const double optimization = r->order + r->layout, *s = m[1].seconds;
    fprintf(w->file, "########## Performance Summary (times in sec) ##########=\n");
    section(w, "Benchmark Time Summary");
    line(w, "Run time requested (benchmark)=%g", r->options->bench.seconds);
    line(w, "Min run time required (benchmark)=%d", OFFICIAL_SECONDS);
    line(w, "Number of GMRES calls (benchmark)=%d", r->policy.solves);
    line(w, "Mximum number of iterations (benchmark)=%d", r->options->limit);
    line(w, "Optimization phase=%g", optimization);
    write_motifs(w, times, m, SECONDS);
    section(w, "Floating Point Operations Summary");
    write_motifs(w, operations, m, FLOPS);
    section(w, "Memory Traffic (GB)");
    write_motifs(w, traffic, m, BYTES);
    section(w, "Memory Bandwidth (GB/s)");
    write_motifs(w, traffic, m, BANDWIDTH);
    if (is_rated(r))
        line(w, "Total for benchmark=%g",
             value_of(&m[0], TOTAL, BANDWIDTH) * r->validation.ratio);
    section(w, "GFLOP/s Summary");
    write_motifs(w, rates, m, RATE);
    if (is_rated(r))
        line(w, "Total for benchmark=%g", r->rating);
    section(w, "User Optimization Overheads");
    line(w, "Optimization phase time (sec)=%g", optimization);
    line(w, "Optimization phase time vs reference SpMV+MG time=%g",
         s[TOTAL] > 0 ? finite_or_0(optimization * s[CALLS] / (s[SPMV] + s[MG]))
                      : 0);
}

/* ---- The verdict ---- */

static void write_verdict(struct writer *w, const struct report *r)
{
    static const char *const note =
        "used=Performance results are most likely suboptimal";
    section(w, "Final Summary");
    if (!is_rated(r)) {
        line(w, "HPGMP result is=%s", r->invalid ? "INVALID." : "no rating.");
        line(w, "Please review the YAML file contents=You may NOT submit these "
                "results for consideration.");
        return;
    }
    line(w, "HPGMP result is VALID with a GFLOP/s rating of=%g", r->rating);
    /* functions whose counterparts this tree takes from ref/ */
    if (tree_reference_vectors)
        line(w, "Reference version of ComputeDotProduct %s", note);
    if (tree_reference_spmv)
        line(w, "Reference version of ComputeSPMV %s", note);
    if (tree_reference_vectors)
        line(w, "Reference version of ComputeWAXPBY %s", note);
    if (r->policy.seconds < OFFICIAL_SECONDS) {
        line(w, "Results are valid but execution time (sec) is=%g",
             r->policy.seconds);
        line(w, "Official results execution time (sec) must be at least=%d",
             OFFICIAL_SECONDS);
    }
}

/* Our own keys. They follow after all others, so that no script meets them. */
static void write_own(struct writer *w, const struct report *r,
                      const struct measured m[2])
{
    section(w, "memwall");
    line(w, "Implementation=%s %s", tree_program, machine_commit());
    line(w, "Policy=%s", r->options->policy.name);
    if (tree_extension())
        line(w, "Extension of the rules=%s", tree_extension());
    write_motifs(w, own_flops, m, FLOPS);
    write_motifs(w, own_times, m, SECONDS);
    for (int k = 0; k < r->invalid; k++)
        line(w, "Not valid=%s", r->invalid_reason[k]);
    for (int k = 0; k < r->unofficial; k++)
        line(w, "Not official=%s", r->unofficial_reason[k]);
}

void report_hpgmp(const struct report *r, const char *folder)
{
    const struct measured m[2] = {measure(&r->policy), measure(&r->reference)};
    char date[32], stem[512];
    time_t t = time(NULL);
    strftime(date, sizeof date, "%Y-%m-%d_%H-%M-%S", localtime(&t));
    snprintf(stem, sizeof stem, "%s/HPGMP-Benchmark_0.1_%s", folder, date);
    struct writer w = {.file = output_open_new(stem, "txt")};
    write_machine(&w, r);
    write_problem(&w, r);
    write_memory(&w, r);
    write_validation(&w, r);
    write_performance(&w, r, m);
    write_verdict(&w, r);
    write_own(&w, r, m);
    output_close_new(w.file, stem, "txt");
}
