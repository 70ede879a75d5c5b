/* tests/trees/emu/unwaited/spmv.c - broken on purpose: with stage.h (stage.h.sed). */
#include "opt/spmv.c"
