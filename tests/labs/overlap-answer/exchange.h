/* tests/labs/overlap-answer/exchange.h - that of the start. */
#include "../../../docs/labs/overlap/exchange.h"
