/* tests/trees-emu/unpacked/exchange.c - broken on purpose: sends the values before
 * they are packed. */
#include "device.h"
#define stream_synchronize(s) ((void)(s))
#include "../../../ref/exchange.c"
#undef stream_synchronize
