/* common/solver/multigrid_monitor.c - overflow and failing level of a V-cycle. */
#include "kernels.h"
#include "memory.h"
#include "multigrid.h"
#include <float.h>
#include <stdint.h>

/* The smallest and the largest normal number of f16. */
static const double f16_least = 0x1p-14, f16_most = 65504;

static void count_out_of_range(struct range_count *count, const struct matrix *A,
                               const struct vector *x)
{
    const double most = x->format == F16 ? f16_most : DBL_MAX;
    double overflows = vector_count_out_of_range(A, 0, most, x);
    count->overflows += overflows;
    if (x->format == F16)
        count->subnormals +=
            vector_count_out_of_range(A, f16_least, most, x) - overflows;
    count->entries += (double)A->global_rows;
}

void multigrid_count_out_of_range(struct multigrid *M, const struct vector *r,
                                  const struct vector *z)
{
    for (int l = 0; l < M->h->levels; l++) {
        const struct matrix *A = &M->h->level[l].A;
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
    uint64_t s = 88172645463325252u;
    /* xorshift64: Marsaglia, J. Stat. Software 8, 2003 */
    for (int i = 0; i < A->n; i++) {
        s ^= s << 13;
        s ^= s >> 7;
        s ^= s << 17;
        values[i] = (double)(s >> 11) * 0x1p-56 - 0x1p-4;
    }
    vector_write(&r, 0, A->n, values);
    mem_free(values);
    return r;
}

int multigrid_failing_level(struct multigrid *M, double factor)
{
    int failing = -1;
    for (int l = M->h->levels - 1; l >= 0 && failing < 0; l--) {
        const struct matrix *A = &M->h->level[l].A;
        const int halo = multigrid_halo(M->h, l);
        enum format f = l > 0 ? M->r[l].format : M->scratch[0].format;
        struct vector r = random_right_hand_side(A, f);
        struct vector z = vector_create(f, A->n, halo, "correction");
        struct vector y = vector_create(f, A->n, 0, "residual");
        multigrid_vcycle(M, l, &r, &z, NULL);
        double before = vector_norm(A, &r), after = residual_norm(A, &r, &z, &y);
        if (!(after <= factor * before))
            failing = l;
        vector_free(&r);
        vector_free(&z);
        vector_free(&y);
    }
    return failing;
}
