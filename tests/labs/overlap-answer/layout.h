/* tests/labs/overlap-answer/layout.h - that of the start. */
#include "../../../docs/labs/overlap/layout.h"
