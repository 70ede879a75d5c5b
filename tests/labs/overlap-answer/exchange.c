/* tests/labs/overlap-answer/exchange.c - that of opt. */
#include "../../../opt/exchange.c"
