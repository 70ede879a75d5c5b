/* tests/trees/planted/padded/find_columns.c - compiled again, with the planted mistake of pad.h.sed. */
#include <find_columns.h>
#include <pad.h>
#include "opt/find_columns.c"
