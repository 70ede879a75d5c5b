/* common/tuning.c - the switches, as the tree starts with them. */
#include "tuning.h"
#include <defaults.h>

struct tuning tuning = DEFAULT_TUNING;
