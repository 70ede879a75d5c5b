/* common/main.c - memwall-TREE: starts MPI, reads the flags, runs the verb. */
#include "error.h"
#include "machine.h"
#include "options.h"
#include "gmres.h"
#include "phase.h"
#include <stdio.h>
int main(int argc, char **argv)
{
    int given;
    MPI_OK(MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &given));
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    struct options o = options_read(argc, argv, MPI_COMM_WORLD);
    int rank; MPI_Comm_rank(MPI_COMM_WORLD,&rank);
    struct grid g = grid_create(o.p, o.n, rank);
    machine_threads(o.threads, MPI_COMM_WORLD);
    for (int q = 0; q < 2; q++) {
    struct policy p; policy_find(q ? "mixed" : "double", &p);
    format_set need[MAX_LEVELS] = {0};
    policy_needs(&p, 4, need);
    struct hierarchy *h = hierarchy_create(&g, 4, o.problem, o.order, need, MPI_COMM_WORLD);
    struct gmres S = gmres_create(h, &p, o.restart);
    struct vector x = vector_create(F64, h->level[0].n, h->level[0].halo_n, "x");
    phase_reset(); double t=now();
    struct outcome out = gmres_solve(&S, &h->b, &x, 1e-9, 10000);
    t=now()-t;
    if (rank==0) { printf("%s setup %.2f gen %.2f halo %.2f ord %.2f lay %.2f| its %d first %.6g last %.6g %s %.3f s/it\n", p.name, h->setup_seconds, h->generate_seconds,h->halo_seconds,h->order_seconds,h->layout_seconds, out.iterations, out.first, out.last, why_name(out.why), t/out.iterations);
    struct phase_table T=phase_read(); double sum=0;
    for(int ph=0;ph<PHASES;ph++){struct phase_cell c=phase_total(&T,ph); printf("  %s %.4f ms/it %.1f GB/s\n",phase_name(ph),phase_own(&c)*1e3/out.iterations,c.bytes/phase_own(&c)/1e9);sum+=phase_own(&c);} printf("covered %.4f\n",sum/t);}
    }
    MPI_Finalize();
}
