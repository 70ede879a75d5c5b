/* common/program/poisson_options.c - what the verb poisson is asked for. */
#include "poisson_options.h"
#include "error.h"
#include "mesh.h"
#include "variant.h"
#include <math.h>
#include <string.h>

enum { COARSEST = 8 /* cells a side that are not halved further, unless asked for */ };

static void check_levels(struct options *o)
{
    int most = 1;
    for (int cells = o->cells; cells % 2 == 0 && cells > 2 && most < MAX_LEVELS;
         cells /= 2)
        most++;
    if (o->levels > most)
        fail_all(EXIT_USAGE,
                 "--levels=%d: %d cells can be halved to at most %d levels (each but the "
                 "coarsest even, none below 2 cells, %d levels in all)",
                 o->levels, o->cells, most, MAX_LEVELS);
    if (o->levels == 0)
        for (o->levels = 1;
             o->levels < most && (o->cells >> (o->levels - 1)) >= 2 * COARSEST;)
            o->levels++;
}

static void check_size(const struct options *o, int ranks)
{
    double rows = pow(o->cells - 1, o->dim);
    if (rows / ranks > 0x1p31 - 1)
        fail_all(
            EXIT_USAGE,
            "--cells=%d: %.0f unknowns are more than 2^31 - 1 a rank; use more ranks",
            o->cells, rows);
    if (o->k >= o->cells)
        fail_all(EXIT_USAGE,
                 "--k=%d: less than the cells a side, %d, is needed: the solution would "
                 "look like another one, or like zero",
                 o->k, o->cells);
}

static void check_grid(struct options *o, int ranks)
{
    if (o->p[0] == 0 && o->p[1] == 0 && o->p[2] == 0)
        mesh_factor(o->dim, ranks, o->p);
    if (o->dim == 2 && o->p[2] == 0)
        o->p[2] = 1;
    if ((double)o->p[0] * o->p[1] * o->p[2] != ranks || (o->dim == 2 && o->p[2] != 1))
        fail_all(
            EXIT_USAGE,
            "process grid %d x %d x %d: the product must be the number of ranks, %d, "
            "and 1 in z in two dimensions",
            o->p[0], o->p[1], o->p[2], ranks);
}

static void check_formats(struct options *o)
{
    const struct policy_parts parts = {.mg = o->mg};
    policy_find("double", &o->policy);
    if (!variant_find(o->variant, o->levels, o->policy.mg))
        fail_all(EXIT_USAGE, "--variant=%s: one of %s is needed", o->variant,
                 variant_names());
    strcpy(o->policy.name, o->variant);
    if (*o->mg)
        o->policy.name[0] = '\0'; /* the list is its name */
    const char *bad = policy_override(&o->policy, &parts);
    if (bad)
        fail_all(EXIT_USAGE, "--mg=%s: f64 f32 f16 bf16 are allowed", bad);
}

void poisson_check(struct options *o, MPI_Comm comm)
{
    int ranks;
    MPI_OK(MPI_Comm_size(comm, &ranks));
    check_levels(o);
    check_size(o, ranks);
    check_grid(o, ranks);
    check_formats(o);
    if (o->base_tolerance == 0)
        o->base_tolerance = o->base_rule == 0 ? 1e-2 : 1e-4;
}
