/* common/solver/multigrid_watch.c - what a V-cycle in few bits has lost, and where. */
#include "device.h"
#include "kernels.h"
#include "memory.h"
#include "multigrid.h"
#include <float.h>
#include <stdint.h>

/* Normal numbers of the formats whose range is narrow. */
static const double least_f16 = 0x1p-14, most_f16 = 65504;

static void survey(struct range_count *count, const struct level *A,
                   const struct vector *x)
{
    const double least = x->format == F16 ? least_f16 : 0,
                 most = x->format == F16 ? most_f16 : DBL_MAX;
    double large = vector_outside(A, 0, most, x);
    count->overflows += large;
    count->subnormals += least > 0 ? vector_outside(A, least, most, x) - large : 0;
    count->entries += (double)A->global_rows;
}

void multigrid_survey(struct multigrid *M, const struct vector *r, const struct vector *z)
{
    for (int l = 0; l < M->h->levels; l++) {
        const struct level *A = &M->h->level[l];
        survey(&M->range[l], A, l > 0 ? &M->r[l] : r);
        survey(&M->range[l], A, l > 0 ? &M->z[l] : z);
    }
}

/* Noise in [-1/16, 1/16): rough, so that a working cycle reduces it at once. */
static struct vector noise(const struct level *A, enum format f)
{
    struct vector r = vector_create(f, A->n, 0, "noise");
    double *values = NEW(double, (size_t)A->n, "noise");
    void *rounded = mem_alloc((size_t)A->n, format_bytes(f), "noise");
    uint64_t s = 88172645463325252u;
    for (int i = 0; i < A->n; i++) { /* xorshift64: Marsaglia, JSS 8 (2003) */
        s ^= s << 13;
        s ^= s >> 7;
        s ^= s << 17;
        values[i] = (double)(s >> 11) * 0x1p-56 - 0x1p-4;
    }
    format_narrow(f, values, (size_t)A->n, rounded);
    device_put(r.at, rounded, (size_t)A->n * format_bytes(f));
    mem_free(values);
    mem_free(rounded);
    return r;
}

int multigrid_culprit(struct multigrid *M, double factor)
{
    int culprit = -1;
    for (int l = M->h->levels - 1; l >= 0 && culprit < 0; l--) {
        const struct level *A = &M->h->level[l];
        const int halo = multigrid_halo(M->h, l);
        enum format f = l > 0 ? M->r[l].format : M->spare[0].format;
        struct vector r = noise(A, f), z = vector_create(f, A->n, halo, "noise"),
                      rest = vector_create(f, A->n, 0, "noise");
        multigrid_cycle(M, l, &r, &z);
        double before = vector_norm(A, &r), after = residual(A, &r, &z, &rest);
        if (!(after <= factor * before))
            culprit = l;
        vector_free(&r);
        vector_free(&z);
        vector_free(&rest);
    }
    return culprit;
}
