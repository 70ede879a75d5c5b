/* docs/steps/ell/defaults.h - from ell on the steps sweep by color and are for the CPU. */
#ifndef MEMWALL_DEFAULTS_H
#define MEMWALL_DEFAULTS_H

#define DEFAULT_ORDER ORDER_COLOR
#define EXTENSION     NULL
enum { CPU_ONLY = 1, COLORS_ONLY = 1 };
#endif
