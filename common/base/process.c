/* common/base/process.c - launch, standard streams and signals of the process
 * (process.h). */
#define _POSIX_C_SOURCE 200809L
#include "process.h"
#include "arithmetic.h"
#include "error.h"
#include "machine.h"
#include "mix_bits.h"
#include "tree.h"
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

void process_check_arithmetic(MPI_Comm comm)
{
    const char *fault = arithmetic_fault();
    int wrong = fault ? comm_rank(comm) : comm_size(comm), first;
    char text[80] = "";
    MPI_OK(MPI_Allreduce(&wrong, &first, 1, MPI_INT, MPI_MIN, comm));
    if (first == comm_size(comm))
        return;
    snprintf(text, sizeof text, "%s", fault ? fault : "");
    MPI_OK(MPI_Bcast(text, sizeof text, MPI_CHAR, first, comm));
    fail_all(
        EXIT_USAGE,
        "the arithmetic of rank %d is not that of IEEE 754: %s; build the program, "
        "and "
        "libraries that it loads, without -Ofast, -ffast-math and similar flags",
        first, text);
}

/* Continues a checksum by a text and its end. */
static uint64_t checksum(uint64_t sum, const char *text)
{
    do
        sum = mix_bits((sum ^ (unsigned char)*text) + SPLITMIX_STEP);
    while (*text++);
    return sum;
}

/* Ends the run if a rank has another checksum than rank 0. text: what was summed, or its
 * beginning; the message shows that of the first such rank and that of rank 0. */
static void check_equal(uint64_t sum, const char *what, const char *text,
                        MPI_Comm comm)
{
    enum { SHOWN = 200 };
    const int rank = comm_rank(comm), ranks = comm_size(comm);
    char shown[2][SHOWN];
    uint64_t wanted = sum;
    MPI_OK(MPI_Bcast(&wanted, sizeof wanted, MPI_BYTE, 0, comm));
    int other = sum == wanted ? ranks : rank, first;
    MPI_OK(MPI_Allreduce(&other, &first, 1, MPI_INT, MPI_MIN, comm));
    if (first == ranks)
        return;
    for (int k = 0; k < 2; k++) {
        snprintf(shown[k], SHOWN, "%s", text);
        MPI_OK(MPI_Bcast(shown[k], SHOWN, MPI_CHAR, k ? first : 0, comm));
    }
    fail_all(
        EXIT_USAGE,
        "rank %d has the %s '%s', rank 0 '%s': all ranks of a run need the same "
        "program and the same arguments",
        first, what, shown[1], shown[0]);
}

void process_check_same(char *const *argv, MPI_Comm comm)
{
    const struct {
        const char *what, *text;
    } build[] = {{"program", tree_program},
                 {"commit", machine_commit()},
                 {"build", machine_build()},
                 {"compiler", machine_compiler()}};
    char text[256] = ""; /* the arguments, or the first ones */
    uint64_t sum = 0;
    for (size_t k = 0; k < sizeof build / sizeof *build; k++)
        check_equal(checksum(0, build[k].text), build[k].what, build[k].text, comm);
    for (int k = 1; argv[k]; k++) {
        const size_t used = strlen(text);
        snprintf(text + used, sizeof text - used, "%s%s", k > 1 ? " " : "",
                 argv[k]);
        sum = checksum(sum, argv[k]);
    }
    check_equal(sum, "arguments", text, comm);
}

void process_check_launcher(MPI_Comm comm)
{
    /* Set for each process by Open MPI, by MPICH and its relatives, and by srun. */
    static const struct {
        const char *count, *rank;
    } launcher[] = {{"OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_RANK"},
                    {"PMI_SIZE", "PMI_RANK"},
                    {"SLURM_STEP_NUM_TASKS", "SLURM_PROCID"}};
    const int ranks = comm_size(comm);
    if (ranks > 1)
        return;
    for (size_t k = 0; k < sizeof launcher / sizeof *launcher; k++) {
        const char *count = getenv(launcher[k].count),
                   *rank = getenv(launcher[k].rank);
        if (!count)
            continue;
        if (atoi(count) <= 1) /* the launcher itself; others started its shell */
            return;
        if (rank && atoi(rank) > 0) { /* the first process prints the message */
            sleep(1);                 /* and may be killed when another one ends */
            MPI_Finalize();
            exit(EXIT_USAGE);
        }
        fail_all(
            EXIT_USAGE,
            "%s=%s: the launcher has started several processes, but this program "
            "has one rank; it was built with MPI=no, or with another MPI library "
            "than that of the launcher. If one process is meant: unset %s",
            launcher[k].count, count, launcher[k].count);
    }
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
