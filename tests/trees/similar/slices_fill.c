/* tests/trees/similar/slices_fill.c - broken on purpose: rows with the same offsets are filled
 * with the values of the first of them. A matrix with a repeated row hides the mistake. */
#include <distinct_values.h>
#include <layout.h>

static void put_first(struct values *v, const struct distinct *set, size_t i,
                      const double *value, int count)
{
    double first[SLICE];
    for (int k = 0; k < count; k++)
        first[k] = value[0];
    values_put(v, set, i, first, count);
}

#define values_put put_first
#include "../../../opt/slices_fill.c"
