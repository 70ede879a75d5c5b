/* tests/trees-emu/hosttouch/update.c - broken on purpose: the host reads device
 * memory. */
#include "kernels.h"
#include "real.h"
#define vector_axpy right_axpy
void K(vector_axpy)(double alpha, const struct vector *z, struct vector *x);
#include "../../../ref/update.c"
#undef vector_axpy

void K(vector_axpy)(double alpha, const struct vector *z, struct vector *x)
{
    const char first = *(const volatile char *)x->data;
    K(right_axpy)(first ? alpha : alpha, z, x);
}
