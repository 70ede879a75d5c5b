/* tests/trees-emu/overwritten/exchange.c - broken on purpose: a sweep does not wait until the
 * rows that it overwrites are packed. */
#include "device.h"
static int arrived;
#define device_deliver(device, mailbox, bytes, s) \
    (arrived = 1, device_deliver(device, mailbox, bytes, s))
#define stream_follow(later, earlier)         \
    ((later) == COMPUTE && !arrived ? (void)0 \
                                    : (arrived = 0, stream_follow(later, earlier)))
#include "../../../opt/exchange.c"
#undef device_deliver
#undef stream_follow
