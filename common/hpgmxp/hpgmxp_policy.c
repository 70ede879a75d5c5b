/* common/hpgmxp/hpgmxp_policy.c - the formats of the levels for each policy of GMRES. */
#include "hpgmxp_policy.h"
#include <string.h>

/* All levels have the same format. It is f32 with each policy that is not named here. */
static const struct {
    const char *policy;
    enum format mg;
} levels[] = {{"double", F64},        {"mg16", F16},
              {"mg16-flexible", F16}, {"half", F16},
              {"half-flexible", F16}, {"int16-flexible", F16},
              {"all16", F16}};

int hpgmxp_policy_find(const char *name, struct hpgmxp_policy *p)
{
    enum format mg = F32;
    if (!policy_find(name, &p->gmres))
        return 0;
    for (size_t k = 0; k < sizeof levels / sizeof *levels; k++)
        if (strcmp(levels[k].policy, name) == 0)
            mg = levels[k].mg;
    for (int l = 0; l < HPGMXP_LEVELS; l++)
        p->mg[l] = mg;
    return 1;
}

int hpgmxp_policy_override(struct hpgmxp_policy *p, const char *mg)
{
    return !policy_given(&p->gmres, "mg", mg) ||
           format_list(mg, HPGMXP_LEVELS, p->mg);
}

enum format hpgmxp_policy_z(const struct hpgmxp_policy *p)
{
    const int direct = format_bytes(p->mg[0]) == 2 && p->gmres.inner == F32,
              integers = p->gmres.flexible != NO_FORMAT &&
                         format_is_integer(p->gmres.flexible);
    return direct && !integers ? p->mg[0] : p->gmres.inner;
}

void hpgmxp_policy_pairs(const struct hpgmxp_policy *p, struct missing_pairs *list)
{
    for (int l = 0; l < HPGMXP_LEVELS; l++)
        missing_matrix_pair(list, p->mg[l], p->gmres.precond_matrix[p->mg[l]]);
}

void hpgmxp_policy_needs(const struct hpgmxp_policy *p, format_set need[])
{
    need[0] |= policy_needs(&p->gmres);
    for (int l = 0; l < HPGMXP_LEVELS; l++)
        need[l] |= 1u << p->gmres.precond_matrix[p->mg[l]]; /* V-cycle */
}
