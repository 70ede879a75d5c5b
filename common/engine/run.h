/* common/engine/run.h - what every run has: the machine, its memory, the options of all verbs.
 *
 * Times are in seconds, sizes in bytes. The functions that print are called on rank 0 only.
 */
#ifndef MEMWALL_RUN_H
#define MEMWALL_RUN_H
#include "bandwidth.h"
#include "device.h"
#include "json.h"
#include "option.h"
#include "output.h"

/* The options of all verbs. */
struct run_options {
    int threads;         /* OpenMP threads per rank; 0: machine_threads chooses */
    int device;          /* number of the GPU; -1: by the rank on the node */
    int gpu_aware_mpi;   /* on: MPI reads and writes GPU memory */
    double memory_limit; /* GiB per node; 0: the free memory */
    char json[TEXT_LENGTH], trace[TEXT_LENGTH]; /* files; "": none */
};
extern const struct option machine_table[], files_table[];

struct run {
    struct run_options options;
    const struct verb *verb;
    char *const *
        arguments; /* the command line without the program's name; ends with NULL */
    int ranks, nodes, threads;
    struct device_info device; /* of rank 0 */
    struct {
        double program;           /* resident before the set-up */
        double needed;            /* estimated from the sizes (run_check_memory) */
        double matrices, vectors; /* allocated by this rank: for them, and for the solve */
        double resident;          /* its largest value, mean of the ranks */
        double allocated;         /* the same (memory.h), largest of the ranks */
    } memory;
};

/* Counts ranks and nodes, sets the threads, and starts the device. thread_level: what MPI
 * provides. Collective over comm. */
void run_start(struct run *run, int thread_level, MPI_Comm comm);

/* Stores in run->memory the bytes that this rank needs for a matrix with this many local
 * rows and nonzeros, its multigrid levels or its preconditioner, and a basis of this many
 * columns: an estimate. before: bytes of host memory that are needed to read a file, and
 * freed before the matrix is stored. Ends the run if the ranks of a node together need more
 * than they may use (--memory, else the free memory), or if a rank needs more than its device
 * has. Collective over comm. */
void run_check_memory(struct run *run, double rows, double nonzeros, int columns,
                      double before, MPI_Comm comm);

/* Stores the largest memory so far in run->memory. Collective over comm. */
void run_memory_used(struct run *run, MPI_Comm comm);

/* Examines --json, --trace and the files that the options of the verb name. An output file that
 * cannot be written, or that is also another file of the run, ends the run with one line.
 * Collective over comm. */
void run_check_files(const struct run *run, MPI_Comm comm);

/* Prints the program, its flags, the machine, ranks and threads, without the last line
 * break. */
void run_head(const struct run *run);

/* Begins the JSON file of --json: writes "machine", with the measured bandwidth unless that is
 * NULL, and the first members of "options", which remains open. run_json_end ends and closes it. */
struct json run_json_begin(const struct run *run, const struct bandwidth *measured);
void run_json_end(struct json *j, const struct run *run);

/* Write the first members of an object that describes the run, which remains open; "memory". */
void run_json_options(struct json *j, const char *name, const struct run *run);
void run_json_memory(struct json *j, const struct run *run);
#endif
