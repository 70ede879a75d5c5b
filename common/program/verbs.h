/* common/program/verbs.h - one function for each verb, and what verbs share.
 *
 * All functions are collective over comm. A mistake of the user ends the run with
 * one line.
 */
#ifndef MEMWALL_VERBS_H
#define MEMWALL_VERBS_H
#include "error.h"
#include "refinement.h"
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
 * columns: an estimate, which tests/bench.t compares with what is allocated. before: bytes of
 * host memory that are needed to read a file, and freed before the matrix is stored. Ends the run
 * if the ranks of a node together need more than they may use (--memory, else the free
 * memory), or if a rank needs more than its device has. Collective over comm. */
void verb_memory(const struct options *o, struct report *r, double rows,
                 double nonzeros, int columns, double before, MPI_Comm comm);
void verb_memory_of_grid(const struct options *o, struct report *r,
                         MPI_Comm comm); /* the benchmark's problem */

/* The hierarchy of the benchmark's problem on the ranks of comm, which form the
 * process grid p, in all formats that the policies need. The caller frees it. */
struct hierarchy *verb_hierarchy(const struct options *o, const int p[3],
                                 const struct policy policies[], int count,
                                 MPI_Comm comm);

/* Solves of A x = b that are timed together, each from the same initial guess. */
struct timed_solves {
    const struct matrix *A;
    const struct policy *policy;
    struct gmres *gmres; /* the solver; else one of the following */
    struct cb_gmres *compressed;
    struct refinement *refinement;
    struct refinement_outcome *refined; /* output: of the last one of refinement */
    const struct vector *b;
    const struct vector *start; /* initial guess; NULL: zero */
    struct vector *x;           /* output: the solution of the last solve */
    const double *exact; /* [b->n] local rows of the solution; NULL: all ones */
    int count;           /* number of solves */
    double tolerance;    /* as for the solver */
    int limit;
    /* An event between two kernels costs time on a device. If `sample` is not NULL, the
     * solves record no events: the seconds of their phases are those of the sample, which
     * ran before them with the same solver, times the ratio of the numbers of calls. */
    const struct timed_run *sample;
    /* If not NULL, it is called after each solve, while the clock is stopped and phases are
     * not counted. *run is that of this solve alone, without phases. */
    void (*after)(void *data, int k, const struct vector *x,
                  const struct timed_run *run);
    void *data; /* the first argument of `after` */
};

/* Runs the solves and stores their time, phases, flops and error in *run. The reason is
 * the worst of theirs, in the order of enum reason. Collective over the ranks of A. */
void verb_time(const struct timed_solves *solves, struct timed_run *run);

/* Writes the residual norms history[0 .. iterations] that are finite as CSV, in a column
 * with the given name. Called on rank 0. */
void verb_write_history(const char *path, const char *column, const double *history,
                        int iterations);
#endif
