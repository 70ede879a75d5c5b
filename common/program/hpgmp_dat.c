/* common/program/hpgmp_dat.c - reads HPG-MxP's input file.
 *
 * It has four lines: two lines of any text, a line with nx ny nz, a line with the
 * seconds.
 */
#define _POSIX_C_SOURCE 200809L
#include "hpgmp_dat.h"
#include "error.h"
#include "output.h"
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

enum { LINE = 500 }; /* most characters of the lines with numbers */

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

/* Reads a line of any length and stores its first characters, at most LINE, without
 * the line break. Returns its length, or -1 if the file has no further line, or -2
 * if the line contains a NUL byte. */
static long read_line(FILE *file, char line[LINE + 1])
{
    long length = 0;
    int c, nul = 0;
    while ((c = getc(file)) != EOF && c != '\n') {
        nul |= c == '\0';
        if (length < LINE)
            line[length] = (char)c;
        length++;
    }
    line[length < LINE ? length : LINE] = '\0';
    return nul ? -2 : c == EOF && length == 0 ? -1 : length;
}

/* Reads the four lines into *o. An error is stored in fault. */
static void read_lines(struct options *o, FILE *file, char fault[TEXT_LENGTH])
{
    char line[LINE + 1], extra;
    for (int number = 1; number <= 4 && !*fault; number++) {
        long length = read_line(file, line);
        if (ferror(file))
            snprintf(fault, TEXT_LENGTH, "hpgmp.dat: cannot be read: %s",
                     strerror(errno));
        else if (length == -1)
            snprintf(fault, TEXT_LENGTH,
                     "hpgmp.dat: the file has %d lines; four are needed: two lines "
                     "of any text, nx ny nz, seconds",
                     number - 1);
        else if (length == -2)
            snprintf(fault, TEXT_LENGTH,
                     "hpgmp.dat: line %d: a byte with the value 0: plain text is "
                     "needed",
                     number);
        else if (number == 3 && (length > LINE || !read_box(line, o->n)))
            snprintf(fault, TEXT_LENGTH,
                     "hpgmp.dat: line 3: three whole numbers nx ny nz from 8 to "
                     "4096 are needed");
        else if (number == 4 &&
                 (length > LINE ||
                  sscanf(line, "%lf %c", &o->bench.seconds, &extra) != 1 ||
                  !(o->bench.seconds == -1 ||
                    (o->bench.seconds >= 0 && o->bench.seconds <= 1e7))))
            snprintf(fault, TEXT_LENGTH,
                     "hpgmp.dat: line 4: the seconds are needed, a number from 0 "
                     "to 1e7, or -1 for an official run");
    }
}

/* Reads hpgmp.dat into *o on the calling rank. *found = 0 if the file does not
 * exist. If the file has an error, the message is stored in fault, which is left
 * empty otherwise. */
static void read_dat(struct options *o, int *found, char fault[TEXT_LENGTH])
{
    char reason[TEXT_LENGTH - 60];
    struct stat s;
    *found = lstat("hpgmp.dat", &s) == 0; /* also a link to nothing */
    if (!*found)
        return;
    FILE *file = input_open("hpgmp.dat", reason, sizeof reason);
    if (!file) {
        snprintf(fault, TEXT_LENGTH,
                 "hpgmp.dat: %s; a text file, or none, is needed", reason);
        return;
    }
    read_lines(o, file, fault);
    fclose(file);
}

void hpgmp_dat_read(struct options *o, int rt_given, MPI_Comm comm)
{
    int rank, found = 0;
    char fault[TEXT_LENGTH] = "";
    struct options from_file = *o;
    MPI_OK(MPI_Comm_rank(comm, &rank));
    if (rank == 0)
        read_dat(&from_file, &found, fault);
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
