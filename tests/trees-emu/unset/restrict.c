/* tests/trees-emu/unset/restrict.c - broken on purpose: injects a product A z that
 * was never computed. */
#include <exchange.h>
#include <rows.h>
#include <vcycle.h>

void K(right_restrict_residual)(const struct level *fine, const struct vector *r,
                                struct vector *z, struct vector *rc);
#define restrict_residual right_restrict_residual
#include "../../../ref/restrict.c"
#undef restrict_residual

void K(restrict_residual)(const struct level *fine, const struct vector *r,
                          struct vector *z, struct vector *rc)
{
    exchange(&fine->A, z);
    LAUNCH(inject, fine->coarse_n, fine->coarse_n, fine->coarse_row, reals(r),
           (const real *)fine->A.layout->product, reals(rc));
}
