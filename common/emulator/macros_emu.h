/* common/emulator/macros_emu.h - the kernel macros for the emulated device (C++).
 *
 * A launch adds an operation to a queue (queue.h). By default a team has one
 * thread, and the OpenMP threads divide the teams among them. With
 * MEMWALL_EMU_THREADS=256 a team has 256 threads, as on a GPU, which are executed
 * alternately (threads_emu.h).
 *
 * A GPU executes the rows and the teams of a launch in any order. Here a
 * permutation is the order, so that a kernel whose rows depend on each other
 * computes something else than the tests expect. MEMWALL_EMU_SEED=NUMBER selects
 * another permutation, and MEMWALL_EMU_SEED=0 the order of the rows.
 *
 * emu_file.cc includes this header first, so that kernel_macros.h includes none for the CPU.
 */
#ifndef MEMWALL_MACROS_EMU_H
#define MEMWALL_MACROS_EMU_H
#include "threads_emu.h"
#include "queue.h"
#include "traffic.h"

#define OMP(directive)  _Pragma(#directive)
#define KERNEL          static __attribute__((unused)) void
#define KERNEL_2_BLOCKS KERNEL
#define SLICE_KERNEL    KERNEL
#define DEVICE_ONLY     static inline __attribute__((unused))
#define UNROLL(n)
#define UNROLL_ALL

#define ON_DEVICE    1
#define ASYNC_COPIES 1
enum { TEAM = 256 }; /* the most threads of a team */
#define TEAM_THREAD  (emu_team.thread)
#define TEAM_THREADS (emu_team.threads)
#define WARP_SIZE    (emu_team.warp_size)
#define TEAM_WARPS   emu_team_warps()
#define FOR_ALL(i, n)                                                              \
    for (struct emu_order i##_order = emu_order_of(n); i##_order.is_new;           \
         i##_order.is_new = 0)                                                     \
        OMP(omp parallel for schedule(static))                                     \
    for (int i##_turn = 0; i##_turn < (n); i##_turn++)                             \
        for (int i = emu_at(&i##_order, i##_turn), i##_is_new = COUNTED_THREAD(i); \
             i##_is_new; i##_is_new = 0)
#define FOR_TEAMS(t, n)                                                           \
    for (struct emu_order t##_order = emu_order_of(n); t##_order.is_new;          \
         t##_order.is_new = 0)                                                    \
        for (int t##_turn = TEAM_THREADS > 1 ? 0 : omp_get_thread_num();          \
             t##_turn < (n);                                                      \
             t##_turn += TEAM_THREADS > 1 ? 1 : omp_get_num_threads())            \
            for ([[maybe_unused]] int t = emu_at(&t##_order, t##_turn),           \
                                      t##_is_new = COUNTED_THREAD(emu_number(t)); \
                 t##_is_new; t##_is_new = 0)

#define FOR_WARPS(i, n)                                                           \
    FOR_TEAMS(i##_team, ((n) + TEAM_THREADS - 1) / TEAM_THREADS)                  \
        for (int i = i##_team * TEAM_THREADS + TEAM_THREAD,                       \
                 i##_is_new = i < (n) ? COUNTED_THREAD(i) : 0;                    \
             i##_is_new; i##_is_new = 0)
#define WARPS_LAUNCH(kernel, n, ...) TEAM_LAUNCH_WITH(0, kernel, n, __VA_ARGS__)

/* The index of this thread among the threads of all teams, -1 if a team has one thread. */
static inline long emu_number(int team)
{
    return TEAM_THREADS == 1 ? -1 : (long)team * TEAM_THREADS + TEAM_THREAD;
}

#define SHARED               static thread_local
#define TEAM_DOUBLES(name)   double *const name = emu_shared_memory()
#define team_barrier()       emu_barrier("a barrier", 0)
#define warp_shuffle(v, bit) emu_shuffle(v, bit)
#define warp_barrier(threads) \
    (void)emu_exchange("a barrier of a warp", __LINE__, threads, 0, "", NULL, 0, 0)
#define async_copy(shared, from, bytes) emu_copy_start(shared, from, (size_t)(bytes))
#define async_wait()                    (emu_copy_commit(), emu_copy_wait(0, memcpy))

#define LAUNCH_ON(stream, kernel, n, ...)              \
    do {                                               \
        COUNTED_LAUNCH(kernel);                        \
        if ((n) > 0)                                   \
            queue_launch(stream, kernel, __VA_ARGS__); \
    } while (0)
#define TEAM_LAUNCH_WITH(doubles, kernel, teams, ...)                     \
    do {                                                                  \
        COUNTED_LAUNCH(kernel);                                           \
        if ((teams) > 0)                                                  \
            team_launch(sizeof(double) * (doubles), kernel, __VA_ARGS__); \
    } while (0)

/* Executes a kernel with teams that have `bytes` bytes of shared memory. */
template <typename... Parameter>
static void execute_teams(size_t bytes, void (*kernel)(Parameter...),
                          Parameter... argument)
{
    auto call = [&] { kernel(argument...); };
    typedef decltype(call) closure;
    emu_execute(
        bytes, [](void *it) { (*static_cast<closure *>(it))(); }, &call);
}

/* Queues execute_teams, with the arguments converted to the types of the
 * parameters. */
template <typename... Parameter, typename... Argument>
static inline void team_launch(size_t bytes, void (*kernel)(Parameter...),
                               Argument... argument)
{
    queue_launch(COMPUTE, execute_teams<Parameter...>, bytes, kernel,
                 static_cast<Parameter>(argument)...);
}
#endif
