/* common/halfmg/jacobi_multigrid_monitor.c - overflow and failing level of a V-cycle. */
#include "jacobi_multigrid.h"
#include "error.h"
#include "kernel_macros.h"
#include "kernels.h"
#include "memory.h"
#include "mix_bits.h"
#include <float.h>
#include <math.h>
#include <string.h>

static void count_out_of_range(struct range_count *count, const struct matrix *A,
                               const struct vector *x)
{
    /* the smallest and the largest normal number of f16 */
    const double least = x->format == F16 ? 0x1p-14 : 0,
                 most = x->format == F16 ? 65504 : DBL_MAX;
    double part[TILE], sum[2] = {0, 0};
    for (int first = 0; first < A->n; first += TILE) {
        const int n = A->n - first < TILE ? A->n - first : TILE;
        vector_read(x, first, n, part);
        for (int i = 0; i < n; i++) {
            sum[0] += !(fabs(part[i]) <= most); /* also a NaN */
            sum[1] += part[i] != 0 && fabs(part[i]) < least;
        }
    }
    MPI_OK(MPI_Allreduce(MPI_IN_PLACE, sum, 2, MPI_DOUBLE, MPI_SUM, A->comm));
    count->overflows += sum[0];
    count->subnormals += sum[1];
    count->entries += (double)A->global_rows;
}

void jacobi_multigrid_reset_counts(struct jacobi_multigrid *M)
{
    memset(M->range, 0, sizeof M->range);
    memset(M->base.reasons, 0, sizeof M->base.reasons);
    M->base.solves = M->base.iterations = 0;
}

void jacobi_multigrid_count_out_of_range(struct jacobi_multigrid *M,
                                         const struct vector *r,
                                         const struct vector *z)
{
    for (int l = 0; l < M->h->levels; l++) {
        const struct matrix *A = &M->h->A[l];
        count_out_of_range(&M->range[l], A, l > 0 ? &M->r[l] : r);
        count_out_of_range(&M->range[l], A, l > 0 ? &M->z[l] : z);
    }
}

/* A random right-hand side with entries in [-1/16, 1/16). It has components of all
 * frequencies, so one V-cycle that works reduces its residual. */
static struct vector random_right_hand_side(const struct matrix *A, enum format f)
{
    const char *what = "random right-hand side";
    struct vector r = vector_create(f, A->n, 0, what);
    double *values = NEW(double, (size_t)A->n, what);
    for (int i = 0; i < A->n; i++)
        values[i] = (random_number(1, (uint64_t)i) - 0.5) / 8;
    vector_write(&r, 0, A->n, values);
    mem_free(values);
    return r;
}

int jacobi_multigrid_failing_level(struct jacobi_multigrid *M, double factor)
{
    const struct cg base =
        M->base; /* with the statistics of the solves until now */
    int failing = -1;
    for (int l = M->h->levels - 1; l >= 0 && failing < 0; l--) {
        const struct matrix *A = &M->h->A[l];
        const int halo = q1_hierarchy_halo(M->h, l);
        enum format f = M->y[l].format;
        struct vector r = random_right_hand_side(A, f);
        struct vector z = vector_create(f, A->n, halo, "correction");
        struct vector y = vector_create(f, A->n, 0, "residual");
        jacobi_multigrid_apply(M, l, &r, &z);
        residual(A, &r, &z, &y);
        const double before = vector_norm(A, &r), after = vector_norm(A, &y);
        if (!(after <= factor * before))
            failing = l;
        vector_free(&r);
        vector_free(&z);
        vector_free(&y);
    }
    M->base = base;
    return failing;
}
