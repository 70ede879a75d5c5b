/* tests/trees-emu/unready/exchange.c - broken on purpose: packs before the vector is complete. */
#include "device.h"
#define stream_follow(later, earlier) \
    ((later) == HALO ? (void)0 : stream_follow(later, earlier))
#include "../../../opt/exchange.c"
#undef stream_follow
