/* tests/alone/defaults.h - a tree that takes no file from another one, on CPUs. */
#ifndef MEMWALL_DEFAULTS_H
#define MEMWALL_DEFAULTS_H

#define DEFAULT_ORDER ORDER_NATURAL
#define EXTENSION     NULL
enum { CPU_ONLY = 1, COLORS_ONLY = 0 };
#endif
