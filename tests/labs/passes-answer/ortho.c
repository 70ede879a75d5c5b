/* tests/labs/passes-answer/ortho.c - that of opt (and of the step steps/passes). */
#include "../../../opt/ortho.c"
