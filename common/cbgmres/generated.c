/* common/cbgmres/generated.c - generates the rows of a model problem on this
 * rank. */
#include "generated.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name;
    int dimensions, most; /* points per side, most^dimensions < 2^31 */
} table[GENERATED] = {
    {"lap27", 3, 1290}, {"poisson2d", 2, 46340}, {"convdiff3d", 3, 1290}};

int generated_most(enum generated g)
{
    return table[g].most;
}

int64_t generated_rows(enum generated g, int points)
{
    return (int64_t)points * points * (table[g].dimensions == 3 ? points : 1);
}

/* Of the points of a line, all but two have two neighbors in the line. */
int64_t generated_nonzeros(enum generated g, int points)
{
    const int64_t line = 3 * (int64_t)points - 2, n = points;
    return g == LAP27       ? line * line * line
           : g == POISSON2D ? n * (2 * line - n)
                            : n * n * (3 * line - 2 * n);
}

enum generated generated_find(const char *text, int *points)
{
    for (int g = 0; g < GENERATED; g++) {
        size_t length = strlen(table[g].name);
        if (strncmp(text, table[g].name, length) != 0 || text[length] != ':')
            continue;
        char *end;
        long n = strtol(text + length + 1, &end, 10);
        int good = isdigit((unsigned char)text[length + 1]) && !*end && n >= 2 &&
                   n <= table[g].most;
        *points = good ? (int)n : 0;
        return (enum generated)g;
    }
    return GENERATED;
}

/* The entry in the row of a point and the column of the point at this step from
 * it; 0 if there is no entry. */
static double value(enum generated g, const int step[3])
{
    int distance = abs(step[0]) + abs(step[1]) + abs(step[2]);
    switch (g) {
    case LAP27:
        return distance == 0 ? 26 : -1;
    case POISSON2D:
        return distance == 0 ? 4 : distance == 1 ? -1 : 0;
    default:
        return distance == 0  ? 41
               : distance > 1 ? 0
               : step[0] < 0  ? -21
               : step[1] < 0  ? -11
               : step[2] < 0  ? -6
                              : -1;
    }
}

struct generator {
    enum generated g;
    int64_t points; /* per side */
    int64_t first;  /* global number of row 0 */
    int n;          /* local rows */
};

/* Computes the entries of a row, columns ascending. Returns their number
 * (csr_generate). */
static int row_entries(const void *data, int i, struct csr_entry *entry)
{
    const struct generator *G = data;
    const int64_t points = G->points, row = G->first + i;
    const int64_t point[3] = {row % points, row / points % points,
                              row / points / points};
    const int z_steps = table[G->g].dimensions == 3;
    int count = 0, step[3];
    for (step[2] = -z_steps; step[2] <= z_steps; step[2]++)
        for (step[1] = -1; step[1] <= 1; step[1]++)
            for (step[0] = -1; step[0] <= 1; step[0]++) {
                int inside = value(G->g, step) != 0;
                for (int d = 0; d < 3; d++)
                    inside &=
                        point[d] + step[d] >= 0 && point[d] + step[d] < points;
                if (!inside)
                    continue;
                const int64_t id =
                    row + step[0] + points * (step[1] + points * step[2]);
                const int is_local = id >= G->first && id < G->first + G->n;
                entry[count++] = (struct csr_entry){
                    is_local ? (int)(id - G->first) : -1, id, value(G->g, step)};
            }
    return count;
}

struct csr generated_matrix(enum generated g, int points, int rank,
                            struct blocks *rows)
{
    rows->n = generated_rows(g, points);
    const struct generator G = {g, points, blocks_first(rows, rank),
                                blocks_rows(rows, rank)};
    return csr_generate(G.n, G.n, row_entries, &G);
}
