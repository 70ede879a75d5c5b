/* common/solver/multigrid_coarse.c - --graphs=cycles: the coarse levels of a V-cycle as one
 * launch.
 *
 * From the first level down where no neighbour and no norm make the host wait, a cycle is
 * the same launches each time, on the cycle's own vectors (graph.h). Its finest level
 * stays as it is: its launches are long, and its phases are those worth looking at. Jacobi
 * steps are not recorded, because M's vectors change places between them.
 */
#include "multigrid.h"
#include "phase.h"
#include "tuning.h"

int multigrid_recorded_from(const struct multigrid *M)
{
    const int levels = M->h->levels;
    int from = levels;
    if (!graph_wanted() || tuning.graphs != GRAPHS_CYCLES)
        return levels;
    if (M->cycle.smoother != SMOOTH_GAUSS_SEIDEL || M->cycle.base_cg)
        return levels;
    for (int l = levels - 1; l > 0; l--) {
        const struct halo_plan *H = &M->h->level[l].halo;
        if (H->sends + H->receives > 0 || M->cycle.scale[l] > 0)
            break;
        from = l;
    }
    return from;
}

void multigrid_coarse(struct multigrid *M, int l, const struct vector *r,
                      struct vector *z)
{
    if (l != M->recorded_from) {
        multigrid_cycle(M, l, r, z);
        return;
    }
    phase_begin(PHASE_COARSE, l);
    if (graph_begin(&M->graphs, M->h, r, z)) {
        multigrid_cycle(M, l, r, z);
        graph_end();
    }
    phase_end(0, 0); /* flops and bytes are those of the phases within */
}
