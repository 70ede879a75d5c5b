/* tests/trees-emu/hosttouch/update.c - broken on purpose: the host looks into a vector. */
#include "kernels.h"
#include "real.h"
#define vector_axpy right_axpy
void K(vector_axpy)(double alpha, const struct vector *Z, struct vector *X);
#include "../../../ref/update.c"
#undef vector_axpy

void K(vector_axpy)(double alpha, const struct vector *Z, struct vector *X)
{
    const char first = *(const volatile char *)X->at;
    K(right_axpy)(first ? alpha : alpha, Z, X);
}
