/* common/solver/variant.h - formats of the multigrid levels under the names of Oo and Vogel. */
#ifndef MEMWALL_VARIANT_H
#define MEMWALL_VARIANT_H
#include "format.h"
#include "sizes.h"

/* The formats of `levels` levels, finest first, into mg[]; beyond them the last one's.
 * Returns 0 when there is no such variant. */
int variant_find(const char *name, int levels, enum format mg[MAX_LEVELS]);
const char *variant_names(void);
#endif
