/* tests/trees-emu/unpacked/exchange.c - broken on purpose: sends before it is packed. */
#include "device.h"
#define stream_wait(s) ((void)(s))
#include "../../../ref/exchange.c"
#undef stream_wait
