/* common/base/error.c - ends the program with a one-line message (error.h). */
#include "error.h"
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

void fail_all(enum exit_status status, const char *format, ...)
{
    if (world_rank() == 0) {
        va_list args;
        va_start(args, format);
        fputs("memwall: ", stderr);
        vfprintf(stderr, format, args);
        fputc('\n', stderr);
        va_end(args);
    }
    int initialized = 0;
    MPI_Initialized(&initialized);
    if (initialized)
        MPI_Finalize();
    exit(status);
}

void die(const char *format, ...)
{
    char message[1024];
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    fprintf(stderr, "memwall: rank %d: %s\n", world_rank(), message);
    fflush(stderr);
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
