/* common/halfmg/poisson.h - the verb poisson. */
#ifndef MEMWALL_POISSON_H
#define MEMWALL_POISSON_H
#include "option.h"

/* Solves Poisson's equation by refinement around V-cycles in low precision (poisson.c). */
extern struct verb poisson_verb;
#endif
