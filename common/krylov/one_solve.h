/* common/krylov/one_solve.h - what the verbs share that solve one linear system by GMRES: options, the
 * timed solve, its line, its JSON document and its files.
 *
 * A verb creates the system and the solver, calls one_solve_prepare, fills in the members of struct
 * one_solve up to `setup`, and calls one_solve_run. What only it knows it adds by the functions in `parts`.
 */
#ifndef MEMWALL_ONE_SOLVE_H
#define MEMWALL_ONE_SOLVE_H
#include "flops.h"
#include "gmres.h"
#include "partition.h"
#include "run.h"
#include "setup.h"
#include "timing.h"

struct one_options {
    int limit; /* of iterations */
    double tolerance;
    int phases; /* on: the time of each phase is measured */
    char history[TEXT_LENGTH], solution[TEXT_LENGTH];
};
extern const struct option one_table[];
#define ONE_HEADING "One solve by GMRES"

/* A x = b. */
struct system {
    const struct matrix *A;
    const struct vector *b; /* f64 [n] */
    struct partition rows;  /* of A, in natural order */
    int known;              /* 1: the solution is known */
    const double *exact;    /* [n] its local rows; NULL: all ones */
};

struct one_solve;

/* What a verb adds. Those that print or write are called on rank 0. */
struct one_parts {
    /* Solves from x = 0: sets s->outcome and s->rounding. Collective. */
    void (*solve)(struct one_solve *s);
    /* Words NAME=VALUE of the line, each followed by a blank. */
    void (*print_problem)(const struct one_solve *s);
    /* Write members of the object "options", which is open. */
    void (*json_options)(struct json *j, const struct one_solve *s);
    /* Writes the object "sizes". */
    void (*json_sizes)(struct json *j, const struct one_solve *s);
    /* Writes members of the object of the solve, which is open; or NULL. */
    void (*json_result)(struct json *j, const struct one_solve *s);
};

struct one_solve {
    struct run *run;
    const struct one_options *options;
    const struct policy *policy;
    const struct system *system;
    struct gmres *gmres;
    const struct one_parts *parts;
    void *data; /* of the verb */
    struct setup setup;

    struct vector x; /* f64 [n + halo] the solution */
    struct timing timing;
    struct outcome outcome;
    struct model_flops flops;
    double rounding; /* of the residual (gmres_rounding) */
    double error;    /* max |x_i - exact_i|, or NaN */
};

/* Prepares gmres for the options: room for the history, the report of progress. */
void one_solve_prepare(struct gmres *gmres, const struct one_options *o);

/* Solves, prints and writes. The memory of the solver is what was allocated since the hierarchy.
 * Returns the exit status; frees the history of s->gmres, and all that it has allocated.
 * Collective over comm. */
enum exit_status one_solve_run(struct one_solve *s, MPI_Comm comm);
#endif
