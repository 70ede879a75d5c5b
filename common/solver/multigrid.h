/* common/solver/multigrid.h - the preconditioner: one V-cycle from z = 0.
 *
 * One V-cycle, made of the parts that a struct cycle names: those of HPG-MxP (a
 * Gauss-Seidel sweep before and after, injection, a sweep on the coarsest level) or those
 * of Oo and Vogel (damped Jacobi, transfers by matrices, conjugate gradients there).
 */
#ifndef MEMWALL_MULTIGRID_H
#define MEMWALL_MULTIGRID_H
#include "cg.h"
#include "graph.h"
#include "level.h"
#include "policy.h"

enum smoother { SMOOTH_GAUSS_SEIDEL, SMOOTH_JACOBI };

struct cycle {
    enum smoother smoother;
    int pre, post; /* Jacobi steps */
    double omega;
    int base_cg; /* conjugate gradients on the coarsest level, else one more smoothing */
    enum base_rule base_rule;
    double base_tolerance;
    int base_limit;
    double scale[MAX_LEVELS]; /* the norm that level l's r is given where it comes from a
                                 wider format; 0: left as it is */
};

/* Entries of r_l and z_l that their format could not hold (Inf, NaN) or holds with fewer
 * bits (subnormal), in all cycles that were surveyed; and of how many. */
struct range_count {
    double overflows, subnormals, entries;
};

struct multigrid {
    const struct hierarchy *h;
    struct cycle cycle;
    struct vector r[MAX_LEVELS], z[MAX_LEVELS]; /* r[0], z[0]: only when converting */
    struct vector cast[MAX_LEVELS];  /* R(r - A z) before conversion to level l+1 */
    struct vector spare[MAX_LEVELS]; /* the other vector of a Jacobi step; r - A z */
    struct cg base;
    struct range_count range[MAX_LEVELS];
    int recorded_from;    /* this level and those below are launched as one */
    struct graphs graphs; /* of them */
};

/* Vectors in the formats policy->mg; `outside` is the format of the vectors that
 * precondition will be given. The cycle of HPG-MxP, or the one given. */
struct multigrid multigrid_create(const struct hierarchy *h, const struct policy *policy,
                                  enum format outside);
struct multigrid multigrid_create_cycle(const struct hierarchy *h,
                                        const struct cycle *cycle, const enum format mg[],
                                        enum format outside);
void multigrid_free(struct multigrid *M);
size_t multigrid_cost(const struct grid *g, int levels, const struct policy *policy,
                      enum format outside);

/* The halo entries that vectors of level l need: for its matrix and the transfers. */
int multigrid_halo(const struct hierarchy *h, int l);

/* z = M^-1 r on level 0; r and z in any format. With Jacobi z may get another array, of
 * the same size: its steps go from one vector to another. */
void precondition(struct multigrid *M, const struct vector *r, struct vector *z);

/* The part of the cycle from level l on, z = M_l^-1 r, in that level's format. */
void multigrid_cycle(struct multigrid *M, int l, const struct vector *r,
                     struct vector *z);

/* The same within a cycle: as one launch where that can be (multigrid_coarse.c). */
void multigrid_coarse(struct multigrid *M, int l, const struct vector *r,
                      struct vector *z);

/* The level from which on it can be, the number of levels if from none. */
int multigrid_recorded_from(const struct multigrid *M);

/* Adds to M->range what the last cycle left in the vectors of each 16-bit level; r and z
 * are those of level 0. */
void multigrid_survey(struct multigrid *M, const struct vector *r,
                      const struct vector *z);

/* The coarsest level whose part of the cycle does not reduce ||r - A z|| to `factor` of a
 * random ||r||; -1 when all do. */
int multigrid_culprit(struct multigrid *M, double factor);
#endif
