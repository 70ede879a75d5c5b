/* ref/defaults.h - ref sweeps in the natural order and has no switches. */
#ifndef MEMWALL_DEFAULTS_H
#define MEMWALL_DEFAULTS_H

#define DEFAULT_ORDER ORDER_NATURAL
#define DEFAULT_TUNING \
    {                  \
        0              \
    }
enum { TREE_HAS_SWITCHES = 0 };
#endif
