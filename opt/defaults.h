/* opt/defaults.h - opt sweeps by color. */
#ifndef MEMWALL_DEFAULTS_H
#define MEMWALL_DEFAULTS_H

#define DEFAULT_ORDER ORDER_COLOR
#define DEFAULT_OPTIONS \
    {                   \
        0               \
    }
enum { TREE_HAS_OPTIONS = 0 };
#endif
