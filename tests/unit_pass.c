/* tests/unit_pass.c - Gram-Schmidt over short and long vectors, few and many
 * columns.
 *
 * The columns are cosines, which are orthonormal except for rounding. The expected
 * result is computed in extended precision from the columns and the vector as they
 * are stored. The sizes are at and next to multiples of the tile, of the rows of a
 * team and of the batch of columns.
 *
 * Bound: a pass adds k products to each row and rounds it, (k + 4) roundoffs of |w|
 * + sum |h_j q_j|, whose norm is at most (1 + sqrt k) ||w||; twice for CGS2.
 */
#include "device.h"
#include "pairs.h"
#include "tap.h"
#include "kernel_macros.h"
#include <string.h>

struct shape {
    int n, k;
};

/* One pass: c = Q'w, w -= Q c, h += c. */
static void project(int n, int k, const double *q, big *w, big *h, big *c)
{
    for (int j = 0; j < k; j++) {
        c[j] = 0;
        for (int i = 0; i < n; i++)
            c[j] += (big)q[(size_t)j * (size_t)n + (size_t)i] * w[i];
        h[j] += c[j];
    }
    for (int j = 0; j < k; j++)
        for (int i = 0; i < n; i++)
            w[i] -= c[j] * (big)q[(size_t)j * (size_t)n + (size_t)i];
}

static void noise_into(struct vector *w, double *value, int seed)
{
    for (int i = 0; i < w->n; i++)
        value[i] = noise(seed, i);
    vector_write(w, 0, w->n, value);
    vector_read(w, 0, w->n, value);
}

/* Stores the cosines in Q and copies the stored values to q. */
static void fill(const struct pair *P, struct basis *Q, int k, struct vector *w,
                 double *value, double *q)
{
    const double pi = acos(-1);
    const int n = Q->n;
    for (int j = 0; j < k; j++) {
        for (int i = 0; i < n; i++)
            value[i] = sqrt((j > 0 ? 2.0 : 1.0) / n) * cos(pi * (i + 0.5) * j / n);
        vector_write(w, 0, n, value);
        P->kernel.basis_store(Q, j, 1, w);
    }
    struct columns_read C = columns_read(Q, k);
    for (int j = 0; j < k; j++)
        for (int i = 0; i < n; i++)
            q[(size_t)j * (size_t)n + (size_t)i] = column_entry(&C, j, i);
    basis_columns_free(&C);
}

enum { PAST = 3, SENTINEL = 7 };

/* Fills the gaps after the columns with NaN (in integers: with ones), and the
 * entries past the end of w with SENTINEL, so that a loop that is one row too long
 * changes them. A thread of a device loads several rows at once, and multiplies
 * those in the gap by zero: there the gaps remain as basis_create leaves them. */
static void mark_ends(const struct basis *Q, struct vector *w)
{
    unsigned char ones[PAST * sizeof(double)];
    const size_t size = format_bytes(Q->format);
    memset(ones, 0xff, sizeof ones);
    const int on_cpu = strcmp(device_get_info().backend, "cpu") == 0;
    for (int j = 0; on_cpu && j < Q->count; j++)
        device_put((char *)Q->data + ((size_t)j * Q->stride + (size_t)Q->n) * size,
                   ones, PAST * size);
    fixture_fill(w, w->n + PAST, SENTINEL);
}

static int end_unchanged(const struct vector *w)
{
    double past[PAST];
    vector_read(w, w->n, PAST, past);
    return past[0] == SENTINEL && past[1] == SENTINEL && past[2] == SENTINEL;
}

static double distance(const struct vector *w, const big *wanted, double *value)
{
    big squares = 0;
    vector_read(w, 0, w->n, value);
    for (int i = 0; i < w->n; i++)
        squares += ((big)value[i] - wanted[i]) * ((big)value[i] - wanted[i]);
    return (double)sqrtl(squares);
}

static double length(int n, const big *w)
{
    big squares = 0;
    for (int i = 0; i < n; i++)
        squares += w[i] * w[i];
    return (double)sqrtl(squares);
}

static void test_shape(const struct pair *P, struct shape s)
{
    const int n = s.n, k = s.k;
    const size_t rows = (size_t)n, count = (size_t)k;
    struct basis Q = basis_create(P->s, n, k + 1, exp2(-rint(log2(n) / 2)),
                                  SCALE_BLOCKS, MPI_COMM_SELF);
    struct vector w = vector_create(P->v, n, PAST, "w");
    double *value = NEW(double, rows, "w"),
           *q = NEW(double, rows *(count + 1), "Q"),
           *h = NEW(double, count + 1, "h");
    big *wanted = NEW(big, rows, "w"), *wanted_h = NEW(big, count + 1, "h"),
        *c = NEW(big, count + 1, "c");
    fill(P, &Q, k, &w, value, q);
    mark_ends(&Q, &w);
    int kept = 1;
    for (int way = 0; way < 2; way++) {
        static const char *const ways[] = {"cgs2", "cgs once"};
        char name[96];
        snprintf(name, sizeof name, "%s, n = %d, k = %d, %s", P->name, n, k,
                 ways[way]);
        Q.ortho = (struct ortho){.kind = way == 1 ? ORTHO_CGS : ORTHO_CGS2};
        noise_into(&w, value, 31 + way);
        for (int i = 0; i < n; i++)
            wanted[i] = value[i];
        memset(wanted_h, 0, (count + 1) * sizeof *wanted_h);
        const double norm = length(n, wanted), passes = way == 1 ? 1 : 2,
                     bound = passes * (k + 4) * (1 + sqrt(k)) *
                             larger(u_acc(P), u_v(P)) * norm;
        for (int pass = 0; pass < passes; pass++)
            project(n, k, q, wanted, wanted_h, c);
        h[k] = SENTINEL; /* only k coefficients are written */
        const double beta = P->kernel.orthonormalize(&Q, k, &w, h);
        double wrong = 0;
        for (int j = 0; j < k; j++)
            wrong = larger((double)fabsl((big)h[j] - wanted_h[j]), wrong);
        small(wrong, bound, "%s: h", name);
        small(distance(&w, wanted, value), bound, "%s: w - Q h", name);
        small(fabs(beta - length(n, wanted)), bound, "%s: its norm", name);
        kept &= end_unchanged(&w) && h[k] == SENTINEL;
    }
    for (int j = 0; j < k; j++)
        h[j] = noise(41, j);
    memset(wanted, 0, rows * sizeof *wanted);
    for (int j = 0; j < k; j++)
        for (size_t i = 0; i < rows; i++)
            wanted[i] += (big)h[j] * (big)q[(size_t)j * rows + i];
    P->kernel.basis_combine(&Q, k, h, &w);
    small(distance(&w, wanted, value),
          (k + 4) * larger(u_acc(P), u_v(P)) * k + sqrt(n) * fixture_least(P->v),
          "%s, n = %d, k = %d: Q t", P->name, n, k);
    ok(kept && end_unchanged(&w), "%s, n = %d, k = %d: entries past the end",
       P->name, n, k);
    arrays_free(c, wanted_h, wanted, h, q, value);
    vector_free(&w);
    basis_free(&Q);
}

int main(int argc, char **argv)
{
    start(&argc, &argv);
    static const struct shape shapes[] = {{1, 0},     {5, 1},    {255, 1},
                                          {511, 7},   {2047, 8}, {2049, 9},
                                          {4099, 17}, {6151, 30}};
    for (int p = 0; p < VECTOR_PAIRS; p++)
        for (size_t s = 0; s < sizeof shapes / sizeof *shapes; s++)
            if (vector_pairs[p].v == F64 || vector_pairs[p].v == F32 || shapes[s].k < 2)
                test_shape(&vector_pairs[p], shapes[s]);
    for (int p = 0; p < VECTOR_PAIRS; p++) {
        const int floats = vector_pairs[p].v == F32 && vector_pairs[p].s == F32;
        if (floats ||
            (vector_pairs[p].v == F64 && (vector_pairs[p].s == F64 || vector_pairs[p].s == I16)))
            test_shape(&vector_pairs[p], (struct shape){1537, MAX_RESTART});
        if (floats) /* on a device a team processes more than one batch of rows */
            test_shape(&vector_pairs[p], (struct shape){(1 << 21) + 12345, 2});
    }
    return done();
}
