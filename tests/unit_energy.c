/* tests/unit_energy.c - the energy counters: sums over packages, restarts from zero. */
#define _POSIX_C_SOURCE 200809L
#include "energy.h"
#include "tap.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[] = "/tmp/energyXXXXXX";

static void write_counter(int package, const char *name, double value)
{
    char path[128];
    snprintf(path, sizeof path, "%s/intel-rapl:%d", folder, package);
    mkdir(path, 0700);
    snprintf(path, sizeof path, "%s/intel-rapl:%d/%s", folder, package, name);
    FILE *file = fopen(path, "w");
    if (file) {
        fprintf(file, "%.0f\n", value);
        fclose(file);
    }
}

static void remove_all(void)
{
    char path[128];
    for (int p = 0; p < 2; p++) {
        snprintf(path, sizeof path, "%s/intel-rapl:%d/energy_uj", folder, p);
        unlink(path);
        snprintf(path, sizeof path, "%s/intel-rapl:%d/max_energy_range_uj", folder,
                 p);
        unlink(path);
        snprintf(path, sizeof path, "%s/intel-rapl:%d", folder, p);
        rmdir(path);
    }
    rmdir(folder);
}

int main(int argc, char **argv)
{
    start(&argc, &argv);
    if (!mkdtemp(folder))
        return 1;
    setenv("MEMWALL_POWERCAP", folder, 1);
    for (int p = 0; p < 2; p++) {
        write_counter(p, "energy_uj", 1e6 * (p + 1));
        write_counter(p, "max_energy_range_uj", 10e6);
    }
    ok(energy_used() == 0, "the first call returns 0");
    write_counter(0, "energy_uj", 4e6);
    write_counter(1, "energy_uj", 7e6);
    small(fabs(energy_used() - 8), 1e-12, "joules of both packages");
    write_counter(1, "energy_uj", 1e6);
    small(fabs(energy_used() - 12), 1e-12, "a counter that restarted from zero");
    write_counter(0, "energy_uj", 4.5e6);
    small(fabs(energy_used() - 12.5), 1e-12, "the sum goes on");
    char path[128];
    snprintf(path, sizeof path, "%s/intel-rapl:0/energy_uj", folder);
    ok(truncate(path, 0) == 0 && isnan(energy_used()), "an empty counter: NaN");
    remove_all();
    ok(isnan(energy_used()), "counters that cannot be read any more: NaN");
    return done();
}
