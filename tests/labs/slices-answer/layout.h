/* tests/labs/slices-answer/layout.h - that of the start of lab 1. */
#include "../../../docs/labs/slices/layout.h"
