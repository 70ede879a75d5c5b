/* tests/trees-emu/unset/transfer.c - broken on purpose: takes coarse points out of a product
 * that nobody has computed. */
#include <exchange.h>
#include <inject.h>
#include <layout.h>
#include "kernels.h"
#include "phase.h"

void K(restrict_residual)(const struct level *A, const struct vector *R, struct vector *Z,
                          struct vector *RC)
{
    phase_begin(PHASE_RESTRICT, A->depth);
    K(exchange)(A, Z);
    LAUNCH(K(inject), A->coarse_n, A->coarse_n, A->coarse_row, (const real *)R->at,
           (const real *)A->layout->product, (real *)RC->at);
    phase_end(0, 0);
}
