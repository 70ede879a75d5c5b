/* common/program/hpgmp_dat.c - reads HPG-MxP's input file.
 *
 * It has four lines: two lines of any text, a line with nx ny nz, a line with the
 * seconds.
 */
#define _POSIX_C_SOURCE 200809L
#include "option.h"
#include "error.h"
#include "output.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Reads "nx ny nz". Returns 0 if the line is anything else. */
static int read_box(const char *line, int n[3])
{
    long long v[3];
    char extra;
    if (sscanf(line, "%lld %lld %lld %c", &v[0], &v[1], &v[2], &extra) != 3)
        return 0;
    for (int d = 0; d < 3; d++) {
        if (v[d] < 8 || v[d] > 4096)
            return 0;
        n[d] = (int)v[d];
    }
    return 1;
}

/* Reads the four lines into *o. An error is stored in fault. */
static void read_lines(struct options *o, FILE *file, char fault[TEXT_LENGTH])
{
    char *line = NULL, extra;
    size_t room = 0;
    for (int number = 1; number <= 4 && !*fault; number++) {
        const ssize_t length = getline(&line, &room, file);
        if (ferror(file))
            snprintf(fault, TEXT_LENGTH, "hpgmp.dat: cannot be read: %s",
                     strerror(errno));
        else if (length < 0)
            snprintf(fault, TEXT_LENGTH,
                     "hpgmp.dat: the file has %d lines; four are needed: two lines "
                     "of any text, nx ny nz, seconds",
                     number - 1);
        else if ((ssize_t)strlen(line) != length)
            snprintf(fault, TEXT_LENGTH,
                     "hpgmp.dat: line %d: a byte with the value 0: plain text is "
                     "needed",
                     number);
        else if (number == 3 && !read_box(line, o->n))
            snprintf(fault, TEXT_LENGTH,
                     "hpgmp.dat: line 3: three whole numbers nx ny nz from 8 to "
                     "4096 are needed");
        else if (number == 4 &&
                 (sscanf(line, "%lf %c", &o->bench.seconds, &extra) != 1 ||
                  !(o->bench.seconds == -1 ||
                    (o->bench.seconds >= 0 && o->bench.seconds <= 1e7))))
            snprintf(fault, TEXT_LENGTH,
                     "hpgmp.dat: line 4: the seconds are needed, a number from 0 "
                     "to 1e7, or -1 for an official run");
    }
    free(line);
}

void hpgmp_dat_read(struct options *o, int rt_given, MPI_Comm comm)
{
    int rank, found = 0;
    char fault[TEXT_LENGTH] = "", reason[TEXT_LENGTH - 60];
    struct options from_file = *o;
    struct stat s;
    MPI_OK(MPI_Comm_rank(comm, &rank));
    if (rank == 0 && lstat("hpgmp.dat", &s) == 0) { /* also a link to nothing */
        FILE *file = input_open("hpgmp.dat", reason, sizeof reason);
        found = 1;
        if (file)
            read_lines(&from_file, file, fault);
        else
            snprintf(fault, TEXT_LENGTH,
                     "hpgmp.dat: %s; a text file, or none, is needed", reason);
        if (file)
            fclose(file);
    }
    MPI_OK(MPI_Bcast(fault, TEXT_LENGTH, MPI_CHAR, 0, comm));
    MPI_OK(MPI_Bcast(&found, 1, MPI_INT, 0, comm));
    MPI_OK(MPI_Bcast(from_file.n, 3, MPI_INT, 0, comm));
    MPI_OK(MPI_Bcast(&from_file.bench.seconds, 1, MPI_DOUBLE, 0, comm));
    if (*fault)
        fail_all(EXIT_USAGE, "%s", fault);
    if (!found)
        return;
    for (int d = 0; d < 3; d++)
        o->n[d] = from_file.n[d];
    if (!rt_given)
        o->bench.seconds = from_file.bench.seconds;
}
