/* common/phase/simulation_simgrid.c - reads the file that MEMWALL_SIMULATION names
 * (simulation.h). */
#include "simulation.h"
#include "error.h"
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct simulation s;

/* Reads a line with one or more numbers after a word; returns 1 if it is one. */
static int read_parameter(const char *line)
{
    int *p = s.processes, level;
    double share;
    unsigned long long seed;
    if (sscanf(line, "processes %d %d %d", &p[0], &p[1], &p[2]) == 3 ||
        sscanf(line, "ratio %d", &s.ratio) == 1 ||
        sscanf(line, "overhead %lf", &s.overhead) == 1 ||
        sscanf(line, "spread %lf", &s.spread) == 1 ||
        sscanf(line, "redraw %d", &s.redraw) == 1 ||
        sscanf(line, "free_sums %d", &s.free_sums) == 1)
        return 1;
    if (sscanf(line, "seed %llu", &seed) == 1) {
        s.seed = seed;
        return 1;
    }
    if (sscanf(line, "overlapped %d %lf", &level, &share) != 2 || level < 0 ||
        level >= MAX_LEVELS)
        return 0;
    s.overlapped[level] = share;
    return 1;
}

/* Reads PHASE,LEVEL,SECONDS; returns 1 if the line has this form. The name of the
 * phase may contain a comma: "sweep, zero guess". */
static int read_phase(const char *line)
{
    for (int phase = 0; phase < PHASES; phase++) {
        const char *name = phase_name((enum phase)phase);
        const size_t length = strlen(name);
        int level;
        double seconds;
        if (strncmp(line, name, length) == 0 &&
            sscanf(line + length, ",%d,%lf", &level, &seconds) == 2 && level >= 0 &&
            level < MAX_LEVELS) {
            s.seconds[phase][level] = seconds;
            return 1;
        }
    }
    return 0;
}

const struct simulation *simulation(void)
{
    if (s.ranks)
        return &s;
    const char *path = getenv("MEMWALL_SIMULATION");
    FILE *file = path ? fopen(path, "r") : NULL;
    char line[128];
    if (!file)
        die("MEMWALL_SIMULATION=%s: a file that run/simulate has written is needed",
            path ? path : "");
    while (fgets(line, sizeof line, file))
        if (!read_parameter(line) && !read_phase(line))
            die("%s: a line that the simulation does not understand: %s", path,
                line);
    fclose(file);
    MPI_OK(MPI_Comm_rank(MPI_COMM_WORLD, &s.rank));
    MPI_OK(MPI_Comm_size(MPI_COMM_WORLD, &s.ranks));
    if (s.processes[0] * s.processes[1] * s.processes[2] != s.ranks)
        die("%s: the process grid has not %d ranks", path, s.ranks);
    return &s;
}
