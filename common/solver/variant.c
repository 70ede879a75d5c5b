/* common/solver/variant.c - D_MG, H_MG, ...: which level has which format.
 *
 *   counted from the coarsest level (0) as in the paper; the last column holds for all
 *   finer ones
 */
#include "variant.h"
#include <string.h>

enum { NAMED = 4 /* levels counted from the coarsest */ };

static const struct {
    const char *name;
    enum format of[NAMED];
} table[] = {
    /*           0    1    2    3 ...  */
    {"D_MG", {F64, F64, F64, F64}},   /* all double */
    {"S_MG", {F32, F32, F32, F32}},   /* all single: what 32 bits give */
    {"H_MG", {F16, F16, F16, F16}},   /* all half */
    {"HSD_MG", {F64, F64, F32, F16}}, /* half where the bytes are */
    {"DSH_MG",
     {F16, F16, F32, F64}}, /* half where they are not: what range and roundoff do */
};
enum { VARIANTS = sizeof table / sizeof *table };

int variant_find(const char *name, int levels, enum format mg[MAX_LEVELS])
{
    for (int v = 0; v < VARIANTS; v++) {
        if (strcmp(table[v].name, name) != 0)
            continue;
        for (int l = 0; l < MAX_LEVELS; l++) {
            int above = l < levels ? levels - 1 - l : 0;
            mg[l] = table[v].of[above < NAMED ? above : NAMED - 1];
        }
        return 1;
    }
    return 0;
}

const char *variant_names(void)
{
    return "D_MG, S_MG, H_MG, HSD_MG, DSH_MG";
}
