/* common/phase/work_simgrid.c - a machine that SimGrid simulates: each phase lasts
 * as long as its kernel would on the large box (simulation.h).
 *
 * A kernel whose messages are in transit while it computes lasts SHARE SECONDS
 * before it waits for them, and the rest afterwards. A rank is slower by the factor
 * 1 + S z, where z is a random number of the standard normal distribution (14.3).
 */
#include "simulation.h"
#include "work.h"
#include <math.h>
#include <mpi.h>

static int open_phases;
static double executed; /* seconds of the open phase that have passed */
static double slowness; /* factor of all times; 0: not drawn yet */
static uint64_t random_state;

/* Returns the next random number of 64 bits: SplitMix64 (Steele, Lea, Flood, OOPSLA
 * 2014). Numbers of neighboring states are independent, so that ranks may start at
 * neighboring states. */
static uint64_t random_bits(void)
{
    uint64_t z = random_state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

/* Returns a random number in (0,1). */
static double uniform(void)
{
    return ((double)(random_bits() >> 11) + 0.5) * 0x1p-53;
}

/* Returns a random number of the standard normal distribution (Box and Muller,
 * 1958). */
static double normal(void)
{
    const double radius = sqrt(-2 * log(uniform()));
    return radius * cos(8 * atan(1) * uniform());
}

static void draw_slowness(void)
{
    const struct simulation *s = simulation();
    if (slowness == 0) { /* each rank begins at a random state of its own */
        random_state = s->seed * 0x100000000u + (uint64_t)s->rank;
        random_state = random_bits();
    }
    slowness = fmax(0.01, 1 + s->spread * normal());
}

void simulation_execute(double seconds)
{
    if (seconds > 0)
        smpi_execute(seconds);
}

int simulation_in_phase(void)
{
    return open_phases > 0;
}

void work_begin(void)
{
    if (slowness == 0)
        draw_slowness();
    open_phases++;
}

void work_before_wait(enum phase outer, int depth)
{
    const struct simulation *s = simulation();
    executed = s->overlapped[depth] * s->seconds[outer][depth];
    simulation_execute(executed * slowness);
}

void work_end(enum phase phase, int depth)
{
    const struct simulation *s = simulation();
    open_phases--;
    if (phase == PHASE_REDUCE && s->redraw)
        draw_slowness();
    if (phase == PHASE_HALO || phase == PHASE_REDUCE)
        return; /* nested in the phase that computes */
    simulation_execute((s->seconds[phase][depth] - executed) * slowness);
    executed = 0;
}
