/* opt/load_values.h - loads the values of a matrix into SIMD vectors. */
#ifndef MEMWALL_LOAD_VALUES_H
#define MEMWALL_LOAD_VALUES_H
#include <values.h>
#include "simd.h"

/* LANES values in the format STORE, from number i on. */
SIMD vec load_values(const struct values *v, ptrdiff_t i)
{
    return load_lanes(F_STORE, v->number[F_STORE], i);
}

/* Value i alone. */
SIMD acc load_value(const struct values *v, ptrdiff_t i)
{
    return wide_s(((const store *)v->number[F_STORE])[i]);
}
#endif
