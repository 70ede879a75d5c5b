/* common/program/options_check.c - what the options must be together, beyond each flag's range. */
#include "options_check.h"
#include "error.h"
#include "output.h"
#include <stdio.h>
#include <string.h>

static void check_aspect(const char *what, const int n[3])
{
    int least = n[0], most = n[0];
    for (int d = 1; d < 3; d++) {
        least = n[d] < least ? n[d] : least;
        most = n[d] > most ? n[d] : most;
    }
    if (8 * least < most)
        fail_all(EXIT_USAGE,
                 "%s %d x %d x %d: the shortest side must be at least 1/8 of the longest",
                 what, n[0], n[1], n[2]);
}

void check_box(struct options *o)
{
    for (int d = 0; d < 3; d++)
        if (o->n[d] == 0)
            o->n[d] = o->n[0] ? o->n[0] : o->n[1] ? o->n[1] : o->n[2];
    for (int d = 0; d < 3; d++)
        if (o->n[d] < 8 || o->n[d] % 8 != 0)
            fail_all(EXIT_USAGE,
                     "local box %d x %d x %d: each side must be a positive multiple of "
                     "8 (four multigrid levels)",
                     o->n[0], o->n[1], o->n[2]);
    if ((double)o->n[0] * o->n[1] * o->n[2] > 0x1p31 - 1)
        fail_all(EXIT_USAGE,
                 "local box %d x %d x %d: more than 2^31 - 1 rows on a rank; use more "
                 "ranks",
                 o->n[0], o->n[1], o->n[2]);
    check_aspect("local box", o->n);
}

void check_processes(struct options *o, MPI_Comm comm)
{
    int ranks;
    MPI_OK(MPI_Comm_size(comm, &ranks));
    if (o->p[0] == 0 && o->p[1] == 0 && o->p[2] == 0)
        grid_factor(ranks, o->p);
    if ((double)o->p[0] * o->p[1] * o->p[2] != ranks)
        fail_all(EXIT_USAGE,
                 "process grid %d x %d x %d: the product must be the number of ranks, %d "
                 "(give all of --npx --npy --npz or none)",
                 o->p[0], o->p[1], o->p[2], ranks);
    check_aspect("process grid", o->p);
}

void check_policy(struct options *o)
{
    if (!policy_find(o->policy_name, &o->policy))
        fail_all(EXIT_USAGE, "--policy=%s: one of %s is needed", o->policy_name,
                 policy_names());
    const struct policy_parts parts = {o->inner, o->basis, o->mg, o->matrix, o->flexible};
    const char *bad = policy_override(&o->policy, &parts);
    o->policy.rule = (enum scale_rule)o->basis_scale;
    if (bad)
        fail_all(
            EXIT_USAGE,
            "%s: f64 f32 f16 bf16 are allowed; i32 i16 too for --basis and --flexible, "
            "and off for --flexible",
            bad);
    const int narrow = o->policy.inner == F16 || o->policy.inner == BF16;
    const int integers =
        format_is_integer(o->policy.basis) ||
        (o->policy.update != FORMATS && format_is_integer(o->policy.update));
    if (narrow && integers)
        fail_all(EXIT_USAGE, "--inner=%s: an integer basis needs f64 or f32",
                 format_name(o->policy.inner));
}

void check_outputs(struct options *o, MPI_Comm comm)
{
    enum { FOLDER_LENGTH = 200 };
    if (strlen(o->output) > FOLDER_LENGTH)
        fail_all(EXIT_USAGE, "--output: %zu characters; at most %d are allowed",
                 strlen(o->output), FOLDER_LENGTH);
    if (o->verb == VERB_BENCH && !*o->json)
        snprintf(o->json, TEXT_LENGTH, "%.200s/memwall-%.40s.json", o->output, TREE);
    char fault[TEXT_LENGTH] = "";
    int rank;
    MPI_OK(MPI_Comm_rank(comm, &rank));
    if (rank == 0) {
        if (o->verb == VERB_BENCH)
            output_check_folder(o->output, fault, TEXT_LENGTH);
        if (!*fault && *o->json)
            output_check_file(o->json, fault, TEXT_LENGTH);
        if (!*fault && *o->history)
            output_check_file(o->history, fault, TEXT_LENGTH);
        if (!*fault && *o->trace)
            output_check_file(o->trace, fault, TEXT_LENGTH);
        if (!*fault && *o->orthogonality)
            output_check_file(o->orthogonality, fault, TEXT_LENGTH);
    }
    MPI_OK(MPI_Bcast(fault, TEXT_LENGTH, MPI_CHAR, 0, comm));
    if (*fault)
        fail_all(EXIT_USAGE, "%s", fault);
}

void check_system(struct options *o)
{
    const char *ratio = o->restart_ratio;
    if (strcmp(ratio, "auto") == 0) {
        o->rules.automatic = 1;
    } else if (strcmp(ratio, "off") != 0) {
        static const struct flag number = {
            .kind = REAL_NUMBER, .least = 1e-16, .most = 0.99};
        flag_number("--restart-ratio", &number, ratio, &o->rules.ratio);
    }
    o->rules.guard = *o->input != 0;
    if (o->preconditioner < 0)
        o->preconditioner = *o->input ? PRECOND_NONE : PRECOND_MULTIGRID;
    if (*o->input && o->preconditioner == PRECOND_MULTIGRID)
        fail_all(EXIT_USAGE, "--preconditioner=multigrid: not with --input; the "
                             "benchmark's problem alone has coarser levels");
    if (!*o->input && o->preconditioner != PRECOND_MULTIGRID &&
        o->preconditioner != PRECOND_NONE)
        fail_all(EXIT_USAGE,
                 "--preconditioner=%s: only with --input (lap27:N is the "
                 "benchmark's matrix)",
                 option_choice("preconditioner", o->preconditioner));
}

void check_mixture(const struct options *o, const struct flag *given[], int count)
{
    static const char *const box[] = {"nx",     "ny",       "nz",      "npx",
                                      "npy",    "npz",      "problem", "order",
                                      "coarse", "coloring", "mg"};
    for (int k = 0; k < count; k++) {
        if (!*o->input && strcmp(given[k]->name, "rhs") == 0)
            fail_all(EXIT_USAGE, "--rhs: only with --input");
        for (size_t b = 0; *o->input && b < sizeof box / sizeof *box; b++)
            if (strcmp(given[k]->name, box[b]) == 0)
                fail_all(EXIT_USAGE, "--%s: not with --input, which is no box of points",
                         box[b]);
    }
}
