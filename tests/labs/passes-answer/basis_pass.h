/* tests/labs/passes-answer/basis_pass.h - that of opt. */
#include "../../../opt/basis_pass.h"
