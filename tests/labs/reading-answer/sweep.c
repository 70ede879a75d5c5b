/* tests/labs/reading-answer/sweep.c - that of the step steps/less. */
#include "../../../steps/less/sweep.c"
