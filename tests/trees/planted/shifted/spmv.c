/* tests/trees/planted/shifted/spmv.c - broken on purpose: with windows (window_avx2.h.sed, window_avx512.h.sed). */
#include "opt/spmv.c"
