/* common/program/options.h - the command line: one table for parsing, checking and --help. */
#ifndef MEMWALL_OPTIONS_H
#define MEMWALL_OPTIONS_H
#include "gmres.h"
#include "grid.h"
#include "order.h"
#include "policy.h"
#include "stencil.h"
#include "tuning.h"
#include <mpi.h>

enum verb { VERB_BENCH, VERB_SOLVE, VERB_POISSON, VERB_KERNELS, VERBS };
enum run_type { RUN_BENCHMARK, RUN_NO_REF, RUN_STANDALONE_MXP, RUN_STANDALONE_REF };
enum validation_type { VALIDATE_STANDARD, VALIDATE_FULLSCALE };

enum { TEXT_LENGTH = 256 };

struct options {
    enum verb verb;
    int n[3], p[3];                           /* local box; process grid */
    double seconds;                           /* asked for; 0: the quick path */
    int validation, run_type, problem, order; /* the enums above */
    int restart, limit, threads;
    double tolerance;
    int device, gpu_aware_mpi; /* number, -1: by the rank's place on its node; 0 or 1 */
    double memory_limit;       /* GiB a node, 0: what is free */
    char policy_name[TEXT_LENGTH], inner[TEXT_LENGTH], basis[TEXT_LENGTH],
        mg[TEXT_LENGTH], matrix[TEXT_LENGTH], flexible[TEXT_LENGTH];
    int basis_scale; /* enum scale_rule */
    char input[TEXT_LENGTH], rhs[TEXT_LENGTH], restart_ratio[TEXT_LENGTH],
        orthogonality[TEXT_LENGTH];
    int preconditioner;    /* enum precond_kind */
    int orthogonalization; /* enum ortho_kind */
    double eta;
    struct gmres_rules rules; /* from restart_ratio */
    struct policy policy;
    struct tuning tuning; /* the tree's switches */
    int dim, cells, levels, k, seed, start, pre, post, repeat, ranges; /* poisson: */
    int base_rule; /* enum base_rule */
    double base_tolerance, omega;
    char variant[TEXT_LENGTH];
    char json[TEXT_LENGTH], history[TEXT_LENGTH], output[TEXT_LENGTH], trace[TEXT_LENGTH];
    int trace_events;     /* room for so many a rank */
    char arguments[1024]; /* as given, for the report */
};

/* Parses and checks everything that can be checked before work begins: flags, values,
 * hpgmp.dat (read when no size is given and the file is there), box, process grid,
 * policy, writable outputs. Every rank returns the same; a mistake ends the run with one
 * line. --help and --version print and end it too. Collective over comm. */
struct options options_read(int argc, char **argv, MPI_Comm comm);

const char *verb_name(enum verb verb);
const char *option_choice(const char *flag, int value); /* the word for an enum value */
#endif
