/* tests/trees/misplaced/interpolate.c - broken on purpose: runs are counted from the row, as if
 * rows and columns of a transfer were the same things. */
#include <layout.h>
#define base row
#include "../../../opt/interpolate.c"
#undef base
