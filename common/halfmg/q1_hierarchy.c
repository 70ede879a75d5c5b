/* common/halfmg/q1_hierarchy.c - sets up the levels of Poisson's equation. */
#include "memory.h"
#include "clock.h"
#include "q1_hierarchy.h"
#include "q1.h"

/* Generates a matrix and stores it in the layout of the tree. Its halo plan needs
 * an MPI tag of its own: there are three matrices on each level. */
static struct matrix create_matrix(struct q1_hierarchy *h, enum q1_matrix kind,
                                   const struct box *rows,
                                   const struct box *columns,
                                   const struct matrix_config *config)
{
    double start = now();
    struct csr entries = q1_create(kind, rows, columns);
    double generated = now();
    const struct partition owners = box_partition(columns);
    const int tag = 3 * config->level + (int)kind;
    struct matrix A = matrix_create(entries, config, &owners, tag, h->comm);
    h->times.generate += generated - start;
    h->times.layout += now() - generated;
    return A;
}

struct q1_hierarchy *q1_hierarchy(const struct box *finest, int levels,
                                  const enum format mg[], MPI_Comm comm)
{
    double start = now();
    struct q1_hierarchy *h = mem_zero(1, sizeof *h, "hierarchy");
    h->levels = levels;
    h->comm = comm;
    struct box m = *finest;
    for (int l = 0; l < levels; l++) {
        struct box coarse = box_coarsen(&m);
        const format_set residual = l == 0 ? 1u << F64 : 0; /* b - A u in f64 */
        struct matrix_config config = {
            .level = l, .square = 1, .need = 1u << mg[l] | residual};
        h->A[l] = create_matrix(h, Q1_STIFFNESS, &m, &m, &config);
        if (l + 1 < levels) {
            config.square = 0;
            config.need = 1u << mg[l + 1];
            h->P[l] = create_matrix(h, Q1_PROLONGATION, &m, &coarse, &config);
            config.need = 1u << mg[l];
            h->R[l] = create_matrix(h, Q1_RESTRICTION, &coarse, &m, &config);
        }
        m = coarse;
    }
    h->times.all = now() - start;
    return h;
}

int q1_hierarchy_halo(const struct q1_hierarchy *h, int l)
{
    int most = h->A[l].halo_n;
    if (l + 1 < h->levels && h->R[l].halo_n > most)
        most = h->R[l].halo_n;
    if (l > 0 && h->P[l - 1].halo_n > most)
        most = h->P[l - 1].halo_n;
    return most;
}

void q1_hierarchy_free(struct q1_hierarchy *h)
{
    for (int l = 0; l < h->levels; l++)
        matrix_free(&h->A[l]);
    for (int l = 0; l + 1 < h->levels; l++) {
        matrix_free(&h->P[l]);
        matrix_free(&h->R[l]);
    }
    mem_free(h);
}
