/* common/hpgmxp/report_hpgmp.c - writes HPG-MxP's report file
 * (docs/reference/report.md).
 *
 * A line is `Section::Key=value`. Keys and their order follow the public code,
 * with its spaces and its spellings `Restic`, `Prlong`, `Orho` and `Mximum`, because
 * scripts look for them. A motif is a part of the solve as the public code divides it:
 *
 *   Ortho       orthogonalization, with its reductions
 *   SpMV        products with A, also in b - A x, with halo exchanges
 *   MG          the V-cycle = GS + RestrPro
 *   GS          Gauss-Seidel sweeps
 *   RestrPro    restriction (with the residual) and prolongation
 *   VecUpdate   vector updates outside of the other motifs
 *
 * Seconds and bytes come from the phases (phase.h), operations from (1.11),
 * from which the rating is computed.
 */
#include "machine.h"
#include "output.h"
#include "report.h"
#include "tree.h"
#include <inttypes.h>
#include <math.h>
#include <time.h>

struct writer {
    FILE *file;
    const char *section; /* of the lines that follow; "": none */
};

/* Begins a section. */
static void section(struct writer *w, const char *name)
{
    w->section = name;
    fprintf(w->file, "%s=\n", name);
}

/* The line "section::key=value". */
static void words(struct writer *w, const char *key, const char *value)
{
    fprintf(w->file, "%s%s%s=%s\n", w->section, *w->section ? "::" : "", key,
            value);
}

/* A number that is not finite is written as 0; the reasons explain it. */
static void number(struct writer *w, const char *key, double value)
{
    char text[32];
    snprintf(text, sizeof text, "%g", isfinite(value) ? value : 0);
    words(w, key, text);
}

static void whole(struct writer *w, const char *key, int64_t value)
{
    char text[32];
    snprintf(text, sizeof text, "%" PRId64, value);
    words(w, key, text);
}

/* ---- Problem, memory, validation ---- */

/* The z axis of the process grid is a single part, in which all ranks have the
 * same nz. */
static void write_machine(struct writer *w, const struct bench *b)
{
    const struct box *g = &b->grid;
    static const char *const global[] = {"Global nx", "Global ny", "Global nz"},
                             *const processes[] = {"npx", "npy", "npz"};
    fprintf(w->file, "HPGMP-Benchmark\n");
    words(w, "version", "0.1");
    words(w, "Release date", "May 5, 2023");
    words(w, "Run type",
          option_choice(bench_table, "run_type", b->options->run_type));
    words(w, "Validation type",
          b->validation.ran ? option_choice(bench_table, "validation_type",
                                            b->options->validation)
                            : "None");
    section(w, "Machine Summary");
    whole(w, "Distributed Processes", b->run->ranks);
    whole(w, "Threads per processes", b->run->threads);
    section(w, "Global Problem Dimensions");
    for (int d = 0; d < 3; d++)
        whole(w, global[d], (int64_t)g->p[d] * g->n[d]);
    section(w, "Processor Dimensions");
    for (int d = 0; d < 3; d++)
        whole(w, processes[d], g->p[d]);
    section(w, "Local Domain Dimensions");
    whole(w, "nx", g->n[0]);
    whole(w, "ny", g->n[1]);
    whole(w, "Lower ipz", 0);
    whole(w, "Upper ipz", g->p[2] - 1);
    whole(w, "nz", g->n[2]);
}

static void write_rows(struct writer *w, const struct size_of_level *level)
{
    whole(w, "Number of Equations", level->rows);
    whole(w, "Number of Nonzero Terms", level->nonzeros);
}

static void write_problem(struct writer *w, const struct bench *b)
{
    section(w, "########## Problem Summary  ##########");
    section(w, "Setup Information");
    number(w, "Setup Time", b->setup.times.all);
    section(w, "Linear System Information");
    write_rows(w, &b->setup.level[0]);
    section(w, "Multigrid Information");
    whole(w, "Number of coarse grid levels", b->setup.levels - 1);
    section(w, "Multigrid Information::Coarse Grids");
    for (int l = 1; l < b->setup.levels; l++) {
        whole(w, "Grid Level", l);
        write_rows(w, &b->setup.level[l]);
        whole(w, "Number of Presmoother Steps", 1);
        whole(w, "Number of Postsmoother Steps", 1);
    }
}

/* Allocated memory of all ranks, which are taken to be like rank 0. The layout of a
 * tree replaces the CSR arrays, so OptimizeProblem adds no memory. */
static void write_memory(struct writer *w, const struct bench *b)
{
    const double gigabytes = 1e-9 * b->run->ranks;
    const double total = b->run->memory.matrices + b->run->memory.vectors;
    section(w, "########## Memory Use Summary  ##########");
    section(w, "Memory Use Information");
    number(w, "Total memory used for data (Gbytes)", gigabytes * total);
    whole(w, "Memory used for OptimizeProblem data (Gbytes)", 0);
    number(w, "Bytes per equation (Total memory / Number of Equations)",
           b->run->ranks * total / (double)b->setup.level[0].rows);
    number(w, "Memory used for linear system and CG (Gbytes)",
           gigabytes * (b->level_bytes[0] + b->run->memory.vectors));
    section(w, "Memory Use Information::Coarse Grids");
    for (int l = 1; l < b->setup.levels; l++) {
        whole(w, "Grid Level", l);
        number(w, "Memory used", gigabytes * b->level_bytes[l]);
    }
}

static void write_validation(struct writer *w, const struct bench *b)
{
    const struct validation *v = &b->validation;
    const struct outcome *d = &v->outcome[0], *m = &v->outcome[1];
    section(w, "########## Iterations Summary  ##########");
    section(w, "Iteration Count Information");
    whole(w, "Number of processes (validation)", v->ranks);
    whole(w, "Restart length (validation)", b->options->gmres.restart);
    number(w, "Convergence tolerance (validation)", v->tolerance);
    whole(w, "Number of reference iterations (validation)", d->iterations);
    number(w, "Initial residual norm of reference iterations (validation)",
           d->initial);
    number(w, "Final residual norm of reference iterations (validation)", d->final);
    whole(w, "Number of optimized iterations (validation)", m->iterations);
    number(w, "Initial residual norm of optimized iterations (validation)",
           m->initial);
    number(w, "Final residual norm of optimized iterations (validation)", m->final);
    number(w, "Penalty factor (validation)", v->ran ? 1 / v->ratio : 1);
}

/* ---- Timed phases ---- */

enum motif {
    NOT_MEASURED,
    ORTHO,
    SPMV,
    MG,
    GS,
    RESTRICT,
    PROLONG,
    TRANSFER, /* restriction and prolongation */
    UPDATE,
    REDUCE,        /* the reductions within the orthogonalization */
    HALO_EXCHANGE, /* the halo exchanges within SpMV */
    OTHER,         /* the total without the motifs */
    TOTAL,
    CALLS, /* counts of products and of V-cycles, as "seconds" */
    MOTIFS
};

/* Bit p: phase p belongs to the motif. */
static const unsigned phases_of[MOTIFS] = {
    [ORTHO] = 1u << PHASE_ORTHO,
    [SPMV] = 1u << PHASE_SPMV | 1u << PHASE_RESIDUAL,
    [MG] = 1u << PHASE_SWEEP_ZERO_GUESS | 1u << PHASE_SWEEP | 1u << PHASE_RESTRICT |
           1u << PHASE_PROLONG,
    [GS] = 1u << PHASE_SWEEP_ZERO_GUESS | 1u << PHASE_SWEEP,
    [RESTRICT] = 1u << PHASE_RESTRICT,
    [PROLONG] = 1u << PHASE_PROLONG,
    [TRANSFER] = 1u << PHASE_RESTRICT | 1u << PHASE_PROLONG,
    [UPDATE] = 1u << PHASE_UPDATE,
};

struct measured {
    double seconds[MOTIFS], flops[MOTIFS], bytes[MOTIFS];
};

/* All zero if the run did not take place. */
static struct measured measure(const struct timed_solves *t)
{
    struct measured m = {.flops = {[ORTHO] = t->flops.ortho,
                                   [SPMV] = t->flops.spmv,
                                   [MG] = t->flops.multigrid,
                                   [UPDATE] = t->flops.update,
                                   [TOTAL] = t->flops.total}};
    double *s = m.seconds, *b = m.bytes, nested[MOTIFS] = {0};
    for (int k = 0; k < MOTIFS; k++)
        for (int p = 0; p < PHASES; p++) {
            const struct phase_cell cell =
                phase_total(&t->timing.phases, (enum phase)p);
            const int belongs = phases_of[k] >> p & 1;
            s[k] += belongs * cell.seconds;
            nested[k] += belongs * cell.nested;
            b[k] += belongs * cell.bytes;
        }
    s[REDUCE] = nested[ORTHO];
    s[HALO_EXCHANGE] = nested[SPMV];
    /* On a device the seconds of motifs come from other cycles (timed_stage). If
     * their sum exceeds the total, they are reduced, because the parts in the file
     * must add up to the total. */
    const double sum = s[ORTHO] + s[SPMV] + s[MG] + s[UPDATE];
    const double factor =
        t->timing.sample && sum > t->timing.seconds ? t->timing.seconds / sum : 1;
    for (int k = 0; k < OTHER; k++)
        s[k] *= factor;
    s[TOTAL] = t->timing.seconds;
    s[OTHER] = s[TOTAL] - factor * sum;
    s[CALLS] = t->sum.iterations + t->sum.cycles;
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
static void write_motifs(struct writer *w, const struct keys *keys,
                         const struct measured m[2], enum value v)
{
    for (int run = 0; run < 2; run++)
        for (const struct keys *k = keys; k->policy || k->reference; k++) {
            const char *key = run ? k->reference : k->policy;
            if (!key || (run && m[1].seconds[TOTAL] == 0) ||
                (v == BYTES && k->motif == TOTAL) ||
                (v == BANDWIDTH && k->motif == NOT_MEASURED))
                continue;
            number(w, key, value_of(&m[run], k->motif, v));
        }
}

static void write_performance(struct writer *w, const struct bench *b,
                              const struct measured m[2])
{
    /* The optimization is the time for the order of the rows and for the layout. The
     * public code compares it with one SpMV and one V-cycle in double precision. */
    const double optimization = b->setup.times.order + b->setup.times.layout,
                 *s = m[1].seconds;
    section(w, "########## Performance Summary (times in sec) ##########");
    section(w, "Benchmark Time Summary");
    number(w, "Run time requested (benchmark)", b->options->problem.seconds);
    whole(w, "Min run time required (benchmark)", OFFICIAL_SECONDS);
    whole(w, "Number of GMRES calls (benchmark)", b->mixed.timing.solves);
    whole(w, "Mximum number of iterations (benchmark)", b->options->limit);
    number(w, "Optimization phase", optimization);
    write_motifs(w, times, m, SECONDS);
    section(w, "Floating Point Operations Summary");
    write_motifs(w, operations, m, FLOPS);
    section(w, "Memory Traffic (GB)");
    write_motifs(w, traffic, m, BYTES);
    section(w, "Memory Bandwidth (GB/s)");
    write_motifs(w, traffic, m, BANDWIDTH);
    if (b->rated)
        number(w, "Total for benchmark",
               value_of(&m[0], TOTAL, BANDWIDTH) * b->validation.ratio);
    section(w, "GFLOP/s Summary");
    write_motifs(w, rates, m, RATE);
    if (b->rated)
        number(w, "Total for benchmark", b->rating);
    section(w, "User Optimization Overheads");
    number(w, "Optimization phase time (sec)", optimization);
    number(w, "Optimization phase time vs reference SpMV+MG time",
           s[TOTAL] > 0 ? optimization * s[CALLS] / (s[SPMV] + s[MG]) : 0);
}

/* ---- The verdict ---- */

static void write_verdict(struct writer *w, const struct bench *b)
{
    static const char *const note =
        "Performance results are most likely suboptimal";
    section(w, "Final Summary");
    if (!b->rated) {
        words(w, "HPGMP result is", b->invalid.count ? "INVALID." : "no rating.");
        words(w, "Please review the YAML file contents",
              "You may NOT submit these results for consideration.");
        return;
    }
    number(w, "HPGMP result is VALID with a GFLOP/s rating of", b->rating);
    /* functions whose counterparts this tree takes from ref/ */
    if (tree_reference_vectors)
        words(w, "Reference version of ComputeDotProduct used", note);
    if (tree_reference_spmv)
        words(w, "Reference version of ComputeSPMV used", note);
    if (tree_reference_vectors)
        words(w, "Reference version of ComputeWAXPBY used", note);
    if (b->mixed.timing.seconds < OFFICIAL_SECONDS) {
        number(w, "Results are valid but execution time (sec) is",
               b->mixed.timing.seconds);
        whole(w, "Official results execution time (sec) must be at least",
              OFFICIAL_SECONDS);
    }
}

/* Our own keys. They follow after all others, so that no script meets them. */
static void write_own(struct writer *w, const struct bench *b,
                      const struct measured m[2])
{
    char implementation[128];
    snprintf(implementation, sizeof implementation, "%s %s", tree_program,
             machine_commit());
    section(w, "memwall");
    words(w, "Implementation", implementation);
    words(w, "Policy", b->policies[1].gmres.name);
    if (tree_extension)
        words(w, "Extension of the rules", tree_extension);
    write_motifs(w, own_flops, m, FLOPS);
    write_motifs(w, own_times, m, SECONDS);
    for (int k = 0; k < b->invalid.count; k++)
        words(w, "Not valid", b->invalid.text[k]);
    for (int k = 0; k < b->unofficial.count; k++)
        words(w, "Not official", b->unofficial.text[k]);
}

void report_hpgmp(const struct bench *b, const char *name)
{
    /* As in the public report, what is in mixed precision comes first. */
    const struct measured m[2] = {measure(&b->mixed), measure(&b->in_double)};
    char date[32], stem[TEXT_LENGTH];
    time_t t = time(NULL);
    strftime(date, sizeof date, "%Y-%m-%d_%H-%M-%S", localtime(&t));
    snprintf(stem, sizeof stem, "%s_%s", name, date);
    struct writer w = {output_open(stem), ""};
    write_machine(&w, b);
    write_problem(&w, b);
    write_memory(&w, b);
    write_validation(&w, b);
    write_performance(&w, b, m);
    write_verdict(&w, b);
    write_own(&w, b, m);
    output_close_new(w.file, stem, "txt");
}
