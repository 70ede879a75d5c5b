/* common/base/energy.h - energy that the processors of this node have used. */
#ifndef MEMWALL_ENERGY_H
#define MEMWALL_ENERGY_H

/* Returns the joules that all processor packages of the node have used since the
 * first call, or NaN if Linux provides no counters (/sys/class/powercap) or does not
 * allow this user to read them. A counter restarts from zero after about 260 kJ, a
 * few minutes to an hour of work; the function detects this once between two calls.
 * The environment variable MEMWALL_POWERCAP names another folder of counters. */
double energy_used(void);
#endif
