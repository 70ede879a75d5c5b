/* tests/unit_graph.c - launches recorded once and launched as one (graph.h).
 *
 * Recorded or not, the numbers are the same, bit by bit: after the arrays' contents have
 * changed, for another matrix, r, z or format, with more keys than a set holds, and where
 * one recording stands within another. Flops are counted all the same.
 */
#include "fixture.h"
#include "graph.h"
#include "multigrid.h"
#include "phase.h"
#include "tap.h"
#include "tuning.h"
#include <string.h>

enum { N = 1000, LAUNCHES = 3, ROUNDS = 5, MANY = 100 /* more keys than are kept */ };

/* z += 7 x, in several launches. */
static void add(struct graphs *G, const void *matrix, const struct vector *x,
                struct vector *z)
{
    if (!graph_begin(G, matrix, x, z))
        return;
    for (int k = 0; k < LAUNCHES; k++)
        vector_axpy(1 << k, x, z);
    graph_end();
}

static struct vector constant(enum format f, double value)
{
    struct vector x = vector_create(f, N, 0, "test");
    for (int i = 0; i < N; i++)
        vector_set(&x, i, value);
    return x;
}

/* Whether all of x is `value`. */
static int all(const struct vector *x, double value)
{
    double got[N];
    int right = 1;
    vector_read(x, 0, N, got);
    for (int i = 0; i < N; i++)
        right &= got[i] == value;
    return right;
}

static void set_all(struct vector *x, double value)
{
    struct vector y = constant(x->format, value);
    vector_scale(1, &y, x);
    vector_free(&y);
}

static void test_contents(int wanted)
{
    struct graphs G = {0};
    struct vector x = constant(F64, 1), z = constant(F64, 0);
    struct graph_counts before = graph_counted();
    double sum = 0;
    int right = 1;
    for (int k = 0; k < ROUNDS; k++) {
        set_all(&x, k + 1);
        add(&G, NULL, &x, &z);
        sum += 7 * (k + 1);
        right &= all(&z, sum);
    }
    const char *name = wanted ? "recorded" : "as they stand";
    ok(right, "%s: what x holds at the time is added", name);
    struct graph_counts after = graph_counted();
    ok(after.recorded - before.recorded == wanted, "%s: recorded once", name);
    ok(after.launched - before.launched == wanted * (ROUNDS - 1),
       "%s: launched from the second time on", name);
    ok(after.replaced - before.replaced == wanted * (ROUNDS - 1) * LAUNCHES,
       "%s: in place of %d launches each", name, LAUNCHES);
    graph_free(&G);
    vector_free(&x);
    vector_free(&z);
}

static void test_keys(void)
{
    struct graphs G = {0};
    struct vector x = constant(F64, 1), y = constant(F64, 2), z = constant(F64, 0),
                  u = constant(F64, 0);
    const char matrix[2] = {0};
    for (int k = 0; k < ROUNDS; k++) {
        add(&G, matrix, &x, &z);
        add(&G, matrix, &y, &z);
        add(&G, matrix, &x, &u);
        if (graph_begin(&G, matrix + 1, &x, &z)) { /* another kernel */
            vector_axpy(100, &x, &z);
            graph_end();
        }
    }
    ok(all(&z, ROUNDS * (7 + 14 + 100)), "another r, another matrix: their own graphs");
    ok(all(&u, ROUNDS * 7), "another z: its own graph");
    graph_free(&G);
    vector_free(&x);
    vector_free(&y);
    vector_free(&z);
    vector_free(&u);
}

/* What is freed may come back as memory of vectors in another format. */
static void test_format(void)
{
    struct graphs G = {0};
    struct vector x = constant(F64, 1), z = constant(F64, 0);
    struct vector narrow_x = {F32, N, x.at}, narrow_z = {F32, N, z.at};
    for (int k = 0; k < ROUNDS; k++)
        add(&G, NULL, &x, &z);
    ok(all(&z, 7 * ROUNDS), "vectors in f64");
    set_all(&narrow_x, 3);
    set_all(&narrow_z, 0);
    for (int k = 0; k < ROUNDS; k++)
        add(&G, NULL, &narrow_x, &narrow_z);
    ok(all(&narrow_z, 21 * ROUNDS), "vectors in f32 at the same place");
    graph_free(&G);
    vector_free(&x);
    vector_free(&z);
}

static void test_many(void)
{
    struct graphs G = {0};
    struct basis Q = basis_create(F64, N, MANY, 1, SCALE_BLOCKS, MPI_COMM_WORLD);
    struct vector z = constant(F64, 0);
    double sum = 0;
    for (int j = 0; j < MANY; j++) {
        struct vector q = basis_column(&Q, j);
        set_all(&q, j);
    }
    for (int k = 0; k < ROUNDS; k++)
        for (int j = 0; j < MANY; j++) {
            struct vector q = basis_column(&Q, j % (k < 2 ? 10 : MANY));
            add(&G, NULL, &q, &z);
            sum += 7 * (j % (k < 2 ? 10 : MANY));
        }
    ok(all(&z, sum), "more keys than are kept");
    graph_free(&G);
    basis_free(&Q);
    vector_free(&z);
}

static void test_nested(void)
{
    struct graphs G = {0}, inner = {0};
    struct vector x = constant(F64, 1), z = constant(F64, 0);
    for (int k = 0; k < ROUNDS; k++)
        if (graph_begin(&G, NULL, &x, &z)) {
            add(&inner, NULL, &x, &z);
            vector_axpy(1, &x, &z);
            add(&inner, NULL, &x, &z);
            graph_end();
        }
    for (int k = 0; k < ROUNDS; k++)
        add(&inner, NULL, &x, &z);
    ok(all(&z, ROUNDS * (15 + 7)), "a recording within a recording");
    graph_free(&G);
    graph_free(&inner);
    vector_free(&x);
    vector_free(&z);
}

static double all_flops(const struct phase_table *table)
{
    double flops = 0;
    for (int p = 0; p < PHASES; p++)
        flops += phase_total(table, (enum phase)p).flops;
    return flops;
}

/* Sweeps on all pairs of two r and two z, and cycles, several times; their phases. What
 * they leave goes to `got`. */
static struct phase_table work(const struct fixture *F, enum format f, double *got)
{
    const struct level *A = &F->h->level[0];
    struct policy P;
    policy_find("double", &P);
    policy_override(&P, &(struct policy_parts){.mg = format_name(f)});
    struct multigrid M = multigrid_create(F->h, &P, f);
    struct vector r[2], z[2];
    big *unused = whole_create(F, 0);
    for (int k = 0; k < 2; k++) {
        r[k] = fixture_vector(F, 0, f);
        z[k] = fixture_vector(F, 0, f);
        fixture_noise(F, 0, 1 + k, &r[k], unused);
        fixture_noise(F, 0, 3 + k, &z[k], unused);
    }
    phase_reset();
    for (int round = 0; round < ROUNDS; round++)
        for (int pair = 0; pair < 4; pair++) {
            sweep(A, &r[pair & 1], &z[pair >> 1]);
            vector_read(&z[pair >> 1], 0, A->n, got);
            got += A->n;
        }
    for (int round = 0; round < ROUNDS; round++)
        for (int k = 0; k < 2; k++) {
            precondition(&M, &r[k], &z[k]);
            vector_read(&z[k], 0, A->n, got);
            got += A->n;
        }
    struct phase_table table = phase_read();
    for (int k = 0; k < 2; k++) {
        vector_free(&r[k]);
        vector_free(&z[k]);
    }
    mem_free(unused);
    multigrid_free(&M);
    return table;
}

static void test_solver(enum row_order order, const char *order_name)
{
    struct fixture F = fixture_create((int[3]){8, 16, 8}, STENCIL_CONVECTION, order);
    const size_t numbers = (size_t)F.h->level[0].n * ROUNDS * 6;
    double *with = NEW(double, numbers, "test"), *without = NEW(double, numbers, "test");
    static const enum format format[] = {F64, F32, F16};
    for (int k = 0; k < 3; k++) {
        char name[40];
        snprintf(name, sizeof name, "%s order, %s", order_name, format_name(format[k]));
        tuning.graphs = GRAPHS_OFF;
        struct phase_table plain = work(&F, format[k], without);
        tuning.graphs = GRAPHS_SWEEPS;
        work(&F, format[k], with);
        ok(memcmp(with, without, numbers * sizeof *with) == 0,
           "%s: with sweeps as graphs the same bits", name);
        tuning.graphs = GRAPHS_CYCLES;
        struct phase_table table = work(&F, format[k], with);
        ok(memcmp(with, without, numbers * sizeof *with) == 0,
           "%s: with cycles as graphs the same bits", name);
        ok(all_flops(&table) == all_flops(&plain), "%s: and the same flops", name);
        const long cycles = 2 * ROUNDS, as_one = graph_wanted() && tap_ranks == 1;
        ok(table.cell[PHASE_COARSE][1].calls == as_one * cycles &&
               table.cell[PHASE_SWEEP][1].calls == (as_one ? 1 : cycles),
           "%s: the coarse levels of a rank without neighbours are launched as one",
           name);
    }
    mem_free(with);
    mem_free(without);
    fixture_free(&F);
}

int main(int argc, char **argv)
{
    start(&argc, &argv);
    test_contents(graph_wanted());
    tuning.graphs = GRAPHS_OFF;
    ok(!graph_wanted(), "--graphs=off");
    test_contents(0);
    tuning.graphs = GRAPHS_SWEEPS;
    test_keys();
    test_format();
    test_many();
    test_nested();
    test_solver(ORDER_NATURAL, "natural");
    test_solver(ORDER_COLOR, "color");
    return done();
}
