/* common/device/queue.h - emu: what is queued on a stream until somebody waits for it. */
#ifndef MEMWALL_QUEUE_H
#define MEMWALL_QUEUE_H
#include "device.h"

#ifdef __cplusplus
extern "C" {
#endif
/* Queues run(arguments) on a stream, with a copy of the arguments as they are now; `what`
 * is for messages. */
void queue_add(enum stream s, const char *what, void (*run)(void *arguments),
               const void *arguments, size_t bytes);
#ifdef __cplusplus
}

/* A kernel with its arguments, evaluated here and now as a GPU's launch does. */
template <typename... Parameter, typename... Argument>
static inline void queue_launch(enum stream s, const char *what,
                                void (*kernel)(Parameter...), Argument... argument)
{
    auto call = [=] { kernel(argument...); };
    typedef decltype(call) closure;
    queue_add(
        s, what, [](void *it) { (*static_cast<closure *>(it))(); }, &call, sizeof call);
}
#endif
#endif
