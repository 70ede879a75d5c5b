/* common/program/main.c - the program memwall-TREE: starts MPI, reads the options
 * and runs a verb. */
#include "hpgmxp.h"
#include "kernels_verb.h"
#include "memory.h"
#include "poisson.h"
#include "process.h"
#include "run.h"
#include "solve.h"
#include "trace.h"
#include "tree.h"
#include <signal.h>
#include <stdio.h>

/* The verbs, and the texts of --help. */
static struct verb *read_options(struct run *run, int argc, char **argv,
                                 MPI_Comm comm)
{
    struct verb *verbs[] = {&bench_verb, solve_verb(&problem_source), &poisson_verb,
                            &kernels_verb, NULL};
    struct option_group shared[] = {{"Machine", machine_table, &run->options, 0},
                                    {"Output files", files_table, &run->options, 0},
                                    {0}};
    char examples[256];
    snprintf(examples, sizeof examples,
             "  %s solve --nx=32 --policy=double\n"
             "  mpirun -np 2 %s bench --nx=64 --rt=10\n",
             tree_program, tree_program);
    const struct program program = {
        .verbs = verbs,
        .shared = shared,
        .title = "HPG-MxP, the benchmark of mixed-precision GMRES with multigrid",
        .numbers = "[NX NY NZ [SECONDS]] ",
        .overview =
            "NX NY NZ have the same meaning as --nx, --ny, --nz, and SECONDS as "
            "--rt.\n"
            "Without a size the program reads the size and the seconds from the "
            "file\n"
            "hpgmp.dat, which has four lines: two lines of any text, a line with "
            "nx "
            "ny\n"
            "nz, a line with the seconds. Without this file the size is 104 104 "
            "104.\n",
        .examples = examples,
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
    struct run run = {.options = {.device = -1},
                      .input = {"input file", "hpgmp.dat"}};
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
