/* tests/ranges_driver.c - a phase within a phase, for tests/ranges.t: no kernels,
 * no MPI. */
#include "phase.h"
#include "machine.h"

const char *machine_commit(void)
{
    return "none";
}

int main(void)
{
    phase_begin(PHASE_SWEEP, 2);
    phase_begin(PHASE_HALO, 2);
    phase_end(0);
    phase_end(0);
    return 0;
}
