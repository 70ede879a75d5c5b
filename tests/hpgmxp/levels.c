/* tests/hpgmxp/levels.c - creates both forms of the levels, and vectors for them; see levels.h. */
#include "levels.h"
#include "error.h"
#include "memory.h"
#include "process_grid.h"
#include <math.h>

struct levels levels_create(const int n[3], enum stencil_values values,
                              enum row_order order)
{
    struct levels L;
    int rank, ranks, p[3];
    format_set need[MAX_LEVELS];
    MPI_OK(MPI_Comm_rank(MPI_COMM_WORLD, &rank));
    MPI_OK(MPI_Comm_size(MPI_COMM_WORLD, &ranks));
    process_grid_factor(ranks, p);
    for (int l = 0; l < MAX_LEVELS; l++)
        need[l] = EVERY_FORMAT;
    L.g = box_equal(p, n, rank);
    const struct hierarchy_config config = {
        .levels = HPGMXP_LEVELS, .values = values, .order = order, .need = need};
    L.h = hierarchy_create(&L.g, &config, MPI_COMM_WORLD);
    oracle_create(L.A, p, n, (enum oracle_values)values,
                  order == ORDER_COLOR ? ORACLE_COARSE_FIRST : ORACLE_NATURAL);
    return L;
}

void levels_free(struct levels *L)
{
    hierarchy_free(L->h);
    oracle_free(L->A);
}

int levels_id(const struct levels *L, int row)
{
    const struct matrix *A = &L->h->level[0].A;
    int rank;
    MPI_OK(MPI_Comm_rank(MPI_COMM_WORLD, &rank));
    return oracle_id(L->A, rank, A->order ? A->order[row] : row);
}

struct vector levels_vector(const struct levels *L, enum format f)
{
    const struct matrix *A = &L->h->level[0].A;
    struct vector x = vector_create(f, A->n, A->halo_n, "test vector");
    numbers_fill(&x, A->n + A->halo_n, NAN);
    return x;
}

big *whole_create(const struct levels *L)
{
    return mem_zero((size_t)L->A->n, sizeof(big), "test vector");
}

void levels_noise(const struct levels *L, int seed, struct vector *x, big *whole)
{
    double *host = NEW(double, (size_t)x->n, "test vector");
    for (int id = 0; id < L->A->n; id++)
        whole[id] = noise_in(x->format, seed, id);
    for (int i = 0; i < x->n; i++)
        host[i] = (double)whole[levels_id(L, i)];
    vector_write(x, 0, x->n, host);
    mem_free(host);
}
