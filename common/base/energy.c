/* common/base/energy.c - energy of the processors: Linux powercap (RAPL), package
 * counters in microjoules. */
#include "energy.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST_PACKAGES = 16 };

/* Returns the number in the file `name` of a package, or NaN. */
static double counter(int package, const char *name)
{
    const char *folder = getenv("MEMWALL_POWERCAP");
    char path[512];
    double value = NAN;
    snprintf(path, sizeof path, "%s/intel-rapl:%d/%s",
             folder ? folder : "/sys/class/powercap", package, name);
    FILE *file = fopen(path, "r");
    if (!file)
        return NAN;
    if (fscanf(file, "%lf", &value) != 1)
        value = NAN;
    fclose(file);
    return value;
}

double energy_used(void)
{
    static double last[MOST_PACKAGES], total;
    static int packages = -1;
    const int first_call = packages < 0;
    if (first_call)
        packages = 0;
    for (int p = 0; p < (first_call ? MOST_PACKAGES : packages); p++) {
        double value = counter(p, "energy_uj");
        if (first_call && isnan(value))
            break;
        if (first_call)
            packages++;
        else
            total += value - last[p] +
                     (value < last[p] ? counter(p, "max_energy_range_uj") : 0);
        last[p] = value;
    }
    return packages ? 1e-6 * total : NAN;
}
