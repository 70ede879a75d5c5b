/* common/halfmg/variant.h - the formats of the multigrid levels of the verb poisson.
 *
 * The variants have the names of Oo and Vogel (arXiv 2007.07539);
 * docs/papers/half-multigrid.md lists them.
 */
#ifndef MEMWALL_VARIANT_H
#define MEMWALL_VARIANT_H
#include "format.h"

/* Sets mg[l], the format of level l, for the variant of this name and so many levels; level 0
 * is the finest. Returns 0 if there is no such variant. */
int variant_find(const char *name, int levels, enum format mg[]);
const char *variant_names(void); /* "D_MG, S_MG, ..." */
#endif
