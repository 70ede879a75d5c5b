/* tests/trees-emu/nowait/exchange.c - broken on purpose: the halo values arrive on
 * a stream for which no kernel waits. */
#include "device.h"
#define staging_copy_in(device, staging, bytes, s) \
    staging_copy_in(device, staging, bytes, HALO)
#include "../../../ref/exchange.c"
#undef staging_copy_in
