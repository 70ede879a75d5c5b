/* common/base/process.c - launch, standard streams and signals of the process
 * (process.h). */
#include "process.h"
#include "error.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Calls nothing but write and _exit: the next instruction may be missing, too. */
static void end_by_instruction(int number)
{
    static const char text[] =
        "memwall: this processor does not have an instruction of the program, "
        "which was compiled for another one: build it on this machine, or for all "
        "that run it, for example with make ARCH=x86-64-v3\n";
    (void)!write(STDERR_FILENO, text, sizeof text - 1);
    (void)number;
    _exit(EXIT_BROKEN);
}

/* Before main, which may contain such instructions. */
__attribute__((constructor)) static void catch_instructions(void)
{
    signal(SIGILL, end_by_instruction);
}

void process_start(void)
{
    for (int stream = 0; stream < 3; stream++) {
        if (fcntl(stream, F_GETFD) >= 0)
            continue;
        /* To read from the first stream and to write to the others must fail. */
        int file = open("/dev/null", stream == 0 ? O_WRONLY : O_RDONLY);
        if (file >= 0 && file != stream) {
            dup2(file, stream);
            close(file);
        }
    }
    setvbuf(stdout, NULL, _IOLBF, BUFSIZ);
}

void process_check_launcher(MPI_Comm comm)
{
    /* Set for each process by Open MPI, by MPICH and its relatives, and by srun. The first one that
     * is set belongs to the launcher; a variable after it may belong to the shell around it. */
    static const char *const count[] = {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE",
                                        "SLURM_STEP_NUM_TASKS", NULL};
    int k = 0;
    while (count[k] && !getenv(count[k]))
        k++;
    if (count[k] && atoi(getenv(count[k])) > 1 && comm_size(comm) == 1)
        fail_all(EXIT_USAGE,
                 "%s=%s: the launcher has started several processes, but this "
                 "program has one rank; it was built with MPI=no, or with another "
                 "MPI library than that of the launcher. If one process is meant: "
                 "unset %s",
                 count[k], getenv(count[k]), count[k]);
}

void process_check_stdout(MPI_Comm comm)
{
    errno = 0;
    const int flushed = fflush(stdout) == 0;
    const char *reason = errno ? strerror(errno) : "an earlier line was lost";
    int lost = !flushed || ferror(stdout);
    MPI_OK(MPI_Allreduce(MPI_IN_PLACE, &lost, 1, MPI_INT, MPI_MAX, comm));
    if (lost)
        fail_all(EXIT_BROKEN, "standard output could not be written: %s", reason);
}
