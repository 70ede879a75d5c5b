/* common/program/main.c - the program memwall-TREE: starts MPI, reads the options
 * and runs a verb. */
#include "memory.h"
#include "process.h"
#include "run.h"
#include "trace.h"
#include "verbs.h"
#include <signal.h>

#define DECLARE(name) extern struct verb name##_verb;
#define ADDRESS(name) &name##_verb,
VERBS_X(DECLARE)

/* The verbs, and the texts of --help. */
static struct verb *read_options(struct run *run, int argc, char **argv,
                                 MPI_Comm comm)
{
    struct verb *verbs[] = {VERBS_X(ADDRESS) NULL};
    struct option_group shared[] = {{"Machine", machine_table, &run->options, 0},
                                    {"Output files", files_table, &run->options, 0},
                                    {0}};
    const struct program program = {
        .verbs = verbs,
        .shared = shared,
        .title = "mixed-precision solvers of sparse linear systems",
        .statuses =
            "Exit status: 0 the result is valid, 1 it is not valid (the last line "
            "of\n"
            "bench is VALID, or INVALID: and the reason), 2 wrong input, 3 out of "
            "memory\n"
            "or a system error.\n"};
    run->arguments = argv + 1;
    return options_read(&program, argc, argv, comm);
}

int main(int argc, char **argv)
{
    struct run run = {.options = {.device = -1}};
    int thread_level;
    process_start();
    MPI_OK(MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &thread_level));
    MPI_OK(MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN));
    run.verb = read_options(&run, argc, argv, MPI_COMM_WORLD);
    run.verb->check(&run, MPI_COMM_WORLD);
    process_check_launcher(MPI_COMM_WORLD);
    /* A closed pipe, or a limit of the size of a file, is an error of the write. */
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
    if (*run.options.trace)
        trace_start(MPI_COMM_WORLD);
    run_start(&run, thread_level, MPI_COMM_WORLD);
    const enum exit_status status = run.verb->run(&run, MPI_COMM_WORLD);
    trace_finish(run.options.trace, MPI_COMM_WORLD);
    process_check_stdout(MPI_COMM_WORLD);
    if (mem_live() != 0)
        die("%zu bytes were not freed at the end of the run; please report this "
            "bug",
            mem_live());
    MPI_OK(MPI_Finalize());
    return status;
}
