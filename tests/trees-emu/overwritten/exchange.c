/* tests/trees-emu/overwritten/exchange.c - broken on purpose: a sweep does not wait
 * until the rows that it overwrites are packed. */
#include "device.h"
static int arrived;
#define staging_copy_in(device, staging, bytes, s) \
    (arrived = 1, staging_copy_in(device, staging, bytes, s))
#define stream_wait_for(waiting, other) \
    ((waiting) == COMPUTE && !arrived   \
         ? (void)0                      \
         : (arrived = 0, stream_wait_for(waiting, other)))
#include "../../../opt/gpu/exchange.c"
#undef staging_copy_in
#undef stream_wait_for
