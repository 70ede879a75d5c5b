/* tests/unit_graph.c - launches that are captured once and launched as one graph
 * (graph.h).
 *
 * With and without capture the results are bitwise the same: after the contents of
 * the arrays have changed, for another matrix, r, z or format, and with more keys
 * than a set of graphs holds. The sweeps of a tree that captures them count the
 * same flops.
 */
#include "fixture.h"
#include "graph.h"
#include "graph_kernels.h"
#include "multigrid.h"
#include "phase.h"
#include "tap.h"
#include <string.h>

enum {
    N = 1000,
    LAUNCHES = 3,
    ROUNDS = 5,
    MANY = 100 /* more than MAX_GRAPHS keys */
};

static struct graph_key key(const void *matrix, const struct vector *r,
                            const struct vector *z)
{
    return (struct graph_key){matrix, r->data, z->data, NULL, z->format, z->n};
}

/* z += a x, in one launch. */
static void launch_add(double a, const struct vector *x, struct vector *z)
{
    if (z->format == F64)
        add_f64(z->n, a, (const double *)x->data, (double *)z->data);
    else
        add_f32(z->n, a, (const float *)x->data, (float *)z->data);
}

/* z += 7 x, in several launches. */
static void add(struct graphs *G, const void *matrix, const struct vector *x,
                struct vector *z)
{
    const struct graph_key k = key(matrix, x, z);
    if (!graph_begin(G, &k))
        return;
    for (int launch = 0; launch < LAUNCHES; launch++)
        launch_add(1 << launch, x, z);
    graph_end();
}

static struct vector constant(enum format f, double value)
{
    struct vector x = vector_create(f, N, 0, "test");
    fixture_fill(&x, N, value);
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

/* On a device the launches are captured in the second round. */
static void test_contents(void)
{
    const int captured = on_device();
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
    ok(right, "each launch of the graph reads the values that x has at that time");
    struct graph_counts after = graph_counted();
    ok(after.captured - before.captured == captured, "the launches are captured %s",
       captured ? "once" : "never on the CPU");
    ok(after.launched - before.launched == captured * (ROUNDS - 1),
       "the graph is launched from the second round on");
    ok(after.replaced - before.replaced == captured * (ROUNDS - 1) * LAUNCHES,
       "each launch of the graph replaces %d launches", LAUNCHES);
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
        const struct graph_key other =
            key(matrix + 1, &x, &z); /* for another kernel */
        if (graph_begin(&G, &other)) {
            launch_add(100, &x, &z);
            graph_end();
        }
    }
    ok(all(&z, ROUNDS * (7 + 14 + 100)),
       "another r or another matrix has a graph of its own");
    ok(all(&u, ROUNDS * 7), "another z has a graph of its own");
    graph_free(&G);
    vector_free(&x);
    vector_free(&y);
    vector_free(&z);
    vector_free(&u);
}

/* The memory of a freed vector may be used again by a vector of another format. */
static void test_format(void)
{
    struct graphs G = {0};
    struct vector x = constant(F64, 1), z = constant(F64, 0);
    struct vector narrow_x = {F32, N, x.data}, narrow_z = {F32, N, z.data};
    for (int k = 0; k < ROUNDS; k++)
        add(&G, NULL, &x, &z);
    ok(all(&z, 7 * ROUNDS), "vectors in f64");
    set_all(&narrow_x, 3);
    set_all(&narrow_z, 0);
    for (int k = 0; k < ROUNDS; k++)
        add(&G, NULL, &narrow_x, &narrow_z);
    ok(all(&narrow_z, 21 * ROUNDS), "vectors in f32 in the same memory");
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
    ok(all(&z, sum), "more keys than a set of graphs holds");
    graph_free(&G);
    basis_free(&Q);
    vector_free(&z);
}

static double all_flops(const struct phase_table *table)
{
    double flops = 0;
    for (int p = 0; p < PHASES; p++)
        flops += phase_total(table, (enum phase)p).flops;
    return flops;
}

/* Sweeps for all pairs of two r and two z, then V-cycles, ROUNDS times each. Their
 * results are written to `got`; the phase table of the work is returned. */
static struct phase_table work(const struct fixture *F, enum format f, double *got)
{
    const struct matrix *A = &F->h->level[0].A;
    struct policy P;
    policy_find("double", &P);
    policy_override(&P, &(struct policy_parts){.mg = format_name(f)});
    struct multigrid M = multigrid_create(F->h, &P, (struct outside){f, f});
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
            multigrid_apply(&M, &r[k], &z[k]);
            vector_read(&z[k], 0, A->n, got);
            got += A->n;
        }
    struct phase_table table = *phase_read();
    for (int k = 0; k < 2; k++) {
        vector_free(&r[k]);
        vector_free(&z[k]);
    }
    mem_free(unused);
    multigrid_free(&M);
    return table;
}

static void set_graphs(const struct fixture *F, int on)
{
    for (int l = 0; l < F->h->levels; l++)
        F->h->level[l].A.options.graphs = on;
}

/* The sweeps of the tree: bitwise the same results and the same flops with
 * --graphs=on and --graphs=off. A tree that has the option captures its sweeps on a
 * device, if it does not sweep a level in one launch (team_rows = 0). */
static void test_sweeps(enum row_order order, const char *order_name)
{
    struct tree_options options = tree_options_default();
    const int captures = on_device() && options.graphs;
    options.team_rows = 0;
    struct fixture F = fixture_create_with((int[3]){8, 16, 8}, STENCIL_CONVECTION,
                                           order, &options);
    const size_t numbers = (size_t)F.h->level[0].A.n * ROUNDS * 6;
    double *with = NEW(double, numbers, "test"),
           *without = NEW(double, numbers, "test");
    static const enum format format[] = {F64, F32, F16};
    for (int k = 0; k < 3; k++) {
        char name[40];
        snprintf(name, sizeof name, "%s order, %s", order_name,
                 format_name(format[k]));
        const long start = graph_counted().captured;
        set_graphs(&F, 0);
        struct phase_table plain = work(&F, format[k], without);
        const long off = graph_counted().captured - start;
        set_graphs(&F, 1);
        struct phase_table table = work(&F, format[k], with);
        const long on = graph_counted().captured - start - off;
        ok(memcmp(with, without, numbers * sizeof *with) == 0,
           "%s: bitwise the same results with --graphs=on and off", name);
        ok(all_flops(&table) == all_flops(&plain), "%s: the same flops", name);
        ok(off == 0, "%s, --graphs=off: no graph is captured (%ld)", name, off);
        ok((on > 0) == captures, "%s, --graphs=on: %s (%ld)", name,
           captures ? "graphs are captured" : "there is nothing to capture", on);
    }
    mem_free(with);
    mem_free(without);
    fixture_free(&F);
}

int main(int argc, char **argv)
{
    start(&argc, &argv);
    test_contents();
    test_keys();
    test_format();
    test_many();
    test_sweeps(ORDER_NATURAL, "natural");
    test_sweeps(ORDER_COLOR, "color");
    return done();
}
