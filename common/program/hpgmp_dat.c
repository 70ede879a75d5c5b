/* common/program/hpgmp_dat.c - reads HPG-MxP's input file.
 *
 * It has four lines: two lines of any text, a line with nx ny nz, a line with the
 * seconds.
 */
#include "hpgmp_dat.h"
#include "error.h"
#include <errno.h>
#include <stdio.h>
#include <string.h>

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

/* Reads hpgmp.dat into *o on the calling rank. *found = 0 if the file does not
 * exist. If the file has an error, the message is stored in fault, which is left
 * empty otherwise. */
static void read_dat(struct options *o, int *found, char fault[TEXT_LENGTH])
{
    FILE *file = fopen("hpgmp.dat", "r");
    *found = 0;
    if (!file) {
        if (errno != ENOENT)
            snprintf(fault, TEXT_LENGTH, "hpgmp.dat: cannot be read: %s",
                     strerror(errno));
        return;
    }
    char line[512], extra;
    int lines = 0;
    *found = 1;
    while (!*fault && lines < 4) {
        if (!fgets(line, sizeof line, file)) {
            snprintf(fault, TEXT_LENGTH,
                     "hpgmp.dat: the file has %d lines; four are needed: two lines "
                     "of any text, nx ny nz, seconds",
                     lines);
            break;
        }
        lines++;
        if (lines == 3 && !read_box(line, o->n))
            snprintf(fault, TEXT_LENGTH,
                     "hpgmp.dat: line 3: three whole numbers nx ny nz from 8 to "
                     "4096 are needed");
        if (lines == 4 && (sscanf(line, "%lf %c", &o->bench.seconds, &extra) != 1 ||
                           !(o->bench.seconds >= -1 && o->bench.seconds <= 1e7)))
            snprintf(fault, TEXT_LENGTH,
                     "hpgmp.dat: line 4: the seconds are needed, a number from 0 "
                     "to 1e7, or -1 for an official run");
    }
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
