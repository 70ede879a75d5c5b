/* tests/trees/planted/spilling/spmv.c - broken on purpose: with slice_rows.h (slice_rows.h.sed). */
#include "opt/spmv.c"
