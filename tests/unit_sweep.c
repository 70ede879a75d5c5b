/* tests/unit_sweep.c - a sweep of all colors in one launch (--team-rows) gives
 * bitwise the result of one launch per color: on every level, with and without
 * halo, with zero and with other initial guesses.
 */
#include "device.h"
#include "pairs.h"
#include "tap.h"
#include <string.h>

/* The bits of z after a sweep of level l. */
static void sweep_bits(const struct fixture *F, const struct pair *P, int l,
                       int zero, int team_rows, void *bits)
{
    struct matrix *A = &F->h->level[l].A;
    struct vector r = fixture_vector(F, l, P->v), z = fixture_vector(F, l, P->v);
    big *whole = whole_create(F, l);
    fixture_noise(F, l, 51, &r, whole);
    fixture_noise(F, l, 52, &z, whole);
    A->options.team_rows = team_rows;
    if (zero)
        P->kernel.sweep_zero_guess(A, &r, &z);
    else
        P->kernel.sweep(A, &r, &z);
    device_get(bits, z.data, (size_t)A->n * format_bytes(P->v));
    mem_free(whole);
    vector_free(&r);
    vector_free(&z);
}

static void test_levels(const struct fixture *F, const char *order)
{
    for (int p = 0; p < PAIRS; p++) {
        const struct pair *P = &pairs[p];
        if (format_is_integer(P->s))
            continue;
        enum format formats[FORMATS];
        for (int f = 0; f < FORMATS; f++)
            formats[f] = (enum format)f;
        formats[P->v] = P->s;
        fixture_use(F, formats);
        for (int l = 0; l < F->h->levels; l++)
            for (int zero = 0; zero < 2; zero++) {
                const size_t bytes =
                    (size_t)F->h->level[l].A.n * format_bytes(P->v);
                char *one = mem_zero(bytes, 1, "z"),
                     *many = mem_zero(bytes, 1, "z");
                sweep_bits(F, P, l, zero, 0, many);
                for (int t = 0; t < 2; t++) {
                    sweep_bits(F, P, l, zero,
                               t ? tree_options_default().team_rows : 1 << 30, one);
                    ok(memcmp(one, many, bytes) == 0,
                       "%s, %s, level %d, %s, --team-rows=%s", P->name, order, l,
                       zero ? "zero initial guess" : "sweep",
                       t ? "the default" : "all rows");
                }
                mem_free(one);
                mem_free(many);
            }
    }
}

int main(int argc, char **argv)
{
    start(&argc, &argv);
    static const char *const names[] = {"natural order", "colors"};
    for (int order = ORDER_NATURAL; order <= ORDER_COLOR; order++) {
        struct fixture F = fixture_create((int[3]){16, 8, 24}, STENCIL_NONSYMMETRIC,
                                          (enum row_order)order);
        test_levels(&F, names[order]);
        fixture_free(&F);
    }
    return done();
}
