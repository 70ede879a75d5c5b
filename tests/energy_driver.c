/* tests/energy_driver.c - prints the joules of two calls of gpu_energy, for tests/energy.t. */
#include "gpu_energy.h"
#include <stdio.h>

int main(int argc, char **argv)
{
    if (argc != 3)
        return 2;
    const double before = gpu_energy(argv[1], argv[2]);
    printf("%.6f %.6f\n", before, gpu_energy(argv[1], argv[2]) - before);
    return 0;
}
