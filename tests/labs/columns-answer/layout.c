/* tests/labs/columns-answer/layout.c - that of the start of lab 1. */
#include "../../../docs/labs/slices/layout.c"
