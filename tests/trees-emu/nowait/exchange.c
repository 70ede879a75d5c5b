/* tests/trees-emu/nowait/exchange.c - broken on purpose: the halo arrives on a stream for
 * which no kernel waits. */
#include "device.h"
#define device_deliver(device, mailbox, bytes, s) \
    device_deliver(device, mailbox, bytes, HALO)
#include "../../../ref/exchange.c"
#undef device_deliver
