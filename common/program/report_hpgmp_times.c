/* common/program/report_hpgmp_times.c - the timed phases in HPG-MxP's report file:
 * times, operations, bytes and rates of each motif.
 *
 * A motif is a part of the solve as the public code divides it:
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
#include "report_hpgmp.h"

/* What a section states about one of the two timed runs. */
enum quantity {
    NOT_MEASURED, /* 0 */
    SPMV_CALLS,
    MG_CALLS,
    ORTHO_SECONDS,
    REDUCE_SECONDS, /* of the reductions within the orthogonalization */
    SPMV_SECONDS,
    HALO_SECONDS, /* of the halo exchanges within SpMV */
    MG_SECONDS,
    GS_SECONDS,
    RESTRICT_SECONDS,
    PROLONG_SECONDS,
    TRANSFER_SECONDS, /* restriction and prolongation */
    UPDATE_SECONDS,
    OTHER_SECONDS, /* TOTAL_SECONDS without the motifs */
    TOTAL_SECONDS,
    ORTHO_FLOPS,
    SPMV_FLOPS,
    MG_FLOPS,
    UPDATE_FLOPS,
    TOTAL_FLOPS,
    ORTHO_BYTES,
    SPMV_BYTES,
    MG_BYTES,
    GS_BYTES,
    TRANSFER_BYTES,
    UPDATE_BYTES,
    TOTAL_BYTES,
    QUANTITIES
};

/* Fills value[QUANTITIES] for a timed run; all zero if it did not take place. */
static void measure(const struct timed_run *run, double value[QUANTITIES])
{
    const struct phase_table *t = &run->phases;
    struct phase_cell p[PHASES];
    for (int k = 0; k < PHASES; k++)
        p[k] = phase_total(t, (enum phase)k);
    const struct phase_cell *zero = &p[PHASE_SWEEP_ZERO_GUESS],
                            *sweep = &p[PHASE_SWEEP], *spmv = &p[PHASE_SPMV],
                            *residual = &p[PHASE_RESIDUAL];
    double *v = value;
    v[NOT_MEASURED] = 0;
    v[SPMV_CALLS] = v[MG_CALLS] = run->sum.iterations + run->sum.cycles;
    v[ORTHO_SECONDS] = p[PHASE_ORTHO].seconds;
    v[REDUCE_SECONDS] = p[PHASE_ORTHO].nested;
    v[SPMV_SECONDS] = spmv->seconds + residual->seconds;
    v[HALO_SECONDS] = spmv->nested + residual->nested;
    v[GS_SECONDS] = zero->seconds + sweep->seconds;
    v[RESTRICT_SECONDS] = p[PHASE_RESTRICT].seconds;
    v[PROLONG_SECONDS] = p[PHASE_PROLONG].seconds;
    v[TRANSFER_SECONDS] = v[RESTRICT_SECONDS] + v[PROLONG_SECONDS];
    v[MG_SECONDS] = v[GS_SECONDS] + v[TRANSFER_SECONDS];
    v[UPDATE_SECONDS] = p[PHASE_UPDATE].seconds;
    v[TOTAL_SECONDS] = run->seconds;
    /* On a device the seconds of motifs come from another cycle (verb_time_rated). If
     * their sum exceeds the total, they are reduced, because the parts in the file
     * must add up to the total. */
    const double sum = v[ORTHO_SECONDS] + v[SPMV_SECONDS] + v[MG_SECONDS] +
                       v[UPDATE_SECONDS],
                 factor =
                     run->sample && sum > run->seconds ? run->seconds / sum : 1;
    for (int k = ORTHO_SECONDS; k < OTHER_SECONDS; k++)
        v[k] *= factor;
    v[OTHER_SECONDS] = v[TOTAL_SECONDS] - factor * sum;
    v[ORTHO_FLOPS] = run->flops.ortho;
    v[SPMV_FLOPS] = run->flops.spmv;
    v[MG_FLOPS] = run->flops.multigrid;
    v[UPDATE_FLOPS] = run->flops.update;
    v[TOTAL_FLOPS] = run->flops.total;
    v[ORTHO_BYTES] = p[PHASE_ORTHO].bytes;
    v[SPMV_BYTES] = spmv->bytes + residual->bytes;
    v[GS_BYTES] = zero->bytes + sweep->bytes;
    v[TRANSFER_BYTES] = p[PHASE_RESTRICT].bytes + p[PHASE_PROLONG].bytes;
    v[MG_BYTES] = v[GS_BYTES] + v[TRANSFER_BYTES];
    v[UPDATE_BYTES] = p[PHASE_UPDATE].bytes;
    v[TOTAL_BYTES] = v[ORTHO_BYTES] + v[SPMV_BYTES] + v[MG_BYTES] + v[UPDATE_BYTES];
}

/* A line of a section: `quantity`, or `quantity` divided by `divisor`, for each of
 * the two runs. A key that is NULL does not exist. */
struct line {
    const char *policy, *reference;
    enum quantity quantity, divisor;
};

static const struct line times[] = {
    {"Num SpMVs", " - Num SpMVs  (reference)", SPMV_CALLS, 0},
    {"Num MGs", " - Num MGs    (reference)", MG_CALLS, 0},
    {"Ortho", " - Ortho   (reference)", ORTHO_SECONDS, 0},
    {" DDOT", " -  DDOT   (reference)", REDUCE_SECONDS, 0},
    {"  DDOT (comp)", " -   DDOT (comp)", NOT_MEASURED, 0},
    {"  DDOT (comm)", " -   DDOT (comm)", REDUCE_SECONDS, 0},
    {"  GEMV", " -  GEMV (reference)", NOT_MEASURED, 0},
    {"SpMV", " - SpMV    (reference)", SPMV_SECONDS, 0},
    {"  SpMV (copy)", NULL, NOT_MEASURED, 0},
    {"  SpMV (halo)", NULL, HALO_SECONDS, 0},
    {"MG", " - MG      (reference)", MG_SECONDS, 0},
    {" SpMV", " -  SpMV   (reference)", NOT_MEASURED, 0},
    {" SpTRSV", " -  SpTRSV (reference)", GS_SECONDS, 0},
    {" Restic", " -  Restic (reference)", RESTRICT_SECONDS, 0},
    {" Prlong", " -  Prlong (reference)", PROLONG_SECONDS, 0},
    {"VecUpdate", NULL, UPDATE_SECONDS, 0},
    {"Total", " - Total   (reference)", TOTAL_SECONDS, 0},
    {0}};

static const struct line operations[] = {
    {"Raw Ortho", " - Raw Ortho (reference)", ORTHO_FLOPS, 0},
    {"Raw SpMV", " - Raw SpMV  (reference)", SPMV_FLOPS, 0},
    {"Raw MG", " - Raw MG    (reference)", MG_FLOPS, 0},
    {"Total", " - Raw Total (reference)", TOTAL_FLOPS, 0},
    {0}};

static const struct line traffic[] = {
    {" - Raw Ortho  (mxp)", " - Raw Ortho  (reference)", ORTHO_BYTES, 0},
    {" - Raw SpMV   (mxp)", " - Raw SpMV   (reference)", SPMV_BYTES, 0},
    {" - Raw MG     (mxp)", " - Raw MG     (reference)", MG_BYTES, 0},
    {" -   GS       (mxp)", " -   GS       (reference)", GS_BYTES, 0},
    {" -   RestrPro (mxp)", " -   RestrPro (reference)", TRANSFER_BYTES, 0},
    {" - Raw vecupd (mxp)", " - Raw vecupd (reference)", UPDATE_BYTES, 0},
    {" - Raw QRhost (mxp)", " - Raw QRhost (reference)", NOT_MEASURED, 0},
    {0}};

static const struct line bandwidths[] = {
    {" - Raw Ortho  (mxp)", " - Raw Ortho  (reference)", ORTHO_BYTES,
     ORTHO_SECONDS},
    {" - Raw SpMV   (mxp)", " - Raw SpMV   (reference)", SPMV_BYTES, SPMV_SECONDS},
    {" - Raw MG     (mxp)", " - Raw MG     (reference)", MG_BYTES, MG_SECONDS},
    {" -   GS       (mxp)", " -   GS       (reference)", GS_BYTES, GS_SECONDS},
    {" -   RestrPro (mxp)", " -   RestrPro (reference)", TRANSFER_BYTES,
     TRANSFER_SECONDS},
    {" - Raw vecupd (mxp)", " - Raw vecupd (reference)", UPDATE_BYTES,
     UPDATE_SECONDS},
    {" - Raw Total  (mxp)", " - Raw Total  (reference)", TOTAL_BYTES,
     TOTAL_SECONDS},
    {0}};

static const struct line rates[] = {
    {"Raw Orho", " - Raw Orho  (reference)", ORTHO_FLOPS, ORTHO_SECONDS},
    {"Raw SpMV", " - Raw SpMV  (reference)", SPMV_FLOPS, SPMV_SECONDS},
    {"Raw MG", " - Raw MG    (reference)", MG_FLOPS, MG_SECONDS},
    {"Raw Total", " - Raw Total (reference)", TOTAL_FLOPS, TOTAL_SECONDS},
    {NULL, " - Total     (reference)", TOTAL_FLOPS, TOTAL_SECONDS},
    {0}};

/* Our own lines: they complete the sums over the motifs. */
static const struct line rest[] = {
    {"Operations of VecUpdate", "Operations of VecUpdate (reference)", UPDATE_FLOPS,
     0},
    {NULL, "VecUpdate (reference)", UPDATE_SECONDS, 0},
    {"Time outside of the motifs", "Time outside of the motifs (reference)",
     OTHER_SECONDS, 0},
    {0}};

/* The quantities of both timed runs. */
struct measured {
    int reference_ran;
    double policy[QUANTITIES], reference[QUANTITIES];
};

/* Writes the lines of one run, with its values; scale is 1e-9 for bytes and
 * rates. */
static void write_lines(FILE *f, const char *section, const struct line *lines,
                        const struct measured *m, int reference, double scale)
{
    const double *value = reference ? m->reference : m->policy;
    for (const struct line *l = lines; l->policy || l->reference; l++) {
        const char *key = reference ? l->reference : l->policy;
        double divisor = l->divisor ? value[l->divisor] : 1;
        if (key)
            hpgmp_number(f, section, key,
                         divisor > 0 ? scale * value[l->quantity] / divisor : 0);
    }
}

/* Writes the lines of the policy, then those of the reference if it was timed. */
static void write_both(FILE *f, const char *section, const struct line *lines,
                       const struct measured *m, double scale)
{
    write_lines(f, section, lines, m, 0, scale);
    if (m->reference_ran)
        write_lines(f, section, lines, m, 1, scale);
}

static void write_times(FILE *f, const struct report *r, const struct measured *m)
{
    const char *section = "Benchmark Time Summary";
    fprintf(f, "########## Performance Summary (times in sec) ##########=\n%s=\n",
            section);
    hpgmp_number(f, section, "Run time requested (benchmark)",
                 r->options->bench.seconds);
    hpgmp_integer(f, section, "Min run time required (benchmark)",
                  OFFICIAL_SECONDS);
    hpgmp_integer(f, section, "Number of GMRES calls (benchmark)",
                  r->policy.solves);
    hpgmp_integer(f, section, "Mximum number of iterations (benchmark)",
                  r->options->limit);
    hpgmp_number(f, section, "Optimization phase", r->order + r->layout);
    write_both(f, section, times, m, 1);
}

/* The optimization is the time for the order of the rows and for the layout. The
 * public code compares it with one SpMV and one V-cycle in double precision. */
static void write_overheads(FILE *f, const struct report *r,
                            const struct measured *m)
{
    const char *section = "User Optimization Overheads";
    const double *v = m->reference, optimization = r->order + r->layout;
    const double pair =
        m->reference_ran ? (v[SPMV_SECONDS] + v[MG_SECONDS]) / v[MG_CALLS] : 0;
    fprintf(f, "%s=\n", section);
    hpgmp_number(f, section, "Optimization phase time (sec)", optimization);
    hpgmp_number(f, section, "Optimization phase time vs reference SpMV+MG time",
                 pair > 0 ? optimization / pair : 0);
}

static struct measured measure_both(const struct report *r)
{
    struct measured m = {.reference_ran = r->reference.ran};
    measure(&r->policy, m.policy);
    measure(&r->reference, m.reference);
    return m;
}

void hpgmp_performance(FILE *f, const struct report *r)
{
    const struct measured m = measure_both(r);
    const int rated = r->rated && !r->invalid;
    write_times(f, r, &m);

    fprintf(f, "Floating Point Operations Summary=\n");
    write_both(f, "Floating Point Operations Summary", operations, &m, 1);

    fprintf(f, "Memory Traffic (GB)=\n");
    write_both(f, "Memory Traffic (GB)", traffic, &m, 1e-9);

    fprintf(f, "Memory Bandwidth (GB/s)=\n");
    write_both(f, "Memory Bandwidth (GB/s)", bandwidths, &m, 1e-9);
    if (rated)
        hpgmp_number(f, "Memory Bandwidth (GB/s)", "Total for benchmark",
                     1e-9 * m.policy[TOTAL_BYTES] / m.policy[TOTAL_SECONDS] *
                         r->validation.ratio);

    fprintf(f, "GFLOP/s Summary=\n");
    write_both(f, "GFLOP/s Summary", rates, &m, 1e-9);
    if (rated)
        hpgmp_number(f, "GFLOP/s Summary", "Total for benchmark", r->rating);

    write_overheads(f, r, &m);
}

void hpgmp_performance_rest(FILE *f, const struct report *r)
{
    const struct measured m = measure_both(r);
    write_both(f, "memwall", rest, &m, 1);
}
