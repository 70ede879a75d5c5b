/* common/program/verbs.h - what the program can do: one function a verb.
 *
 * Each takes checked options and a report with the machine's part filled in, and returns
 * the exit status. Collective over comm.
 */
#ifndef MEMWALL_VERBS_H
#define MEMWALL_VERBS_H
#include "error.h"
#include "report.h"

enum exit_status verb_bench(const struct options *o, struct report *r, MPI_Comm comm);
enum exit_status verb_solve(const struct options *o, struct report *r, MPI_Comm comm);
enum exit_status verb_poisson(const struct options *o, struct report *r, MPI_Comm comm);
enum exit_status verb_kernels(const struct options *o, struct report *r, MPI_Comm comm);

/* The memory that the run will need with the given policies, into r->memory; ends the run
 * when it is more than a node has free. */
void verb_memory(const struct options *o, struct report *r,
                 const struct policy policies[], int count, MPI_Comm comm);

/* The same for a system whose matrix of n rows and so many nonzeros a rank is there. */
void verb_memory_of(const struct options *o, struct report *r, int n, size_t nonzeros,
                    MPI_Comm comm);

/* Ends the run when the ranks of some node together need more than it has, or one of them
 * more than its device has for it. */
void verb_check_memory(const struct options *o, const struct memory_need *need,
                       MPI_Comm comm);

/* The hierarchy for the given policies on the ranks of comm, the process grid p. */
struct hierarchy *verb_hierarchy(const struct options *o, const int p[3],
                                 const struct policy policies[], int count,
                                 MPI_Comm comm);

/* `solves` solves from x = 0 with the solver S, timed together, phases and all. exact: the
 * local rows of the solution, NULL: all ones. */
struct timed_run verb_time(struct gmres *S, const double *exact, struct vector *x,
                           int solves, double tolerance, int limit);

/* Bytes a rank for machine_bandwidth: like those of the fine matrix (4 to 512 MiB), so that
 * caches help the kernels and the measure alike, or neither. */
size_t verb_bandwidth_bytes(double matrix);

/* A line on the outcome when it is not a number, for the report. */
void verb_check_finite(struct report *r, const char *where, const struct timed_run *run);
#endif
