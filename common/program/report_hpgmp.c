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
#include <time.h>

/* A line of the file: "section::key=value". Without a key a section begins; without a
 * section, which ends with an empty name, the line has the key alone. */
struct line {
    const char *key;
    enum { SECTION, NUMBER, WHOLE, WORDS } kind;
    double value;
    const char *words;
};
#define IN(name)          {name, SECTION, 0, NULL}
#define NUMBER(key, x)    {key, NUMBER, x, NULL}
#define WHOLE(key, n)     {key, WHOLE, (double)(n), NULL}
#define WORDS(key, words) {key, WORDS, 0, words}
#define WRITE(...)        write_lines(w, (const struct line[]){__VA_ARGS__, {0}})

struct writer {
    FILE *file;
    const char *section; /* of the lines that follow; "": none */
};

/* A number that is not finite is written as 0; the reasons explain it. */
static void write_lines(struct writer *w, const struct line *line)
{
    for (; line->key; line++) {
        if (line->kind == SECTION) {
            w->section = line->key;
            if (*line->key)
                fprintf(w->file, "%s=\n", line->key);
            continue;
        }
        fprintf(w->file, *w->section ? "%s::%s=" : "%s%s=", w->section, line->key);
        if (line->kind == WORDS)
            fprintf(w->file, "%s\n", line->words);
        else if (line->kind == WHOLE)
            fprintf(w->file, "%.0f\n", line->value);
        else
            fprintf(w->file, "%g\n", isfinite(line->value) ? line->value : 0);
    }
}

/* ---- Problem, memory, validation ---- */

/* The z axis of the process grid is a single part, in which all ranks have the
 * same nz. */
static void write_machine(struct writer *w, const struct report *r)
{
    const struct bench_options *b = &r->options->bench;
    const struct grid *g = &r->level[0].grid;
    const int validates = b->run_type == RUN_BENCHMARK || b->run_type == RUN_NO_REF;
    fprintf(w->file, "HPGMP-Benchmark\n");
    WRITE(IN(""), WORDS("version", "0.1"), WORDS("Release date", "May 5, 2023"),
          WORDS("Run type", option_choice("run_type", b->run_type)),
          WORDS("Validation type",
                validates ? option_choice("validation_type", b->validation) : "None"),
          IN("Machine Summary"), WHOLE("Distributed Processes", r->ranks),
          WHOLE("Threads per processes", r->threads),
          IN("Global Problem Dimensions"),
          WHOLE("Global nx", (double)g->p[0] * g->n[0]),
          WHOLE("Global ny", (double)g->p[1] * g->n[1]),
          WHOLE("Global nz", (double)g->p[2] * g->n[2]), IN("Processor Dimensions"),
          WHOLE("npx", g->p[0]), WHOLE("npy", g->p[1]), WHOLE("npz", g->p[2]),
          IN("Local Domain Dimensions"), WHOLE("nx", g->n[0]), WHOLE("ny", g->n[1]),
          WHOLE("Lower ipz", 0), WHOLE("Upper ipz", g->p[2] - 1),
          WHOLE("nz", g->n[2]));
}

static void write_rows(struct writer *w, const struct matrix *A)
{
    WRITE(WHOLE("Number of Equations", A->global_rows),
          WHOLE("Number of Nonzero Terms", A->global_nonzeros));
}

static void write_problem(struct writer *w, const struct report *r)
{
    WRITE(IN("########## Problem Summary  ##########"), IN("Setup Information"),
          NUMBER("Setup Time", r->setup), IN("Linear System Information"));
    write_rows(w, &r->level[0].A);
    WRITE(IN("Multigrid Information"),
          WHOLE("Number of coarse grid levels", r->levels - 1),
          IN("Multigrid Information::Coarse Grids"));
    for (int l = 1; l < r->levels; l++) {
        WRITE(WHOLE("Grid Level", l));
        write_rows(w, &r->level[l].A);
        WRITE(WHOLE("Number of Presmoother Steps", 1),
              WHOLE("Number of Postsmoother Steps", 1));
    }
}

/* Allocated memory of all ranks, which are taken to be like rank 0. The layout of a
 * tree replaces the CSR arrays, so OptimizeProblem adds no memory. */
static void write_memory(struct writer *w, const struct report *r)
{
    const double gigabytes = 1e-9 * r->ranks;
    const double total = r->memory.hierarchy + r->memory.solver;
    WRITE(IN("########## Memory Use Summary  ##########"),
          IN("Memory Use Information"),
          NUMBER("Total memory used for data (Gbytes)", gigabytes * total),
          WHOLE("Memory used for OptimizeProblem data (Gbytes)", 0),
          NUMBER("Bytes per equation (Total memory / Number of Equations)",
                 r->ranks * total / (double)r->level[0].A.global_rows),
          NUMBER("Memory used for linear system and CG (Gbytes)",
                 gigabytes * (r->memory.level[0] + r->memory.solver)),
          IN("Memory Use Information::Coarse Grids"));
    for (int l = 1; l < r->levels; l++)
        WRITE(WHOLE("Grid Level", l),
              NUMBER("Memory used", gigabytes * r->memory.level[l]));
}

static void write_validation(struct writer *w, const struct report *r)
{
    const struct validation *v = &r->validation;
    const struct outcome *d = &v->reference, *m = &v->policy;
    WRITE(IN("########## Iterations Summary  ##########"),
          IN("Iteration Count Information"),
          WHOLE("Number of processes (validation)", v->ranks),
          WHOLE("Restart length (validation)", r->options->restart),
          NUMBER("Convergence tolerance (validation)", v->tolerance),
          WHOLE("Number of reference iterations (validation)", d->iterations),
          NUMBER("Initial residual norm of reference iterations (validation)",
                 d->initial),
          NUMBER("Final residual norm of reference iterations (validation)",
                 d->final),
          WHOLE("Number of optimized iterations (validation)", m->iterations),
          NUMBER("Initial residual norm of optimized iterations (validation)",
                 m->initial),
          NUMBER("Final residual norm of optimized iterations (validation)",
                 m->final),
          NUMBER("Penalty factor (validation)", v->ran ? 1 / v->ratio : 1));
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
    /* On a device the seconds of motifs come from other cycles (timed_phase). If
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
            WRITE(NUMBER(key, value_of(&m[run], k->motif, v)));
        }
}

static void write_performance(struct writer *w, const struct report *r,
                              const struct measured m[2])
{
    /* The optimization is the time for the order of the rows and for the layout. The
     * public code compares it with one SpMV and one V-cycle in double precision. */
    const double optimization = r->order + r->layout, *s = m[1].seconds;
    WRITE(IN("########## Performance Summary (times in sec) ##########"),
          IN("Benchmark Time Summary"),
          NUMBER("Run time requested (benchmark)", r->options->bench.seconds),
          WHOLE("Min run time required (benchmark)", OFFICIAL_SECONDS),
          WHOLE("Number of GMRES calls (benchmark)", r->policy.solves),
          WHOLE("Mximum number of iterations (benchmark)", r->options->limit),
          NUMBER("Optimization phase", optimization));
    write_motifs(w, times, m, SECONDS);
    WRITE(IN("Floating Point Operations Summary"));
    write_motifs(w, operations, m, FLOPS);
    WRITE(IN("Memory Traffic (GB)"));
    write_motifs(w, traffic, m, BYTES);
    WRITE(IN("Memory Bandwidth (GB/s)"));
    write_motifs(w, traffic, m, BANDWIDTH);
    if (r->rated)
        WRITE(NUMBER("Total for benchmark",
                     value_of(&m[0], TOTAL, BANDWIDTH) * r->validation.ratio));
    WRITE(IN("GFLOP/s Summary"));
    write_motifs(w, rates, m, RATE);
    if (r->rated)
        WRITE(NUMBER("Total for benchmark", r->rating));
    WRITE(IN("User Optimization Overheads"),
          NUMBER("Optimization phase time (sec)", optimization),
          NUMBER("Optimization phase time vs reference SpMV+MG time",
                 s[TOTAL] > 0 ? optimization * s[CALLS] / (s[SPMV] + s[MG]) : 0));
}

/* ---- The verdict ---- */

static void write_verdict(struct writer *w, const struct report *r)
{
    static const char *const note =
        "Performance results are most likely suboptimal";
    WRITE(IN("Final Summary"));
    if (!r->rated) {
        WRITE(WORDS("HPGMP result is", r->invalid ? "INVALID." : "no rating."),
              WORDS("Please review the YAML file contents",
                    "You may NOT submit these results for consideration."));
        return;
    }
    WRITE(NUMBER("HPGMP result is VALID with a GFLOP/s rating of", r->rating));
    /* functions whose counterparts this tree takes from ref/ */
    if (tree_reference_vectors)
        WRITE(WORDS("Reference version of ComputeDotProduct used", note));
    if (tree_reference_spmv)
        WRITE(WORDS("Reference version of ComputeSPMV used", note));
    if (tree_reference_vectors)
        WRITE(WORDS("Reference version of ComputeWAXPBY used", note));
    if (r->policy.seconds < OFFICIAL_SECONDS)
        WRITE(NUMBER("Results are valid but execution time (sec) is",
                     r->policy.seconds),
              WHOLE("Official results execution time (sec) must be at least",
                    OFFICIAL_SECONDS));
}

/* Our own keys. They follow after all others, so that no script meets them. */
static void write_own(struct writer *w, const struct report *r,
                      const struct measured m[2])
{
    char implementation[128];
    snprintf(implementation, sizeof implementation, "%s %s", tree_program,
             machine_commit());
    WRITE(IN("memwall"), WORDS("Implementation", implementation),
          WORDS("Policy", r->options->policy.name));
    if (tree_extension())
        WRITE(WORDS("Extension of the rules", tree_extension()));
    write_motifs(w, own_flops, m, FLOPS);
    write_motifs(w, own_times, m, SECONDS);
    for (int k = 0; k < r->invalid; k++)
        WRITE(WORDS("Not valid", r->invalid_reason[k]));
    for (int k = 0; k < r->unofficial; k++)
        WRITE(WORDS("Not official", r->unofficial_reason[k]));
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
