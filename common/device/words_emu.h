/* common/device/words_emu.h - the kernel words on the emulated device: queued, a team at a time.
 *
 * A team has one lane, which is its own warp, and threads take the teams in turn; or, with
 * MEMWALL_EMU_LANES=256, as many lanes as a GPU's, which change over at each barrier and
 * swap (lanes.h).
 */
#ifndef MEMWALL_WORDS_EMU_H
#define MEMWALL_WORDS_EMU_H
#include "lanes.h"
#include "queue.h"

#define WIDE_KERNEL   KERNEL
#define LANE_FUNCTION static inline __attribute__((unused))
#define ON_DEVICE     1
#define LONE_LANE     0
enum { LANE_BYTES = 16 };
#define TEAM_LANE  (lanes.lane)
#define TEAM_LANES (lanes.count)
#define WARP_LANES (lanes.warp)
#define TEAM_WARPS lanes_warps()
#define FOR_TEAMS(t, n) \
    for (int t = lanes_first_team(), t##_step = lanes_teams(); t < (n); t += t##_step)
#define FOR_LANES(i, first, last) \
    for (int i = (first) + TEAM_LANE; i < (last); i += TEAM_LANES)
#define FOR_LANES_SUM(s, i, first, last) FOR_LANES(i, first, last)
#define FOR_LANES_MAX(m, i, first, last) FOR_LANES(i, first, last)
#define IF_LEADER                        if (TEAM_LANE == 0)
#define SHARED                           static thread_local
#define TEAM_DOUBLES(name)               double *const name = lanes_room()
#define team_barrier()                   lanes_meet("a barrier")

static inline __attribute__((unused)) double warp_swap(double v, int bit)
{
    return lanes_swap(v, bit);
}

#define LAUNCH_ON(stream, kernel, n, ...) \
    queue_launch(stream, #kernel, kernel, __VA_ARGS__)
#define TEAM_LAUNCH_WITH(doubles, kernel, teams, ...)                     \
    do {                                                                  \
        if ((teams) > 0)                                                  \
            team_launch(#kernel, (size_t)(doubles), kernel, __VA_ARGS__); \
    } while (0)
#define WIDE_LAUNCH(kernel, ...) TEAM_LAUNCH_WITH(0, kernel, 1, __VA_ARGS__)

template <typename... Parameter>
static void run_team(size_t doubles, void (*kernel)(Parameter...), Parameter... argument)
{
    auto call = [&] { kernel(argument...); };
    typedef decltype(call) closure;
    lanes_run(
        doubles, [](void *it) { (*static_cast<closure *>(it))(); }, &call);
}

template <typename... Parameter, typename... Argument>
static inline void team_launch(const char *what, size_t doubles,
                               void (*kernel)(Parameter...), Argument... argument)
{
    queue_launch(COMPUTE, what, run_team<Parameter...>, doubles, kernel,
                 static_cast<Parameter>(argument)...);
}
#endif
