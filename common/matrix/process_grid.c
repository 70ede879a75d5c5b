/* common/matrix/process_grid.c - factors the number of ranks (process_grid.h). */
#include "process_grid.h"
#include "error.h"
#include <math.h>

void process_grid_factor(int ranks, int p[3])
{
    double best = 0;
    for (int f1 = (int)lround(cbrt(ranks)); f1 > 0; f1--) {
        if (ranks % f1 != 0)
            continue;
        int rest = ranks / f1;
        for (int f2 = (int)lround(sqrt(rest)); f2 > 0; f2--) {
            if (rest % f2 != 0)
                continue;
            int f3 = rest / f2;
            int small = f1 < f2 ? f1 : f2, large = f1 > f2 ? f1 : f2;
            small = f3 < small ? f3 : small;
            large = f3 > large ? f3 : large;
            double ratio = (double)small / large;
            if (ratio > best) {
                best = ratio;
                p[0] = f1;
                p[1] = f2;
                p[2] = f3;
            }
        }
    }
}

void process_grid_check_points(const int n[3], const int p[3])
{
    double points = 1;
    for (int d = 0; d < 3; d++)
        points *= n[d] + (p[d] > 1) + (p[d] > 2);
    if (points > 0x1p31 - 1)
        fail_all(EXIT_USAGE,
                 "local box %d x %d x %d with its halo, on %d x %d x %d ranks: at "
                 "most 2^31 - 1 points are allowed, these are %.0f; use a smaller "
                 "problem or more ranks",
                 n[0], n[1], n[2], p[0], p[1], p[2], points);
}

void process_grid_ascending(int dim, int ranks, int p[3])
{
    if (dim == 3) {
        process_grid_factor(ranks, p);
    } else {
        int f = (int)lround(sqrt(ranks));
        while (ranks % f != 0)
            f--;
        p[0] = f;
        p[1] = ranks / f;
        p[2] = 1;
    }
    for (int d = 0; d + 1 < dim; d++) /* sort */
        for (int e = d + 1; e < dim; e++)
            if (p[e] < p[d]) {
                const int larger = p[d];
                p[d] = p[e];
                p[e] = larger;
            }
}

int process_grid_balanced(const int n[3])
{
    int least = n[0], most = n[0];
    for (int d = 1; d < 3; d++) {
        least = n[d] < least ? n[d] : least;
        most = n[d] > most ? n[d] : most;
    }
    return 8 * least >= most;
}

int process_grid_usable(int ranks, int step)
{
    int p[3];
    for (;; ranks += step) {
        process_grid_factor(ranks, p);
        if (process_grid_balanced(p))
            return ranks;
    }
}
