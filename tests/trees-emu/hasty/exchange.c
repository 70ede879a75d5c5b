/* tests/trees-emu/hasty/exchange.c - broken on purpose: the boundary slices do not
 * wait until the halo values have arrived. */
#include "device.h"
static int arrived;
#define staging_copy_in(device, staging, bytes, s) \
    (arrived = 1, staging_copy_in(device, staging, bytes, s))
#define stream_wait_for(waiting, other)                    \
    ((waiting) == COMPUTE && arrived ? (void)(arrived = 0) \
                                     : stream_wait_for(waiting, other))
#include "../../../opt/gpu/exchange.c"
#undef staging_copy_in
#undef stream_wait_for
