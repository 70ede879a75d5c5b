/* docs/steps/ell/exchange.h - the blocking halo exchange of ref, before all slices.
 *
 *   WITH_EXCHANGE(zone, A, x)     fills the halo entries of x and then executes its body
 *       ...                       once, with zone = ALL
 *
 * Differs from colors: a kernel is the body of WITH_EXCHANGE, as the kernels of opt are.
 */
#ifndef MEMWALL_EXCHANGE_H
#define MEMWALL_EXCHANGE_H
#include "matrix.h"

enum zone { ALL, BOUNDARY = ALL, ZONES };

/* As in ref/exchange.h. */
void exchange(const struct matrix *A, struct vector *x);

static inline int after_exchange(const struct matrix *A, struct vector *x)
{
    exchange(A, x);
    return ALL;
}

#define WITH_EXCHANGE(zone, A, x) \
    for (int zone = after_exchange(A, x); zone < ZONES; zone++)
#endif
