/* tests/labs/overlap-answer/layout.c - that of the start. */
#include "../../../docs/labs/overlap/layout.c"
