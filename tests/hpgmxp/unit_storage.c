/* tests/hpgmxp/unit_storage.c - formats, vectors, the basis, memory, parts of policies (policies.t runs all of
 * them). */
#include "hierarchy.h"
#include "multigrid.h"
#include "numbers.h"
#include "process_grid.h"
#include "tap.h"
#include "tree.h"
#include <stdint.h>

static void test_formats(void)
{
    ok((int)format_find("f16x") == FORMATS && (int)format_find("") == FORMATS, "no such format");
    for (int k = 0; k < FORMATS; k++) {
        const enum format f = (enum format)k;
        const double u = format_roundoff(f), largest = basis_largest(f);
        struct vector x = vector_create(f, 3, 2, "x");
        double sum = 0;
        for (int i = 0; i < 5; i++)
            sum += fabs(vector_get(&x, i));
        vector_set(&x, 4, -3);
        ok(format_find(format_name(f)) == f && sum == 0 && vector_get(&x, 4) == -3 &&
               vector_get(&x, 3) == 0,
           "%s is found by its name; a new vector is zero; halo entries", format_name(f));
        if (format_is_integer(f)) {
            vector_set(&x, 0, largest);
            vector_set(&x, 1, -largest);
            /* half a unit of 2^bits units, of which the largest is 2^(bits-1) - 1 */
            ok(vector_get(&x, 0) == largest && vector_get(&x, 1) == -largest &&
                   u == 0.25 / ((largest + 1) / 2),
               "its largest number and its roundoff");
        } else {
            vector_set(&x, 0, 1 + 2 * u);
            vector_set(&x, 1, 1 + u);
            ok(vector_get(&x, 0) == 1 + 2 * u && vector_get(&x, 1) == 1,
               "1 + 2u is a number of it, 1 + u rounds to 1");
        }
        vector_free(&x);
    }
}

static void test_basis(int n, int count)
{
    for (int k = 0; k < FORMATS; k++) {
        enum format f = (enum format)k;
        size_t before = mem_live();
        struct basis Q = basis_create(f, n, count, 1, SCALE_BLOCKS, MPI_COMM_WORLD);
        ok(mem_live() - before >= format_bytes(f) * (size_t)(n * count),
           "bytes of a basis, %s, n = %d", format_name(f), n);
        int aligned = 1;
        for (int j = 0; j < count; j++) {
            struct vector q = basis_column(&Q, j);
            aligned &= (uintptr_t)q.data % 64 == 0 && q.n == n;
        }
        ok(aligned, "its columns begin on cache lines");
        ok((Q.stride & (Q.stride - 1)) != 0, "their distance is no power of two");
        basis_free(&Q);
    }
}

static void test_memory(void)
{
    size_t before = mem_live();
    char *none = mem_alloc(0, 8, "nothing");
    ok(none != NULL, "zero objects are allowed");
    char *p = mem_zero(1000, 3, "bytes"), *large = mem_alloc(5 << 20, 1, "more");
    int clear = 1;
    for (int i = 0; i < 3000; i++)
        clear &= p[i] == 0;
    ok(clear, "mem_zero clears");
    ok((uintptr_t)p % 64 == 0 && (uintptr_t)large % 64 == 0, "64-byte alignment");
    ok(mem_live() - before > (5 << 20) + 3000 &&
           mem_live() - before < (8 << 20) + 3 * 1024,
       "live bytes: the arrays, and at most a huge page more");
    ok(mem_peak() >= mem_live(), "the peak is at least that");
    arrays_free(none, p, large, NULL);
    ok(mem_live() == before, "freeing gives them back");
}

static int all_levels(const struct hpgmxp_policy *p, enum format f)
{
    int good = p->gmres.inner == f && p->gmres.basis == f;
    for (int l = 0; l < HPGMXP_LEVELS; l++)
        good &= p->mg[l] == f;
    return good;
}

#define PARTS(...) ((struct gmres_options){__VA_ARGS__})

static void test_override(void)
{
    struct hpgmxp_policy P;
    struct policy *p = &P.gmres;
    ok(hpgmxp_policy_find("double", &P) && !policy_override(p, &PARTS(.basis = "")) &&
           hpgmxp_policy_override(&P, "") && all_levels(&P, F64),
       "double is all f64; nothing to override");
    ok(!policy_override(p, &PARTS(.inner = "f32", .basis = "f64")) &&
           hpgmxp_policy_override(&P, "f32,f64") && p->inner == F32 && p->basis == F64 &&
           P.mg[0] == F32 && P.mg[1] == F64 && P.mg[HPGMXP_LEVELS - 1] == F64,
       "inner, basis and levels; the last holds for all coarser ones");
    hpgmxp_policy_find("double", &P);
    ok(!policy_override(p, &PARTS(.basis = "i16")) && p->basis == I16,
       "integers for the basis");
    ok(!policy_override(p, &PARTS(.matrix = "f16")) && p->matrix[F32] == F16 &&
           p->matrix[F16] == F16 && p->matrix[F64] == F64,
       "a matrix for all but f64");
    ok(!policy_override(p, &PARTS(.matrix = "i8")) && p->matrix[F32] == I8 &&
           p->matrix[F64] == I8 && p->precond_matrix[F64] == I8,
       "i8 for all");

    format_set need[MAX_LEVELS] = {0};
    ok(hpgmxp_policy_find("mixed", &P) && all_levels(&P, F32), "mixed is all f32");
    hpgmxp_policy_override(&P, "f64,f32");
    hpgmxp_policy_needs(&P, need);
    ok(need[0] == (1u << F64 | 1u << F32) && need[1] == 1u << F32 &&
           need[3] == 1u << F32 && need[4] == 0,
       "formats of the matrices that a policy needs");
}

/* The bytes of the levels, which the report names, are those that remain allocated. */
static void test_levels(enum row_order order, const char *name)
{
    struct hpgmxp_policy P;
    hpgmxp_policy_find(name, &P);
    format_set need[MAX_LEVELS] = {0};
    hpgmxp_policy_needs(&P, need);
    int p[3];
    process_grid_factor(tap_ranks, p);
    struct box g = box_equal(p, (int[3]){32, 32, 32}, tap_rank);
    size_t before = mem_live(), levels = 0;
    const struct hierarchy_config config = {
        HPGMXP_LEVELS, STENCIL_SYMMETRIC, order, {0}, need};
    struct hierarchy *h = hierarchy_create(&g, &config, MPI_COMM_WORLD);
    const double real = (double)(mem_live() - before);
    for (int l = 0; l < h->levels; l++)
        levels += h->bytes[l];
    small(fabs((double)levels - real), 0.1 * real, "%s, %s: bytes of the levels",
          name, order == ORDER_COLOR ? "color" : "natural");
    hierarchy_free(h);
}

int main(int argc, char **argv)
{
    static const char *const names[] = {"double", "mixed", "matrix8", "mg8", "half", "all16"};
    start(&argc, &argv);
    test_formats();
    test_basis(1, 1);
    test_basis(704, 3); /* 704 + 5 * 64 is a power of two */
    test_basis(1000, 4);
    test_basis(4096, 3);
    test_memory();
    test_override();
    for (int order = tree_is_colors_only ? ORDER_COLOR : ORDER_NATURAL;
         order <= ORDER_COLOR; order++)
        for (size_t k = 0; k < sizeof names / sizeof *names; k++)
            test_levels((enum row_order)order, names[k]);
    return done();
}
