/* common/program/options.h - the options of a run, as the command line gives them.
 *
 * The table of options.c names the member that each option sets. Members that hold an
 * enumeration are int, because that table writes them; on is 1.
 */
#ifndef MEMWALL_OPTIONS_H
#define MEMWALL_OPTIONS_H
#include "cb_gmres.h"
#include "grid.h"
#include "order.h"
#include "policy.h"
#include "stencil.h"
#include <mpi.h>

enum verb { VERB_BENCH, VERB_SOLVE, VERB_POISSON, VERB_KERNELS, VERBS };
enum run_type { RUN_BENCHMARK, RUN_NO_REF, RUN_STANDALONE_MXP, RUN_STANDALONE_REF };
enum validation_type { VALIDATE_STANDARD, VALIDATE_FULLSCALE };

enum { ORTHOGONALIZE_RGS = ORTHO_CGS + 1 };
enum { TEXT_LENGTH = 256 };
enum { OFFICIAL_SECONDS = 1800 }; /* least duration of an official run */

/* Number formats, as text; options_read converts them to options.policy. `policy`
 * is the name of a policy, the other texts replace parts of it. */
struct format_options {
    char policy[TEXT_LENGTH];
    char inner[TEXT_LENGTH], basis[TEXT_LENGTH], mg[TEXT_LENGTH];
    char matrix[TEXT_LENGTH], flexible[TEXT_LENGTH];
    int basis_scale; /* enum scale_rule */
};

/* Options of the verb bench. */
struct bench_options {
    double seconds; /* duration of the timed phase; 0: a single solve */
    int validation; /* enum validation_type */
    int run_type;   /* enum run_type */
};

/* Options of the verb solve. `input` is a file or a model problem, "" the
 * benchmark's problem; `rhs` is the right-hand side of `input`. */
struct solve_options {
    char input[TEXT_LENGTH], rhs[TEXT_LENGTH];
    int preconditioner;    /* enum precond_kind */
    int orthogonalization; /* enum ortho_kind, or ORTHOGONALIZE_RGS for randomized
                              Gram-Schmidt; -1: by the format of the basis */
};

/* Options of the verb poisson. */
struct poisson_options {
    int dim, cells, levels; /* dimensions; cells per side; multigrid levels */
    int half_waves;         /* k in (12.3) */
    char variant[TEXT_LENGTH];
    int base_rule; /* enum base_rule: stopping criterion on the coarsest level */
    int repeat;    /* number of solves that are timed together */
    int ranges;    /* on: count values that leave the range of their format */
};

/* Files that the run writes; "": the file is not written. */
struct file_options {
    char folder[TEXT_LENGTH]; /* of the two reports of bench */
    char json[TEXT_LENGTH], history[TEXT_LENGTH];
    char orthogonality[TEXT_LENGTH], trace[TEXT_LENGTH];
    char solution[TEXT_LENGTH];
};

struct options {
    enum verb verb;
    char *const *arguments; /* the command line without the name of the program,
                               for the report; NULL at its end */

    /* problem */
    int n[3], p[3];     /* grid points per rank; process grid */
    int problem, order; /* enum stencil_values; enum row_order */
    struct coloring_rule coloring;
    struct format_options formats;
    struct policy policy; /* from `formats` */

    /* solver */
    int restart; /* iterations of a GMRES cycle */
    int limit;   /* of iterations */
    double tolerance;
    struct cb_rules rules; /* of solve: --rules, --orthogonalization */

    /* verbs */
    struct bench_options bench;
    struct solve_options solve;
    struct poisson_options poisson;

    /* machine and files */
    int threads;         /* OpenMP threads per rank; 0: machine_threads chooses */
    int device;          /* number of the GPU; -1: by the rank on the node */
    int gpu_aware_mpi;   /* on: MPI reads and writes GPU memory */
    int phases;          /* on: the time of each phase is measured */
    double memory_limit; /* GiB per node; 0: the free memory */
    struct file_options files;
};

/* Reads and checks the command line, before any other work: names and values of
 * flags, hpgmp.dat (read if no size is given and the file exists), box, process
 * grid, formats, and whether the output files can be written. Returns the same
 * options on every rank. A mistake ends the run with one line and the status
 * EXIT_USAGE. --help and --version print their text and end the run with EXIT_OK.
 * Collective over comm. */
struct options options_read(int argc, char **argv, MPI_Comm comm);

/* The word for a value of the option `name`, which allows several words; "" if there is
 * none. The text is valid until the fifth next call. */
const char *option_choice(const char *name, int value);
const char *verb_name(enum verb verb);
#endif
