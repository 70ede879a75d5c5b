/* tests/trees/planted/neighbor/spmv.c - broken on purpose: with load_columns.h (load_columns.h.sed). */
#include "opt/spmv.c"
