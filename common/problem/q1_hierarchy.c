/* common/problem/q1_hierarchy.c - Poisson's equation on all levels, and the transfers between
 * them, each in the formats in which it is used. */
#include "memory.h"
#include "phase.h"
#include "q1.h"

/* A rectangular or square matrix as the tree keeps it. */
static struct level stored(struct hierarchy *h, enum q1_matrix kind,
                           const struct mesh *rows, const struct mesh *columns,
                           format_set need, int depth)
{
    enum format matrix[FORMATS];
    double start = now();
    for (int f = 0; f < FORMATS; f++)
        matrix[f] = (enum format)f;
    struct csr A = q1_create(kind, rows, columns);
    double generated = now();
    struct level level =
        level_from_csr(A, kind == Q1_STIFFNESS, columns, mesh_owner, mesh_local, need,
                       matrix, depth, 3 * depth + (int)kind, h->comm);
    h->generate_seconds += generated - start;
    h->layout_seconds += now() - generated;
    return level;
}

struct hierarchy *q1_hierarchy(const struct mesh *finest, int levels,
                               const enum format mg[], MPI_Comm comm)
{
    double start = now();
    struct hierarchy *h = mem_zero(1, sizeof *h, "hierarchy");
    h->levels = levels;
    h->comm = comm;
    h->P = mem_zero((size_t)levels, sizeof *h->P, "transfers");
    h->R = mem_zero((size_t)levels, sizeof *h->R, "transfers");
    struct mesh m = *finest;
    for (int l = 0; l < levels; l++) {
        struct mesh coarse = mesh_coarsen(&m);
        format_set residual = l == 0 ? 1u << F64 : 0;
        h->level[l] = stored(h, Q1_STIFFNESS, &m, &m, 1u << mg[l] | residual, l);
        if (l + 1 < levels) {
            h->P[l] = stored(h, Q1_PROLONGATION, &m, &coarse, 1u << mg[l + 1], l);
            h->R[l] = stored(h, Q1_RESTRICTION, &coarse, &m, 1u << mg[l], l);
        }
        m = coarse;
    }
    h->setup_seconds = now() - start;
    return h;
}
