/* tests/trees/misplaced/prolong.c - broken on purpose: implicit columns are counted
 * from the row of the slice, as if the rows and columns of P indexed the same
 * unknowns. */
#include <layout.h>
#define base row
#include "../../../opt/prolong.c"
#undef base
