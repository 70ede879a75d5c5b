/* common/base/error.c - ends the program with a one-line message (error.h). */
#include "error.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void (*before_die)(void);
static int failed; /* the run ends because of an error */

/* LeakSanitizer calls this at the end of a program that was built with SANITIZE=1, where
 * an error ends the run from anywhere and frees nothing. */
int __lsan_is_turned_off(void);
int __lsan_is_turned_off(void)
{
    return failed;
}

/* Whether MPI has begun and not ended, as when MPI_Finalize fails. */
static int mpi_runs(void)
{
    int begun = 0, ended = 0;
    MPI_Initialized(&begun);
    MPI_Finalized(&ended);
    return begun && !ended;
}

static int world_rank(void)
{
    int rank = 0;
    if (mpi_runs())
        MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    return rank;
}

/* Prints "memwall: " and the message in one line: a control character, for example
 * in the name of a file, becomes a question mark. The line is written by one call, so
 * that the messages of several ranks do not mix. */
static void print_message(int rank, const char *format, va_list args)
{
    char line[8192] = "memwall: ", *end = line + sizeof line - sizeof "...\n";
    char *message = line + strlen(line);
    if (rank >= 0)
        message += sprintf(message, "rank %d: ", rank);
    const int length = vsnprintf(message, (size_t)(end - message), format, args);
    for (char *c = message; *c; c++)
        if ((unsigned char)*c < ' ' || *c == 127)
            *c = '?';
    strcat(line, length >= end - message ? "...\n" : "\n");
    fputs(line, stderr);
    fflush(stderr);
}

void fail_all(enum exit_status status, const char *format, ...)
{
    if (world_rank() == 0) {
        va_list args;
        va_start(args, format);
        print_message(-1, format, args);
        va_end(args);
    }
    failed = 1;
    if (mpi_runs())
        MPI_Finalize();
    exit(status);
}

void die(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    print_message(world_rank(), format, args);
    va_end(args);
    failed = 1;
    if (before_die)
        before_die();
    if (mpi_runs())
        MPI_Abort(MPI_COMM_WORLD, EXIT_BROKEN);
    exit(EXIT_BROKEN);
}

/* Returns 1 if this is the call that MEMWALL_FAIL_MPI selects to fail (error.h). */
static int must_fail(void)
{
    static long call, fail_at = -2;
    if (fail_at == -2) {
        const char *k = getenv("MEMWALL_FAIL_MPI");
        fail_at = k ? strtol(k, NULL, 10) : -1;
    }
    return call++ == fail_at;
}

void mpi_check(int code, const char *call, const char *file, int line)
{
    if (must_fail())
        code = MPI_ERR_OTHER;
    if (code == MPI_SUCCESS)
        return;
    char text[MPI_MAX_ERROR_STRING] = "";
    int length = 0;
    if (mpi_runs())
        MPI_Error_string(code, text, &length);
    die("%s:%d: %s failed: %s", file, line, call, text);
}
