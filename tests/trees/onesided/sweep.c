/* tests/trees/onesided/sweep.c - broken on purpose: the last slice column of a slice is
 * not scattered. */
#include <layout.h>
#define scatter_lower right_scatter_lower
#include <scatter.h>
#undef scatter_lower

PACK_FUNCTION void scatter_lower(struct pack_rows p, const pack *z, acc *u)
{
    struct slice slice = *p.slice;
    slice.width[LOWER] -= slice.width[LOWER] > 1;
    if (slice.implicit[LOWER] > slice.width[LOWER])
        slice.implicit[LOWER] = slice.width[LOWER];
    p.slice = &slice;
    right_scatter_lower(p, z, u);
}

#include "../../../opt/sweep.c"
