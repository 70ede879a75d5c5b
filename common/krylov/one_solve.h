/* common/krylov/one_solve.h - what the verbs share that solve one linear system: options, the timed
 * solve, its JSON file and its other files.
 *
 * A verb creates the system and the solver, fills in the members of struct one_solve up to `setup`,
 * and calls one_solve_run. What only it knows it adds by the functions in `parts`.
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
extern const struct option one_table[], one_files_table[];
#define ONE_HEADING       "One solve by GMRES"
#define ONE_FILES_HEADING "Files of one solve"

/* A x = b. */
struct system {
    const struct matrix *A;
    const struct vector *b;     /* f64 [n] */
    const struct vector *start; /* f64 [n] the initial guess; NULL: x = 0 */
    struct partition rows;      /* of A, in natural order */
    int known;                  /* 1: the solution is known */
    const double *exact;        /* [n] its local rows; NULL: all ones */
};

struct one_solve;

/* What a verb adds. */
struct one_parts {
    /* Solves from s->x: sets s->outcome, by GMRES also s->rounding. Collective. */
    void (*solve)(struct one_solve *s);
    /* Not NULL: on a device one more solve precedes the timed ones, the sample of timing.h. This
     * function then sets the counts of the verb to zero. */
    void (*forget)(struct one_solve *s);
    /* Prints the report, on rank 0. */
    void (*print)(const struct one_solve *s);
    /* Writes and ends "options", which is open, and writes what follows, on rank 0. */
    void (*json)(struct json *j, const struct one_solve *s);
};

struct one_solve {
    struct run *run;
    const struct one_options *options;
    const struct system *system;
    const struct one_parts *parts;
    void *data;       /* of the verb */
    int repeat;       /* number of solves that are timed together */
    double bytes;     /* of bandwidth_measure; 0: the bandwidth is not measured */
    double *history;  /* [iterations + 1], or NULL; one_solve_run frees it */
    const char *norm; /* name of its column in the file */
    struct gmres *gmres;         /* NULL: another solver */
    const struct policy *policy; /* of gmres */
    struct setup setup;

    struct vector x; /* f64 [n + halo] the solution */
    struct bandwidth bandwidth;
    struct timing timing;
    struct outcome outcome; /* of the last solve */
    double error;           /* largest max |x_i - exact_i| of the solves, or NaN */
    double rounding;        /* of the residual (gmres_rounding) */
};

/* Solves, prints and writes. The memory of the solver is what was allocated since the hierarchy.
 * Returns the exit status; frees all that it has allocated. Collective over comm. */
enum exit_status one_solve_run(struct one_solve *s, MPI_Comm comm);

/* ---- Solves by GMRES ---- */

/* Prepares gmres for the options: room for the history, the report of progress. Sets the members
 * of s that belong to gmres. */
void one_solve_gmres(struct one_solve *s, struct gmres *gmres,
                     const struct policy *policy);

/* Prints the end of the line NAME=VALUE ... that `print` has begun, and what limits the solve. */
void one_print_gmres(const struct one_solve *s);

/* Write the members after "sizes", up to those that the object of the verb has of its outcome, and
 * the remaining ones of this object. */
void one_json_gmres(struct json *j, const struct one_solve *s);
void one_json_gmres_end(struct json *j, const struct one_solve *s);
#endif
