/* common/program/main.c - the program memwall-TREE: starts MPI, reads the options
 * and runs a verb. */
#include "memory.h"
#include "phase.h"
#include "process.h"
#include "trace.h"
#include "verbs.h"
#include <signal.h>
#include <stdio.h>

/* Counts nodes, sets the threads, starts the device and runs the verb. */
static enum exit_status run_verb(const struct options *o, int thread_level,
                                 MPI_Comm comm)
{
    static struct report r; /* too large for the stack */
    r.options = o;
    r.memory.program = (double)machine_resident();
    MPI_Comm node = machine_node(comm);
    int leader = comm_rank(node) == 0;
    MPI_OK(MPI_Comm_free(&node));
    MPI_OK(MPI_Allreduce(&leader, &r.nodes, 1, MPI_INT, MPI_SUM, comm));
    r.ranks = comm_size(comm);
    r.threads = machine_threads(o->threads, comm);
    if (r.threads > 1 && thread_level < MPI_THREAD_FUNNELED)
        fail_all(EXIT_BROKEN,
                 "this MPI library does not support threads, and each rank has %d: "
                 "MPI_THREAD_FUNNELED or --threads=1 is needed",
                 r.threads);
    device_start(&(struct device_request){o->device, o->gpu_aware_mpi}, comm);
    r.device = device_get_info();
    phase_enable(o->phases);
    switch (o->verb) {
    case VERB_SOLVE:
        return verb_solve(o, &r, comm);
    case VERB_POISSON:
        return verb_poisson(o, &r, comm);
    case VERB_KERNELS:
        return verb_kernels(o, &r, comm);
    default:
        return verb_bench(o, &r, comm);
    }
}

int main(int argc, char **argv)
{
    int thread_level;
    process_start();
    MPI_OK(MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &thread_level));
    MPI_OK(MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN));
    process_check_same(argv, MPI_COMM_WORLD);
    process_check_arithmetic(MPI_COMM_WORLD);
    struct options o = options_read(argc, argv, MPI_COMM_WORLD);
    process_check_launcher(MPI_COMM_WORLD);
    /* A closed pipe, or a limit of the size of a file, is an error of the write. */
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
    if (*o.files.trace)
        trace_start(MPI_COMM_WORLD);
    enum exit_status status = run_verb(&o, thread_level, MPI_COMM_WORLD);
    trace_finish(o.files.trace, MPI_COMM_WORLD);
    process_check_stdout(MPI_COMM_WORLD);
    if (mem_live() != 0)
        die("%zu bytes were not freed at the end of the run; please report this "
            "bug",
            mem_live());
    MPI_OK(MPI_Finalize());
    return status;
}
