/* common/phase/work.h - lets the time of the computation pass.
 *
 * On a real machine it passes by itself, and these functions do nothing (work.c). A
 * program for a simulated machine (BACKEND=simgrid, docs/14) computes the same
 * numbers, but its clock advances by what a model says about each phase
 * (work_simgrid.c).
 */
#ifndef MEMWALL_WORK_H
#define MEMWALL_WORK_H
#include "phase.h"

/* A phase begins, and the phase that was begun last ends. */
void work_begin(void);
void work_end(enum phase phase, int depth);

/* Within the phase `outer` on level `depth` this rank is about to wait for messages
 * that were sent before the computation: the part of the computation that needs
 * none of them has been executed. */
void work_before_wait(enum phase outer, int depth);
#endif
