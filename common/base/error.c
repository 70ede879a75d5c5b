/* common/base/error.c - ends the program with a one-line message (error.h). */
#include "error.h"
#include "output.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static int world_rank(void)
{
    int rank = 0, initialized = 0;
    MPI_Initialized(&initialized);
    if (initialized)
        MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    return rank;
}

/* Prints "memwall: " and the message in one line: a control character, for example
 * in the name of a file, becomes a question mark. */
static void print_message(int rank, const char *format, va_list args)
{
    char message[4096];
    int length = vsnprintf(message, sizeof message, format, args);
    for (char *c = message; *c; c++)
        if ((unsigned char)*c < ' ' || *c == 127)
            *c = '?';
    if (rank >= 0)
        fprintf(stderr, "memwall: rank %d: ", rank);
    else
        fputs("memwall: ", stderr);
    fprintf(stderr, "%s%s\n", message, length >= (int)sizeof message ? "..." : "");
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
    output_discard();
    int initialized = 0;
    MPI_Initialized(&initialized);
    if (initialized)
        MPI_Finalize();
    exit(status);
}

void die(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    print_message(world_rank(), format, args);
    va_end(args);
    output_discard();
    int initialized = 0;
    MPI_Initialized(&initialized);
    if (initialized)
        MPI_Abort(MPI_COMM_WORLD, EXIT_BROKEN);
    exit(EXIT_BROKEN);
}

void mpi_check(int code, const char *call, const char *file, int line)
{
    if (code == MPI_SUCCESS)
        return;
    char text[MPI_MAX_ERROR_STRING] = "";
    int length = 0;
    MPI_Error_string(code, text, &length);
    die("%s:%d: %s failed: %s", file, line, call, text);
}
