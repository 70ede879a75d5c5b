/* common/device/lanes.h - emu: the lanes of a team, one after another.
 *
 * Each lane is a thread of control with a stack of its own. It runs until it meets the
 * others, at a barrier or a swap; then the next one runs. So a lane that reads what
 * another has not written yet, or writes what another still wants to read, because a
 * barrier is missing, gets a wrong result; and lanes that do not meet at the same place
 * end the run with a line.
 */
#ifndef MEMWALL_LANES_H
#define MEMWALL_LANES_H
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif
extern struct lanes {
    int lane, count, warp; /* the lane that runs; lanes of a team, of a warp */
} lanes;

int lanes_warps(void); /* of a team, as the environment wants it */
int lanes_first_team(void);
int lanes_teams(void); /* that run at the same time */

/* Runs a kernel in teams with an array of so many doubles, which are NaN at first. */
void lanes_run(size_t doubles, void (*kernel)(void *it), void *it);
double *lanes_room(void);
void lanes_meet(const char *where);
double lanes_swap(double v, int bit);
#ifdef __cplusplus
}
#endif
#endif
