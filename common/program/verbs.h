/* common/program/verbs.h - one function for each verb, and what verbs share.
 *
 * All functions are collective over comm. A mistake of the user ends the run with
 * one line.
 */
#ifndef MEMWALL_VERBS_H
#define MEMWALL_VERBS_H
#include "error.h"
#include "report.h"

/* Each runs one verb and returns the exit status. *r contains the options, ranks,
 * nodes, threads and the device; the verb adds its results. */
enum exit_status verb_bench(const struct options *o, struct report *r,
                            MPI_Comm comm);
enum exit_status verb_solve(const struct options *o, struct report *r,
                            MPI_Comm comm);
enum exit_status verb_poisson(const struct options *o, struct report *r,
                              MPI_Comm comm);
enum exit_status verb_kernels(const struct options *o, struct report *r,
                              MPI_Comm comm);

/* Stores in r->memory the bytes that this rank needs for a matrix with so many local
 * rows and nonzeros, its multigrid levels or its preconditioner, and a basis of so many
 * columns: an estimate, which tests/bench.t compares with what is allocated. Ends the run
 * if the ranks of a node together need more than they may use (--memory, else the free
 * memory), or if a rank needs more than its device has. Collective over comm. */
void verb_memory(const struct options *o, struct report *r, double rows,
                 double nonzeros, int columns, MPI_Comm comm);
void verb_memory_of_grid(const struct options *o, struct report *r,
                         MPI_Comm comm); /* the benchmark's problem */

/* The hierarchy of the benchmark's problem on the ranks of comm, which form the
 * process grid p, in all formats that the policies need. The caller frees it. */
struct hierarchy *verb_hierarchy(const struct options *o, const int p[3],
                                 const struct policy policies[], int count,
                                 MPI_Comm comm);

/* max_i |x_i - exact_i| over all ranks; NaN if any entry is NaN. exact: [x->n] local
 * rows of the solution, NULL: all ones. Collective over comm. */
double verb_error(const struct vector *x, const double *exact, MPI_Comm comm);

/* Solves of A x = b that are timed together, each from the same initial guess. */
struct timed_solves {
    const struct vector *b;
    const struct vector *start; /* initial guess; NULL: zero */
    struct vector *x;    /* output: the solution of the last solve */
    const double *exact; /* [b->n] local rows of the solution; NULL: all ones */
    struct cb_gmres *compressed; /* solver of CB-GMRES; NULL: GMRES */
    int count;                   /* number of solves */
    double tolerance;            /* as for gmres_solve, cb_gmres_solve */
    int limit;
    /* If not NULL, it is called after each solve, while the clock is stopped. */
    void (*after)(void *data, int k, const struct outcome *o,
                  const struct vector *x);
    void *data; /* first argument of `after` */
};

/* Runs the solves and stores their time, phases, flops and error in *run. After a
 * NaN or Inf no further solve begins. S: the solver, or that in solves->compressed. */
void verb_time(struct gmres *S, const struct timed_solves *solves,
               struct timed_run *run);

/* Sets the seconds of the phases of a run from those of a sample of `iterations`
 * iterations: in each phase they are multiplied by the ratio of the numbers of calls.
 * Calls, flops and bytes remain those that were counted in the run itself. */
void verb_estimate_phases(struct timed_run *run, const struct phase_table *sample,
                          int iterations);

/* Writes the residual norms history[0 .. iterations] that are finite as CSV, in a column
 * with the given name. Called on rank 0. */
void verb_write_history(const char *path, const char *column, const double *history,
                        int iterations);

/* If the run ended with a NaN or Inf, adds a reason to r that begins with
 * `where`. */
void verb_check_finite(struct report *r, const char *where,
                       const struct timed_run *run);
#endif
