/* tests/trees/planted/unscaled/spmv.c - broken on purpose: with slice.h (slice.h.sed). */
#include "opt/spmv.c"
