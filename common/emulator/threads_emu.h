/* common/emulator/threads_emu.h - the threads of a team on the emulated device.
 *
 * With MEMWALL_EMU_THREADS=256 a team of a tree has 256 threads, and a block of a CUDA
 * program (cuda_emu.h) has as many as its launch states. Each of them has its own
 * stack. One thread is executed at a time: it runs until it reaches a barrier or a
 * shuffle; then the next thread runs, in an order that looks random. If a barrier is
 * missing, a thread reads a value before another thread has written it, or overwrites a
 * value before another thread has read it, and the result is wrong. If threads wait for
 * each other, the program ends with a message. Without this variable a team has one
 * thread, and barriers do nothing.
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
    int thread;         /* index of the thread that runs now */
    int threads;        /* number of threads of the team */
    int warp_size;      /* number of threads of a warp */
    int runs;           /* 1: one of its threads is executed, 0: its scheduler */
    const char *kernel; /* of a CUDA program, else NULL; */
    unsigned block[3], grid[3], size[3]; /* its blockIdx, gridDim and blockDim, */
    char *shared[2];    /* and where its __shared__ variables begin and end */
} emu_team;

/* Returns host memory that is zero, or ends the program. */
void *emu_alloc(size_t bytes);

/* Returns `value` if the environment variable `name` is set to `text`, and
 * `otherwise` if it is not set. Any other text ends the program. */
int emu_setting(const char *name, const char *text, int value, int otherwise);

/* Returns "dot, block (3, 0, 0), thread 5: ", or "" in the program of a tree. */
const char *emu_place(int thread);

int emu_warp_size(void);  /* 32, or 64 with MEMWALL_EMU_WARP=64 */
int emu_team_warps(void); /* the number of warps of a team */

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

/* Calls kernel(argument) in each thread of the teams. Each team has `bytes` bytes of
 * shared memory, which are NaN at first; emu_shared_memory returns them. The second
 * function does this for one team that has emu_team.threads threads. */
void emu_execute(size_t bytes, void (*kernel)(void *argument), void *argument);
void emu_execute_team(size_t bytes, void (*kernel)(void *argument), void *argument);
double *emu_shared_memory(void);

/* Returns 1 if these bytes are shared memory of the team; on the stack of a thread. */
int emu_is_shared(const void *p, size_t bytes);
int emu_is_on_stack(const void *p);

/* Waits until all threads of the team have reached the barrier. `where` names it. */
void emu_barrier(const char *where, int line);

/* Waits until the threads of the warp whose bits are set in the mask have called this
 * function in the same line or have ended. Then stores at `result` the value of `bytes`
 * bytes, at most 16, that the thread `source` of the warp has given, or NaN if it has
 * given none. Returns those threads of the mask whose `vote` is not 0. */
uint64_t emu_exchange(const char *where, int line, uint64_t mask, int vote,
                      const void *value, void *result, size_t bytes, int source);

/* Asynchronous copies of a thread, whose targets are NaN until they arrive, as late as is allowed: when the thread
 * waits for them. start adds a copy to the current batch and returns 0 if too many copies have not arrived; commit
 * completes the batch; wait calls `copy` for the copies of all complete batches but the last `prior` ones. */
int emu_copy_start(void *to, const void *from, size_t bytes);
void emu_copy_commit(void);
void emu_copy_wait(int prior, void *copy(void *to, const void *from, size_t bytes));

/* Returns the value v of the thread whose index differs in this bit. */
double emu_shuffle(double v, int bit);
#ifdef __cplusplus
}
#endif
#endif
