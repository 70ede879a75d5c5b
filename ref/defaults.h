/* ref/defaults.h - ref sweeps in natural order, and its steps have no options. */
#ifndef MEMWALL_DEFAULTS_H
#define MEMWALL_DEFAULTS_H

#define DEFAULT_ORDER ORDER_NATURAL
#define DEFAULT_OPTIONS \
    {                   \
        0               \
    }
enum { TREE_HAS_OPTIONS = 0 };
#endif
