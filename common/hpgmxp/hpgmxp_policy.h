/* common/hpgmxp/hpgmxp_policy.h - a policy of GMRES, and the formats of multigrid with it. */
#ifndef MEMWALL_HPGMXP_POLICY_H
#define MEMWALL_HPGMXP_POLICY_H
#include "hierarchy.h"
#include "policy.h"

struct hpgmxp_policy {
    struct policy gmres;
    enum format mg[HPGMXP_LEVELS]; /* of the vectors of level l; level 0 is the finest */
};

/* Sets *p to the policy of this name. Returns 0 if there is none. */
int hpgmxp_policy_find(const char *name, struct hpgmxp_policy *p);

/* Sets p->mg[] from the flag --mg: formats, separated by commas, finest level first; the last
 * one is used for all coarser levels. "" changes nothing. Returns 0 if it is no such list. */
int hpgmxp_policy_override(struct hpgmxp_policy *p, const char *mg);

/* The format of z = M^-1 q_k, where M is a V-cycle (multigrid.h). */
enum format hpgmxp_policy_z(const struct hpgmxp_policy *p);

/* Adds the pairs of formats that the V-cycle needs and for which the program has no kernels. */
void hpgmxp_policy_pairs(const struct hpgmxp_policy *p, struct missing_pairs *list);

/* Adds to need[l], l = 0 .. HPGMXP_LEVELS-1, the formats in which the matrix of level l
 * must be stored for this policy. */
void hpgmxp_policy_needs(const struct hpgmxp_policy *p, format_set need[]);
#endif
