/* opt/defaults.h - opt starts by colour, with every idea switched on.
 *
 * The layout keeps an explicit index for every entry, because HPG-MxP wants indirect
 * addressing; --layout=runs is faster and not yet ruled on. Plain ELL is for GPUs: on a
 * CPU its columns are too far apart. team_rows: opt/sweep.c.
 */
#ifndef MEMWALL_DEFAULTS_H
#define MEMWALL_DEFAULTS_H

#define DEFAULT_ORDER ORDER_COLOR
#define DEFAULT_TUNING                                               \
    {                                                                \
        .layout = LAYOUT_SELL, .cgs2 = CGS2_3PASS, .team_rows = 4096 \
    }
enum { TREE_HAS_SWITCHES = 1 };
#endif
