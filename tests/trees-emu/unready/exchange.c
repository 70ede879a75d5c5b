/* tests/trees-emu/unready/exchange.c - broken on purpose: packs values before the
 * vector is complete. */
#include "device.h"
#define stream_wait_for(waiting, other) \
    ((waiting) == HALO ? (void)0 : stream_wait_for(waiting, other))
#include "../../../opt/gpu/exchange.c"
#undef stream_wait_for
