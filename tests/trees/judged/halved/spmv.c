/* tests/trees/judged/halved/spmv.c - right, but the kernel states half of its bytes. */
#include "phase.h"
#define phase_end(bytes) phase_end((bytes) / 2)
#include "ref/spmv.c"
