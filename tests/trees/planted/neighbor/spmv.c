/* tests/trees/planted/neighbor/spmv.c - broken on purpose: with add_columns.h (add_columns.h.sed). */
#include "opt/spmv.c"
