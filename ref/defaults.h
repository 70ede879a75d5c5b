/* ref/defaults.h - ref sweeps in natural order on every back end, and follows the rules. */
#ifndef MEMWALL_DEFAULTS_H
#define MEMWALL_DEFAULTS_H

#define DEFAULT_ORDER ORDER_NATURAL
/* What the tree assumes beyond the rules of the benchmark, as a phrase. */
#define EXTENSION NULL
/* 1 in CPU_ONLY: make does not build the tree for devices. 1 in COLORS_ONLY: its
 * sweeps need the rows in the order of their colors. */
enum { CPU_ONLY = 0, COLORS_ONLY = 0 };
#endif
