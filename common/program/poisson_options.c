/* common/program/poisson_options.c - checks the options of the verb poisson. */
#include "options_check.h"
#include "error.h"
#include "mesh.h"
#include <math.h>

enum { COARSEST = 8 }; /* least cells per side of a level without --levels */

/* Levels: at most MAX_LEVELS, and as many as the number of cells can be halved. */
static void check_levels(struct poisson_options *p)
{
    int most = 1;
    for (int cells = p->cells; cells % 2 == 0 && cells > 2 && most < MAX_LEVELS;
         cells /= 2)
        most++;
    if (p->levels > most)
        fail_all(EXIT_USAGE,
                 "--levels=%d: --cells=%d allows at most %d levels: all levels but "
                 "the coarsest must have an even number of cells, the coarsest at "
                 "least 2, and there are at most %d levels",
                 p->levels, p->cells, most, MAX_LEVELS);
    if (p->levels == 0) {
        p->levels = 1;
        while (p->levels < most && p->cells >> (p->levels - 1) >= 2 * COARSEST)
            p->levels++;
    }
}

/* The largest box of a rank with its halo must have fewer than 2^31 points. */
static void check_size(const struct options *o)
{
    const struct poisson_options *p = &o->poisson;
    double columns = 1;
    for (int d = 0; d < p->dim; d++)
        columns *= ceil((double)p->cells / o->p[d]) + (o->p[d] > 1) + (o->p[d] > 2);
    if (columns > 0x1p31 - 1)
        fail_all(EXIT_USAGE,
                 "--cells=%d: at most 2^31 - 1 points per rank with its halo are "
                 "allowed, these are %.0f; use fewer cells or more ranks",
                 p->cells, columns);
    if (p->half_waves >= p->cells)
        fail_all(EXIT_USAGE,
                 "--k=%d: a value less than --cells=%d is needed, because the grid "
                 "cannot represent this solution",
                 p->half_waves, p->cells);
}

static void check_grid(struct options *o, int ranks)
{
    if (o->p[0] == 0 && o->p[1] == 0 && o->p[2] == 0)
        mesh_factor(o->poisson.dim, ranks, o->p);
    if (o->poisson.dim == 2 && o->p[2] == 0)
        o->p[2] = 1;
    if ((double)o->p[0] * o->p[1] * o->p[2] != ranks ||
        (o->poisson.dim == 2 && o->p[2] != 1))
        fail_all(EXIT_USAGE,
                 "process grid %d x %d x %d: the product must be the number of "
                 "ranks, %d, and with --dim=2 there must be one rank in z",
                 o->p[0], o->p[1], o->p[2], ranks);
}

static void check_formats(struct options *o)
{
    const struct policy_parts parts = {.mg = o->formats.mg};
    if (!policy_find_variant(o->poisson.variant, o->poisson.levels, &o->policy))
        fail_all(EXIT_USAGE, "--variant=%s: unknown variant; one of %s is needed",
                 o->poisson.variant, policy_variant_names());
    if (*o->formats.mg)
        o->policy.name[0] = '\0'; /* policy_override makes a name of the list */
    const char *bad = policy_override(&o->policy, &parts);
    if (bad)
        fail_all(EXIT_USAGE,
                 "--mg=%s: unknown format; f64, f32, f16, bf16 are allowed", bad);
}

void check_poisson(struct options *o, MPI_Comm comm)
{
    int ranks;
    MPI_OK(MPI_Comm_size(comm, &ranks));
    check_levels(&o->poisson);
    check_grid(o, ranks);
    check_size(o);
    check_formats(o);
    check_compiled(o, o->poisson.levels, 1);
}
