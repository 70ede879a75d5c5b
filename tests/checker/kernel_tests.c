/* tests/checker/kernel_tests.c - calls every kernel of the contract with guarded vectors.
 *
 * The results are checked where the calls arrive (watch.h). Each call is made twice with
 * different inputs in the same memory, so that a result which is returned again is noticed: once
 * with NaN in the results before the call, and once with finite values; and once for each other
 * format of a result that may have any.
 */
#include "device.h"
#include "error.h"
#include "kernel_macros.h"
#include "kernels.h"
#include "memory.h"
#include "tests.h"
#include "finding.h"
#include <math.h>
#include <string.h>

enum { VECTORS = 8, TIMES = 5 };
static int brief; /* without the longest columns, and most columns */

/* The format in call t of a vector that may have any floating-point format: twice that
 * of the other vectors, then the others. */
static enum format any_format(enum format v, int t)
{
    return t < 2 ? v : (enum format)((v + t - 1) % (F16 + 1));
}

/* Random entries in [-size, size]. */
static void fill_to(struct vector *x, double size, struct seeded *random)
{
    double part[TILE];
    for (int i = 0; i < x->n; i += TILE) {
        const int count = x->n - i < TILE ? x->n - i : TILE;
        for (int k = 0; k < count; k++)
            part[k] = size * seeded_in(random, -1, 1);
        vector_write(x, i, count, part);
    }
}

static void fill(struct vector *x, struct seeded *random)
{
    fill_to(x, 1, random);
}

/* The vectors of a test, each between two zones of memory that must not change. They are
 * wide enough for the entries in another format, and contain the bytes of a NaN in each
 * floating-point format: a kernel that uses what it reads there is found, too. */
enum { PATTERN = 0xff, ZONE = 1024 };
static struct guarded {
    struct vector v;
    unsigned char *zone; /* in device memory */
    size_t bytes, beside; /* of the entries, of each zone */
} guarded[VECTORS];
static int vectors;

/* A vector of n entries and `halo` entries of other ranks, all NaN. */
static struct vector *new_vector(enum format format, int n, int halo)
{
    struct guarded *g = &guarded[vectors++];
    g->bytes = ((size_t)n + (size_t)halo) * format_bytes(format);
    g->beside = (1024 + (size_t)(n < ZONE ? n : ZONE) * sizeof(double)) / 64 * 64;
    const size_t size = g->bytes + 2 * g->beside;
    unsigned char *host = NEW(unsigned char, size, "guarded vector");
    memset(host, PATTERN, size);
    g->zone = device_alloc(size, 1, "guarded vector");
    device_put(g->zone, host, size);
    mem_free(host);
    g->v = (struct vector){format, n, g->zone + g->beside};
    return &g->v;
}

static void free_vectors(int first)
{
    while (vectors > first)
        device_free(guarded[--vectors].zone);
}

/* For watch.guards: restores zones that have changed. */
static const char *look_at_guards(void)
{
    const char *changed = NULL;
    for (int k = 0; k < vectors; k++)
        for (int behind = 0; behind < 2; behind++) {
            const struct guarded *g = &guarded[k];
            unsigned char *zone = g->zone + (behind ? g->beside + g->bytes : 0),
                          host[1024 + ZONE * sizeof(double)];
            size_t wrong = 0;
            device_get(host, zone, g->beside);
            for (size_t i = 0; i < g->beside; i++)
                wrong += host[i] != PATTERN;
            memset(host, PATTERN, g->beside);
            if (wrong == 0)
                continue;
            device_put(zone, host, g->beside);
            changed = behind ? "memory after a vector" : "memory before a vector";
        }
    return changed;
}

static void test_spmv(struct problem *p, int l, enum format v, enum format s,
                      struct seeded *random)
{
    const struct matrix *A = &p->h->level[l].A;
    const int only_matrices = s == I8; /* there are no vectors in this format */
    const enum format outer = only_matrices ? v : s;
    struct vector *x = new_vector(v, A->n, A->halo_n), *b = new_vector(v, A->n, 0),
                  *y = new_vector(v, A->n, 0), *u = new_vector(outer, A->n, 0),
                  *r = new_vector(outer, A->n, 0);
    const int any = vectors;
    for (int t = 0; t < TIMES; t++) {
        watch.nan = t % 2 == 0;
        fill(x, random);
        fill(b, random);
        fill(u, random);
        fill(r, random);
        spmv(A, x, new_vector(any_format(v, t), A->n, 0));
        residual(A, b, x, y);
        if (!only_matrices)
            correct_solution(A, -0.375, x, u, r);
        free_vectors(any);
    }
}

static void test_sweep(struct problem *p, int l, enum format v, enum format s,
                       struct seeded *random)
{
    struct level *level = &p->h->level[l];
    const int n = level->A.n, coarse_n = level->coarse_n;
    struct vector *r = new_vector(v, n, 0), *z = new_vector(v, n, level->A.halo_n),
                  *rc = new_vector(v, coarse_n, 0);
    const int any = vectors;
    (void)s;
    for (int t = 0; t < TIMES; t++) {
        watch.nan = t % 2 == 0;
        fill(r, random);
        sweep_zero_guess(&level->A, r, z);
        if (coarse_n == 0)
            continue;
        struct vector *zc = new_vector(any_format(v, t), coarse_n, 0),
                      *w = new_vector(any_format(v, t), n, 0);
        for (int product = 0; product < 2; product++) {
            fill(r, random); /* or a right result would be one of an earlier call */
            fill(zc, random);
            descend(level, r, z, rc);
            ascend(level, r, zc, z, product ? w : NULL);
        }
        free_vectors(any);
    }
}

static void test_jacobi(struct problem *p, int l, enum format v, enum format s,
                        struct seeded *random)
{
    const struct matrix *A = &p->h->level[l].A;
    struct vector *b = new_vector(v, A->n, 0), *x = new_vector(v, A->n, A->halo_n),
                  *y = new_vector(v, A->n, 0);
    (void)s;
    for (int t = 0; t < TIMES; t++) {
        watch.nan = t % 2 == 0;
        fill(b, random);
        fill(x, random);
        jacobi(A, 0.625, b, x, y);
        jacobi(A, 0.625, b, NULL, y);
    }
}

/* Products and residuals of the matrices besides the levels' matrices. */
static void test_transfer(struct problem *p, int l, enum format v, enum format s,
                          struct seeded *random)
{
    (void)l, (void)s;
    for (int k = 0; k < PRODUCTS; k++) {
        const struct matrix *A = &p->product[k];
        struct vector *x = new_vector(v, A->columns, A->halo_n),
                      *b = new_vector(v, A->n, 0), *r = new_vector(v, A->n, 0);
        const int any = vectors;
        for (int t = 0; t < TIMES; t++) {
            watch.nan = t % 2 == 0;
            fill(x, random);
            fill(b, random);
            spmv(A, x, new_vector(any_format(v, t), A->n, 0));
            residual(A, b, x, r);
            free_vectors(any);
        }
        free_vectors(0);
    }
}

/* Vectors of n entries. A is needed for its communicator and its scratch memory. */
static void update(const struct matrix *A, int n, enum format v, enum format s,
                   struct seeded *random)
{
    struct matrix sized = *A;
    struct vector *x = new_vector(v, n, 0), *y = new_vector(s, n, 0);
    sized.n = n;
    sized.partial = device_alloc((size_t)tiles(n), sizeof(double), "sums per tile");
    for (int t = 0; t < 2; t++) {
        watch.nan = t % 2 == 0;
        const double alpha = seeded_in(random, -1, 1);
        fill(x, random);
        vector_scale(alpha, x, y);
        fill(y, random);
        vector_axpy(alpha, y, x);
        vector_norm(&sized, x);
    }
    const int scaled = v == F64 && !watch.bytes; /* the squares leave the range: two passes */
    for (int e = -600; e <= 600 && scaled; e += 1200) {
        fill_to(x, ldexp(1, e), random);
        vector_norm(&sized, x);
    }
    device_free(sized.partial);
}

/* Next to multiples of a SIMD vector and of a tile. With watch.bytes: the level's rows. */
static void test_update(struct problem *p, int l, enum format v, enum format s,
                        struct seeded *random)
{
    static const int lengths[] = {1, 17, 1023, 1025, 2047, 3080};
    const struct matrix *A = &p->h->level[l].A;
    for (size_t k = 0; k < sizeof lengths / sizeof *lengths; k++)
        if (!watch.bytes && !format_is_integer(s)) {
            update(A, lengths[k], v, s, random);
            free_vectors(0);
        }
    if (watch.bytes && !format_is_integer(s))
        update(A, A->n, v, s, random);
}

static int on_cpu(void)
{
    return strcmp(device_get_info().backend, "cpu") == 0;
}

/* The gaps between the columns become NaN (in integers: -1), so that a row too many is
 * noticed. A thread of a device loads several rows at once and multiplies those in the gap
 * by zero: there the gaps remain zero. */
static void mark_gaps(struct basis *Q)
{
    const size_t bytes = format_bytes(Q->format),
                 gap = (Q->stride - (size_t)Q->n) * bytes;
    unsigned char *host = NEW(unsigned char, gap, "gap between columns");
    memset(host, PATTERN, gap);
    for (int j = 0; j < Q->count && on_cpu(); j++)
        device_put((char *)Q->data + ((size_t)j * Q->stride + (size_t)Q->n) * bytes,
                   host, gap);
    mem_free(host);
}

/* Stores w as a column: random values, zeros, one entry much larger than all others, and
 * small values. */
static void test_store(struct basis *Q, struct vector *w, struct seeded *random)
{
    const double size = w->format == F64 ? 1e300 : w->format == F16 ? 100 : 1e37;
    fill(w, random);
    basis_store(Q, 0, -1.0 / 3, w);
    vector_clear(w);
    basis_store(Q, 0, -1.0 / 3, w);
    if (!format_is_integer(Q->format))
        return; /* the others leave the range */
    fill(w, random);
    vector_set(w, w->n / 2, -size);
    basis_store(Q, 0, -1.0 / 3, w);
    for (int i = 0; i < w->n; i++)
        vector_set(w, i, seeded_in(random, -1, 1) / size);
    basis_store(Q, 0, -1.0 / 3, w);
}

static double norm_over_ranks(const struct vector *w)
{
    double sum = 0;
    for (int i = 0; i < w->n; i++)
        sum += vector_get(w, i) * vector_get(w, i);
    return sqrt(sum_of_ranks(sum));
}

/* w = nearly in the span of the first k columns of Q. */
static void fill_nearly(struct vector *w, const struct basis *Q, int k,
                        struct seeded *random)
{
    struct basis_copy C = basis_copy(Q, k);
    const double u = fmax(format_roundoff(w->format), format_roundoff(Q->format));
    for (int i = 0; i < w->n; i++) {
        double x = 64 * sqrt(u) * seeded_in(random, -1, 1);
        for (int j = 0; j < k; j++)
            x += (1 + j % 2) / Q->unit * column_entry(&C, j, i);
        vector_set(w, i, x);
    }
    basis_copy_free(&C);
}

/* The first `columns` columns become cosines, which are orthonormal except for rounding. */
static void store_cosines(struct basis *Q, int columns, struct vector *w, int ranks)
{
    double *x = NEW(double, (size_t)w->n, "cosines");
    watch.on = 0;
    for (int j = 0; j < columns; j++) {
        for (int i = 0; i < w->n; i++)
            x[i] = sqrt((j > 0 ? 2.0 : 1.0) / w->n / ranks) *
                   cos(acos(-1) * (i + 0.5) * j / w->n);
        vector_write(w, 0, w->n, x);
        basis_store(Q, j, 1, w);
    }
    watch.on = 1;
    mem_free(x);
}

/* Gram-Schmidt for vectors of n entries and up to `columns` columns. As in GMRES the vectors have
 * entries of order 1, and the basis is stored in units of 1 / sigma. If the columns are `built` one
 * after the other, every third vector is nearly in the span of those before it, so that one pass
 * leaves it far from orthogonal. Otherwise all but the last one are cosines. */
static void ortho(const struct problem *p, int n, int columns, int built,
                  enum scale_rule rule, enum format v, enum format s,
                  struct seeded *random)
{
    enum { SENTINEL = 7 };
    const int ranks = (int)sum_of_ranks(1);
    const double sigma = exp2(rint(log2(sqrt((double)n * ranks))));
    double h[MAX_RESTART + 1], t[MAX_RESTART];
    for (int kind = ORTHO_CGS2; kind <= ORTHO_CGS; kind++) {
        watch.nan = kind == ORTHO_CGS2;
        struct basis Q = basis_create(s, n, columns + 1, 1 / sigma, rule, p->h->comm);
        struct vector *w = new_vector(v, n, 0);
        Q.ortho = (struct ortho){(enum ortho_kind)kind, sqrt(0.5)};
        mark_gaps(&Q);
        if (built && !watch.bytes)
            test_store(&Q, w, random);
        if (built) {
            fill(w, random);
            basis_store(&Q, 0, 1 / norm_over_ranks(w), w);
        } else {
            store_cosines(&Q, columns, w, ranks);
        }
        for (int k = built ? 1 : columns; k <= columns; k++) {
            if (k % 3 == 0 && built)
                fill_nearly(w, &Q, k, random);
            else
                fill(w, random);
            h[k] = SENTINEL;
            orthonormalize(&Q, k, w, h);
            if (h[k] != SENTINEL)
                finding_test("orthonormalize writes more than %d coefficients", k);
        }
        for (int j = 0; j < columns; j++)
            t[j] = sigma * seeded_in(random, -1, 1);
        basis_combine(&Q, columns, t, w);
        fill(w, random);
        basis_append(&Q, columns, t, 2, w);
        free_vectors(0);
        basis_free(&Q);
    }
}

/* The entry counts are at and next to multiples of the tile, of the rows of a team of a
 * device and of the batch of columns. */
static void test_ortho(struct problem *p, int l, enum format v, enum format s,
                       struct seeded *random)
{
    enum { COLUMNS = 12, IN_BYTES = 6 };
    static const struct {
        int n, k;
    } shape[] = {{1, 0},    {5, 1},    {255, 1},  {511, 7},
                 {2047, 8}, {2049, 9}, {4099, 17}, {6151, 30}};
    const int narrow = format_bytes(v) < 4;
    if (watch.bytes) {
        ortho(p, p->h->level[l].A.n, IN_BYTES, 1, SCALE_BLOCKS, v, s, random);
        return;
    }
    for (int rule = SCALE_BLOCKS; rule <= (format_is_integer(s) ? SCALE_VECTOR : SCALE_BLOCKS); rule++)
        ortho(p, 5 * SCALE_BLOCK + 17, COLUMNS, 1, (enum scale_rule)rule, v, s, random);
    for (size_t k = 0; k < sizeof shape / sizeof *shape; k++)
        if (!narrow || shape[k].k < 2)
            ortho(p, shape[k].n, shape[k].k, 0, SCALE_BLOCKS, v, s, random);
    if (brief)
        return;
    if (s == v || s == I16)
        ortho(p, 1537, narrow ? 1 : MAX_RESTART, 0, SCALE_BLOCKS, v, s, random);
    if (s == F32 && v == F32 && !on_cpu()) /* a team has more than one batch of rows */
        ortho(p, (1 << 21) + 12345, 2, 0, SCALE_BLOCKS, v, s, random);
}

static const struct {
    const char *name;
    void (*test)(struct problem *, int, enum format, enum format, struct seeded *);
    int levels; /* on the first one, or on all */
} groups[] = {
    {"spmv", test_spmv, MAX_LEVELS},     {"sweep", test_sweep, MAX_LEVELS},
    {"transfer", test_transfer, 1},      {"jacobi", test_jacobi, MAX_LEVELS},
    {"update", test_update, 1},           {"ortho", test_ortho, 1}};

enum { GROUPS = sizeof groups / sizeof *groups };

const char *group_name(int g)
{
    return g < GROUPS ? groups[g].name : NULL;
}

int group_of_vectors(const char *group)
{
    return strcmp(group, "update") == 0 || strcmp(group, "ortho") == 0;
}

int group_test(const char *group, struct problem *p, enum format v, enum format s,
               struct seeded *random, int quick)
{
    int g = 0;
    brief = quick;
    while (g < GROUPS && strcmp(groups[g].name, group) != 0)
        g++;
    if (g == GROUPS)
        return 0;
    watch.guards = look_at_guards;
    for (int k = 0; k < PRODUCTS; k++)
        p->product[k].formats[v] = s;
    for (int l = 0; l < p->h->levels && l < groups[g].levels; l++) {
        p->h->level[l].A.formats[v] = s;
        groups[g].test(p, l, v, s, random);
        free_vectors(0);
        p->h->level[l].A.formats[v] = v;
    }
    for (int k = 0; k < PRODUCTS; k++)
        p->product[k].formats[v] = v;
    return 1;
}
