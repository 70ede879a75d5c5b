/* common/krylov/system.h - where the linear system of a solve comes from, as an interface.
 *
 * The program passes a source to the verb solve, which knows no more of it than this.
 */
#ifndef MEMWALL_SYSTEM_H
#define MEMWALL_SYSTEM_H
#include "policy.h"
#include "partition.h"
#include "precond.h"
#include "run.h"
#include "setup.h"

/* A x = b and its preconditioner. */
struct system {
    const struct matrix *A;
    const struct vector *b; /* f64 [n] */
    struct precond M;       /* the solver owns it */
    struct partition rows;  /* of A, in natural order */
    int known;              /* 1: the solution is known */
    const double *exact;    /* [n] its local rows; NULL: all ones */
    void *data;             /* of the source */
};

struct system_source {
    struct option_group *groups;        /* its options */
    const struct option_group *numbers; /* what numbers without a flag stand for */

    /* Checks the options, and returns the policy with the formats of the preconditioner in its
     * name. preconditioned: with the preconditioner of the source. Ends the run with one line if
     * an option is not allowed. Collective over comm. */
    struct policy (*check)(const struct gmres_options *gmres, int preconditioned,
                           MPI_Comm comm);
    /* Creates the system. Ends the run if memory is missing. Collective over comm. */
    struct system (*create)(const struct gmres_options *gmres,
                            const struct policy *policy, int preconditioned,
                            struct run *run, MPI_Comm comm);
    /* Adds the sizes, the set-up times and the memory of the system to the records of the run,
     * reduced over the ranks. Collective over comm. */
    void (*collect)(const struct system *S, struct setup *setup, struct run *run,
                    MPI_Comm comm);
    void (*release)(struct system *S); /* frees all but M */

    /* Print words NAME=VALUE, each with a blank behind it; and write members of a JSON document:
     * formats and problem in "options", and "sizes". On rank 0. */
    void (*print)(const struct system *S, const struct run *run);
    void (*json_formats)(struct json *j);
    void (*json_problem)(struct json *j);
    void (*json_sizes)(struct json *j, const struct system *S,
                       const struct setup *setup);
};
#endif
