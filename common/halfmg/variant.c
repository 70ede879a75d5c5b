/* common/halfmg/variant.c - the table of variants (variant.h). */
#include "variant.h"
#include <stdio.h>
#include <string.h>

/* As in the paper, levels are counted from the coarsest level 0, and the last column is the
 * format of level 3 and of all finer levels. */
enum { NAMED_LEVELS = 4 };
static const struct {
    const char *name;
    enum format mg[NAMED_LEVELS];
} variants[] = {
    {"D_MG", {F64, F64, F64, F64}},
    {"S_MG", {F32, F32, F32, F32}},
    {"H_MG", {F16, F16, F16, F16}},
    {"HSD_MG", {F64, F64, F32, F16}}, /* f16 on the levels with most of the bytes */
    {"DSH_MG", {F16, F16, F32, F64}}, /* f16 on the levels with few bytes */
};
enum { VARIANTS = sizeof variants / sizeof *variants };

int variant_find(const char *name, int levels, enum format mg[])
{
    int k = 0;
    while (k < VARIANTS && strcmp(variants[k].name, name) != 0)
        k++;
    for (int l = 0; k < VARIANTS && l < levels; l++) {
        const int from_coarsest = levels - 1 - l;
        mg[l] = variants[k].mg[from_coarsest < NAMED_LEVELS ? from_coarsest
                                                            : NAMED_LEVELS - 1];
    }
    return k < VARIANTS;
}

const char *variant_names(void)
{
    static char names[64];
    int used = 0;
    for (int k = 0; k < VARIANTS; k++)
        used += snprintf(names + used, sizeof names - (size_t)used, "%s%s",
                         used ? ", " : "", variants[k].name);
    return names;
}
