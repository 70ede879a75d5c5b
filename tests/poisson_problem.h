/* tests/poisson_problem.h - Poisson's equation with Q1 elements and its V-cycle, for
 * unit_refinement and unit_range. */
#ifndef MEMWALL_POISSON_PROBLEM_H
#define MEMWALL_POISSON_PROBLEM_H
#include "fixture.h"
#include "q1.h"
#include "q1_hierarchy.h"
#include "refinement.h"
#include "tap.h"

struct problem {
    struct mesh mesh[MAX_LEVELS];
    struct hierarchy *h;
    enum format mg[MAX_LEVELS];
    struct vcycle cycle;
};

/* mg[]: formats from fine to coarse; the last one is used for all coarser
 * levels. */
static inline struct problem problem_create(int dim, int cells, int levels,
                                            int count, const enum format mg[])
{
    struct problem P = {.cycle = {.omega = 2.0 / 3, .base_tolerance = 1e-2}};
    int p[3];
    mesh_factor(dim, tap_ranks, p);
    P.mesh[0] = mesh_create(dim, cells, p, tap_rank);
    for (int l = 0; l < MAX_LEVELS; l++) {
        P.mesh[l] = l > 0 ? mesh_coarsen(&P.mesh[l - 1]) : P.mesh[0];
        P.mg[l] = mg[l < count ? l : count - 1];
        if (l < levels && P.mg[l] == F16 && (l == 0 || P.mg[l - 1] != F16))
            P.cycle.target_norm[l] = q1_scale(&P.mesh[l]);
    }
    P.h = q1_hierarchy(&P.mesh[0], levels, P.mg, MPI_COMM_WORLD);
    return P;
}

/* A vector of pseudo-random numbers, which depend on the point only; its halo
 * entries are zero. */
static inline struct vector noisy(const struct mesh *m, enum format f, int halo,
                                  int seed)
{
    struct vector x = vector_create(f, mesh_rows(m), halo, "test vector");
    for (int i = 0; i < x.n; i++) {
        int at[3];
        mesh_point(m, i, at);
        vector_set(&x, i, noise(seed, (int)mesh_id(m, at)));
    }
    return x;
}
#endif
