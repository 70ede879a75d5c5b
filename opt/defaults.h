/* opt/defaults.h - opt sweeps by color. */
#ifndef MEMWALL_DEFAULTS_H
#define MEMWALL_DEFAULTS_H
#include <stddef.h>

#define DEFAULT_ORDER ORDER_COLOR
/* An assumption that the rules of the benchmark do not clearly allow: none. */
#define EXTENSION NULL
enum { CPU_ONLY = 0, COLORS_ONLY = 1 };
#endif
