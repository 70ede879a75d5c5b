/* tests/unit/oracle.c - matrix, sweep, V-cycle and GMRES from the equations of the
 * spec. */
#include "oracle.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static void *need(size_t count, size_t size)
{
    void *p = calloc(count ? count : 1, size);
    if (!p)
        abort();
    return p;
}

static void point(const struct oracle *A, int id, int at[3])
{
    at[0] = id % A->extent[0];
    at[1] = id / A->extent[0] % A->extent[1];
    at[2] = id / A->extent[0] / A->extent[1];
}

/* B^2 = (1+X)(1+Y)(1+Z) */
static big bump_squared(const struct oracle *A, const int at[3])
{
    big product = 1;
    for (int d = 0; d < 3; d++)
        if (A->extent[d] > 1)
            product *= 1 + (big)at[d] / (big)(A->extent[d] - 1);
    return product;
}

/* a_ij of two global ids; 0 where they are not neighbors. */
static big entry(const struct oracle *A, int i, int j)
{
    int from[3], to[3], step[3];
    point(A, i, from);
    point(A, j, to);
    for (int d = 0; d < 3; d++) {
        step[d] = to[d] - from[d];
        if (abs(step[d]) > 1)
            return 0;
    }
    if (A->values == ORACLE_NONSYMMETRIC) {
        big s = i == j ? 26 : 1;
        big d = step[1] == 0 && step[2] == 0 ? 5 * step[0] : 0;
        return s * sqrtl(bump_squared(A, from) * bump_squared(A, to)) + d;
    }
    if (i == j)
        return 26;
    if (A->values == ORACLE_CONVECTION && step[0] == 0 && step[1] == 0)
        return step[2] == -1 ? -1.5L : -0.5L;
    return -1;
}

int oracle_id(const struct oracle *A, int rank, int local)
{
    int p[2] = {A->extent[0] / A->box[0], A->extent[1] / A->box[1]};
    int x = rank % p[0] * A->box[0] + local % A->box[0];
    int y = rank / p[0] % p[1] * A->box[1] + local / A->box[0] % A->box[1];
    int z = rank / p[0] / p[1] * A->box[2] + local / A->box[0] / A->box[1];
    return (z * A->extent[1] + y) * A->extent[0] + x;
}

static int least(int a, int b)
{
    return a < b ? a : b;
}

static int most(int a, int b)
{
    return a > b ? a : b;
}

/* Finds the entries of the rows among the points at a distance of at most 1 in each
 * direction. */
static void fill(struct oracle *A)
{
    size_t e = 0;
    A->first = need((size_t)A->n + 1, sizeof *A->first);
    A->col = need(27 * (size_t)A->n, sizeof *A->col);
    A->val = need(27 * (size_t)A->n, sizeof *A->val);
    for (int i = 0; i < A->n; i++) {
        int at[3];
        point(A, i, at);
        for (int z = most(at[2] - 1, 0); z <= least(at[2] + 1, A->extent[2] - 1);
             z++)
            for (int y = most(at[1] - 1, 0);
                 y <= least(at[1] + 1, A->extent[1] - 1); y++)
                for (int x = most(at[0] - 1, 0);
                     x <= least(at[0] + 1, A->extent[0] - 1); x++) {
                    A->col[e] = (z * A->extent[1] + y) * A->extent[0] + x;
                    A->val[e] = entry(A, i, A->col[e]);
                    e++;
                }
        A->first[i + 1] = e;
    }
}

static int parity_class(const struct oracle *A, int local)
{
    int x = local % A->box[0], y = local / A->box[0] % A->box[1],
        z = local / A->box[0] / A->box[1];
    return x % 2 + 2 * (y % 2) + 4 * (z % 2);
}

/* The parity class that is swept at this position. */
static int class_at(enum oracle_order order, int position)
{
    const int coarse = order == ORACLE_COARSE_FIRST    ? 0
                       : order == ORACLE_COARSE_MIDDLE ? 4
                                                       : 7;
    if (position == coarse)
        return 0;
    return position < coarse ? position + 1 : position;
}

static void deal(struct oracle *A, enum oracle_order order)
{
    const int by_color = order != ORACLE_NATURAL;
    int rows = A->box[0] * A->box[1] * A->box[2], turn = 0;
    A->owner = need((size_t)A->n, sizeof *A->owner);
    A->turn = need((size_t)A->n, sizeof *A->turn);
    for (int rank = 0; rank < A->n / rows; rank++)
        for (int color = 0; color < (by_color ? 8 : 1); color++)
            for (int local = 0; local < rows; local++) {
                if (by_color && parity_class(A, local) != class_at(order, color))
                    continue;
                A->owner[oracle_id(A, rank, local)] = rank;
                A->turn[turn++] = oracle_id(A, rank, local);
            }
}

void oracle_create(struct oracle A[ORACLE_LEVELS], const int p[3], const int n[3],
                   enum oracle_values values, enum oracle_order order)
{
    memset(A, 0, ORACLE_LEVELS * sizeof *A);
    for (int l = 0; l < ORACLE_LEVELS; l++) {
        struct oracle *L = &A[l];
        *L = (struct oracle){.values = values, .n = 1};
        for (int d = 0; d < 3; d++) {
            L->box[d] = n[d] >> l;
            L->extent[d] = p[d] * L->box[d];
            L->n *= L->extent[d];
        }
        fill(L);
        deal(L, order);
        if (l == 0)
            continue;
        A[l - 1].coarse_n = L->n;
        A[l - 1].fine = need((size_t)L->n, sizeof(int));
        for (int i = 0; i < L->n; i++) {
            int at[3];
            point(L, i, at);
            A[l - 1].fine[i] =
                (2 * at[2] * A[l - 1].extent[1] + 2 * at[1]) * A[l - 1].extent[0] +
                2 * at[0];
        }
    }
}

void oracle_free(struct oracle A[ORACLE_LEVELS])
{
    for (int l = 0; l < ORACLE_LEVELS; l++) {
        free(A[l].first);
        free(A[l].col);
        free(A[l].val);
        free(A[l].owner);
        free(A[l].turn);
        free(A[l].fine);
    }
}

/* y = A x */
static void multiply(const struct oracle *A, const big *x, big *y)
{
    for (int i = 0; i < A->n; i++) {
        y[i] = 0;
        for (size_t e = A->first[i]; e < A->first[i + 1]; e++)
            y[i] += A->val[e] * x[A->col[e]];
    }
}

/* One sweep for A z = r with the halo values from before the sweep. */
static void sweep(const struct oracle *A, const big *r, big *z)
{
    big *before = need((size_t)A->n, sizeof(big));
    memcpy(before, z, (size_t)A->n * sizeof(big));
    for (int t = 0; t < A->n; t++) {
        int i = A->turn[t];
        big sum = r[i], diagonal = 0;
        for (size_t e = A->first[i]; e < A->first[i + 1]; e++) {
            int j = A->col[e];
            if (j == i)
                diagonal = A->val[e];
            else
                sum -= A->val[e] * (A->owner[j] == A->owner[i] ? z[j] : before[j]);
        }
        z[i] = sum / diagonal;
    }
    free(before);
}

void oracle_vcycle(const struct oracle A[ORACLE_LEVELS], int l, const big *r,
                   big *z)
{
    const struct oracle *L = &A[l];
    for (int i = 0; i < L->n; i++)
        z[i] = 0;
    sweep(L, r, z);
    if (L->coarse_n == 0)
        return;
    big *product = need((size_t)L->n, sizeof(big));
    big *rc = need((size_t)L->coarse_n, sizeof(big));
    big *zc = need((size_t)L->coarse_n, sizeof(big));
    multiply(L, z, product);
    for (int c = 0; c < L->coarse_n; c++)
        rc[c] = r[L->fine[c]] - product[L->fine[c]];
    oracle_vcycle(A, l + 1, rc, zc);
    for (int c = 0; c < L->coarse_n; c++)
        z[L->fine[c]] += zc[c];
    sweep(L, r, z);
    free(product);
    free(rc);
    free(zc);
}

static big dot(int n, const big *x, const big *y)
{
    big sum = 0;
    for (int i = 0; i < n; i++)
        sum += x[i] * y[i];
    return sum;
}

static big norm_of(int n, const big *x)
{
    return sqrtl(dot(n, x, x));
}

/* r = b - A x, and its norm */
static big subtract(const struct oracle *A, const big *b, const big *x, big *r)
{
    multiply(A, x, r);
    for (int i = 0; i < A->n; i++)
        r[i] = b[i] - r[i];
    return norm_of(A->n, r);
}

/* min ||g - H t|| for an upper Hessenberg matrix H of (k+1) x k entries, stored by
 * columns m+1 entries apart. Overwrites H and g; returns the norm. */
static big least_squares(int k, int m, big *H, big *g, big *t)
{
    for (int j = 0; j < k; j++) {
        big a = H[j * (m + 1) + j], b = H[j * (m + 1) + j + 1], r = hypotl(a, b);
        for (int c = j; c < k; c++) {
            big *h = &H[c * (m + 1) + j], up = h[0], down = h[1];
            h[0] = (a * up + b * down) / r;
            h[1] = (a * down - b * up) / r;
        }
        big up = g[j], down = g[j + 1];
        g[j] = (a * up + b * down) / r;
        g[j + 1] = (a * down - b * up) / r;
    }
    for (int i = k - 1; i >= 0; i--) {
        t[i] = g[i];
        for (int j = i + 1; j < k; j++)
            t[i] -= H[j * (m + 1) + i] * t[j];
        t[i] /= H[i * (m + 1) + i];
    }
    return fabsl(g[k]);
}

/* Solves the least-squares problem of the first k columns from the start. */
static big estimate(int k, int m, const big *H, big rho, big *t)
{
    size_t count = (size_t)(m + 1) * (size_t)m;
    big *copy = need(count, sizeof(big)), *g = need((size_t)m + 1, sizeof(big));
    memcpy(copy, H, count * sizeof(big));
    g[0] = rho;
    big norm = least_squares(k, m, copy, g, t);
    free(copy);
    free(g);
    return norm;
}

/* Orthogonalizes w against q_0 .. q_{k-1} by modified Gram-Schmidt, twice; h
 * receives the coefficients. */
static void orthogonalize(int n, int k, const big *Q, big *w, big *h)
{
    for (int pass = 0; pass < 2; pass++)
        for (int j = 0; j < k; j++) {
            const big *q = Q + (size_t)j * (size_t)n;
            big c = dot(n, q, w);
            h[j] += c;
            for (int i = 0; i < n; i++)
                w[i] -= c * q[i];
        }
}

struct oracle_outcome oracle_gmres(const struct oracle A[ORACLE_LEVELS],
                                   const big *b, big *x, int m, big tolerance,
                                   int limit, big *history)
{
    const size_t n = (size_t)A->n;
    big *r = need(n, sizeof(big)), *z = need(n, sizeof(big));
    big *Q = need(n * ((size_t)m + 1), sizeof(big)),
        *t = need((size_t)m, sizeof(big));
    big *H = need(((size_t)m + 1) * (size_t)m, sizeof(big));
    struct oracle_outcome o = {0};
    o.first = o.last = subtract(A, b, x, r);
    history[0] = 1;
    while (o.last > tolerance * o.first && o.iterations <= limit) {
        big rho = o.last;
        int k = 0;
        memset(H, 0, ((size_t)m + 1) * (size_t)m * sizeof(big));
        for (size_t i = 0; i < n; i++)
            Q[i] = r[i] / o.last;
        while (k < m && rho > tolerance * o.first) {
            big *h = H + (size_t)k * ((size_t)m + 1), *w = Q + ((size_t)k + 1) * n;
            oracle_vcycle(A, 0, Q + (size_t)k * n, z);
            multiply(A, z, w);
            k++;
            orthogonalize(A->n, k, Q, w, h);
            h[k] = norm_of(A->n, w);
            for (size_t i = 0; i < n; i++)
                w[i] /= h[k];
            rho = estimate(k, m, H, o.last, t);
            o.iterations++;
            history[o.iterations] = rho / o.first;
        }
        for (size_t i = 0; i < n; i++) {
            r[i] = 0;
            for (int j = 0; j < k; j++)
                r[i] += Q[(size_t)j * n + i] * t[j];
        }
        oracle_vcycle(A, 0, r, z);
        for (size_t i = 0; i < n; i++)
            x[i] += z[i];
        o.last = subtract(A, b, x, r);
    }
    o.converged = o.last <= tolerance * o.first;
    free(r);
    free(z);
    free(Q);
    free(t);
    free(H);
    return o;
}
