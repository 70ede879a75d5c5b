/* tests/labs/reading-answer/restrict.c - that of opt (and of the step steps/less). */
#include "../../../opt/restrict.c"
