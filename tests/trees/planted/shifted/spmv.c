/* tests/trees/planted/shifted/spmv.c - broken on purpose: with load_window.h (load_window.h.sed). */
#include "opt/spmv.c"
