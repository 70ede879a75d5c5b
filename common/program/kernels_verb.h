/* common/program/kernels_verb.h - the verb kernels. */
#ifndef MEMWALL_KERNELS_VERB_H
#define MEMWALL_KERNELS_VERB_H
#include "option.h"

/* Times each kernel of the tree (kernels_verb.c). */
extern struct verb kernels_verb;
#endif
