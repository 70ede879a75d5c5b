/* tests/fixture.c - creates both forms of a problem, copies vectors. */
#include "fixture.h"
#include "device.h"
#include "error.h"
#include "memory.h"
#include "process_grid.h"
#include "kernel_macros.h"
#include "checker/seeded.h"
#include <math.h>

struct fixture fixture_create(const int n[3], enum stencil_values values,
                              enum row_order order)
{
    struct fixture F;
    int rank, ranks, p[3];
    format_set need[MAX_LEVELS];
    MPI_OK(MPI_Comm_rank(MPI_COMM_WORLD, &rank));
    MPI_OK(MPI_Comm_size(MPI_COMM_WORLD, &ranks));
    process_grid_factor(ranks, p);
    for (int l = 0; l < MAX_LEVELS; l++)
        need[l] = EVERY_FORMAT;
    F.g = box_equal(p, n, rank);
    const struct hierarchy_setup setup = {
        .levels = HPGMXP_LEVELS, .values = values, .order = order, .need = need};
    F.h = hierarchy_create(&F.g, &setup, MPI_COMM_WORLD);
    oracle_create(F.A, p, n, (enum oracle_values)values,
                  order == ORDER_COLOR ? ORACLE_COARSE_FIRST : ORACLE_NATURAL);
    return F;
}

void fixture_free(struct fixture *F)
{
    hierarchy_free(F->h);
    oracle_free(F->A);
}

int fixture_id(const struct fixture *F, int row)
{
    const struct matrix *A = &F->h->level[0].A;
    int rank;
    MPI_OK(MPI_Comm_rank(MPI_COMM_WORLD, &rank));
    return oracle_id(F->A, rank, A->order ? A->order[row] : row);
}

double noise(int seed, int id)
{
    struct seeded s = {((uint64_t)(unsigned)seed << 32) + (uint64_t)(unsigned)id};
    return seeded_in(&s, -1, 1);
}

double noise_in(enum format f, int seed, int id)
{
    double rounded;
    format_put(f, &rounded, 0, noise(seed, id));
    return format_get(f, &rounded, 0);
}

struct vector fixture_vector(const struct fixture *F, enum format f)
{
    const struct matrix *A = &F->h->level[0].A;
    struct vector x = vector_create(f, A->n, A->halo_n, "test vector");
    fixture_fill(&x, A->n + A->halo_n, NAN);
    return x;
}

void fixture_fill(struct vector *x, int count, double value)
{
    double *host = NEW(double, (size_t)count, "test vector");
    for (int i = 0; i < count; i++)
        host[i] = value;
    vector_write(x, 0, count, host);
    mem_free(host);
}

double *fixture_read(const struct vector *x)
{
    double *host = NEW(double, (size_t)x->n, "test vector");
    vector_read(x, 0, x->n, host);
    return host;
}

big *whole_create(const struct fixture *F)
{
    return mem_zero((size_t)F->A->n, sizeof(big), "test vector");
}

void fixture_noise(const struct fixture *F, int seed, struct vector *x, big *whole)
{
    double *host = NEW(double, (size_t)x->n, "test vector");
    for (int id = 0; id < F->A->n; id++)
        whole[id] = noise_in(x->format, seed, id);
    for (int i = 0; i < x->n; i++)
        host[i] = (double)whole[fixture_id(F, i)];
    vector_write(x, 0, x->n, host);
    mem_free(host);
}

void vectors_free_all(struct vector *x[])
{
    for (; *x; x++)
        vector_free(*x);
}

void arrays_free_all(void *array[], size_t count)
{
    for (size_t k = 0; k < count; k++)
        mem_free(array[k]);
}

double larger(double a, double b)
{
    return isnan(a) || a > b ? a : b;
}
