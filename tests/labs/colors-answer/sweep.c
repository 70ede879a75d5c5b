/* tests/labs/colors-answer/sweep.c - that of the step steps/colors. */
#include "../../../steps/colors/sweep.c"
