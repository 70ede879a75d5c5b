/* common/emulator/queue.h - the streams of the emulated device: queues of operations.
 *
 * An operation is a function and a copy of its argument. It is executed when the
 * host synchronizes with the stream, and not before (queue_emu.c). device_emu.c
 * calls these functions for copies, and the launch macros of macros_emu.h call them
 * for kernels.
 */
#ifndef MEMWALL_QUEUE_H
#define MEMWALL_QUEUE_H
#include "device.h"

#ifdef __cplusplus
extern "C" {
#endif
/* Queues function(argument) on a stream, with a copy of the `bytes` bytes of the
 * argument as they are now. */
void queue_add(enum stream s, void (*function)(void *argument),
               const void *argument, size_t bytes);

/* The same for a kernel, which is counted as a launch. */
void queue_add_kernel(enum stream s, void (*function)(void *argument),
                      const void *argument, size_t bytes);

/* The number of operations that have been queued on a stream so far. A CUDA program has
 * more streams than a tree. */
enum { MOST_STREAMS = 64 };
long queue_count(enum stream s);

/* Queues on `waiting`: wait until `other` has executed this many operations. The second
 * function lets the host wait. */
void queue_wait(enum stream waiting, enum stream other, long count);
void queue_synchronize(enum stream s, long count);

/* Returns 1 if MEMWALL_EMU_ORDER=eager, 0 if it is not set. */
int queue_is_eager(void);
#ifdef __cplusplus
}

/* Queues a kernel. Its arguments are evaluated and copied now, as in a launch on a
 * GPU. */
template <typename... Parameter, typename... Argument>
static inline void queue_launch(enum stream s, void (*kernel)(Parameter...),
                                Argument... argument)
{
    auto call = [=] { kernel(argument...); };
    typedef decltype(call) closure;
    queue_add_kernel(
        s, [](void *it) { (*static_cast<closure *>(it))(); }, &call, sizeof call);
}
#endif
#endif
