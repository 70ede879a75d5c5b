/* common/device/threads_emu.h - the threads of a team on the emulated device.
 *
 * With MEMWALL_EMU_THREADS=256 a team has 256 threads. Each of them has its own
 * stack. One thread is executed at a time: it runs until it reaches a barrier or a
 * shuffle; then the next thread runs. If a barrier is missing, a thread reads a
 * value before another thread has written it, or overwrites a value before another
 * thread has read it, and the result is wrong. If the threads of a team reach
 * different barriers, the program ends with a message. Without this variable a team
 * has one thread, and barriers do nothing.
 */
#ifndef MEMWALL_THREADS_EMU_H
#define MEMWALL_THREADS_EMU_H
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
/* The team that is executed. */
extern struct emu_team {
    int thread;    /* index of the thread that runs now */
    int threads;   /* number of threads of the team */
    int warp_size; /* number of threads of a warp */
} emu_team;

int emu_team_warps(void); /* the number of warps of a team */

/* An OpenMP thread executes the teams emu_first_team(), + emu_team_step(), ... */
int emu_first_team(void);
int emu_team_step(void);

/* The order in which n rows or teams of a launch are executed: first row `start`,
 * then every `step`-th, modulo n. step and n have no common divisor. */
struct emu_order {
    int n, step, start, is_new;
};
struct emu_order emu_order_of(int n);
static inline int emu_at(const struct emu_order *order, int turn)
{
    return (int)((order->start + (int64_t)turn * order->step) % order->n);
}

/* Calls kernel(argument) in each thread of the teams. Each team has `doubles`
 * doubles of shared memory, which are NaN at first; emu_shared_memory returns
 * them. */
void emu_execute(size_t doubles, void (*kernel)(void *argument), void *argument);
double *emu_shared_memory(void);

/* Waits until all threads of the team have reached the barrier. `where` names
 * it. */
void emu_barrier(const char *where);

/* Returns the value v of the thread whose index differs in this bit. */
double emu_shuffle(double v, int bit);
#ifdef __cplusplus
}
#endif
#endif
