/* tests/trees/halves/distinct_values.c - broken on purpose: stores the codes of rows 0
 * to 15 of a block where those of rows 16 to 31 belong. A matrix with one value per
 * slice column hides the mistake. */
#include <distinct_values.h>

static void right_put(struct values *v, const struct distinct *set, size_t i,
                      const double *value, int count);
#define values_put right_put
#include "../../../opt/distinct_values.c"
#undef values_put

void values_put(struct values *v, const struct distinct *set, size_t i,
                const double *value, int count)
{
    for (int k = 0; k < count; k++, i++)
        right_put(v, set, v->coding == CODES_4 ? i ^ CODE_BLOCK / 2 : i, &value[k],
                  1);
}
