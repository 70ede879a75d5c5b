/* tests/labs/passes-answer/basis_pass.c - that of opt. */
#include "../../../opt/basis_pass.c"
