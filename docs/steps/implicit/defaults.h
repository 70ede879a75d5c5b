/* docs/steps/implicit/defaults.h - as opt, with an extension of the rules. */
#ifndef MEMWALL_DEFAULTS_H
#define MEMWALL_DEFAULTS_H
#define DEFAULT_ORDER ORDER_COLOR
#define EXTENSION     "consecutive columns are stored without an index"
enum { CPU_ONLY = 1, COLORS_ONLY = 1 };
#endif
