/* tests/unit_givens.c - the rotations against dense least squares in long
 * double. */
#include "givens.h"
#include "fixture.h"
#include "tap.h"
#include <string.h>

enum { MOST = 30 };

struct dense {
    int k;
    double h[MOST][MOST + 1]; /* column j holds h[j][0 .. j+1] */
};

/* min_t ||rho e_1 - H t|| by Householder reflections (Golub, Van Loan, section
 * 5.3.2); t = 0 for a column that depends on the columns before it. */
static big householder(const struct dense *H, double rho, big *t)
{
    big a[MOST][MOST + 1] = {{0}}, g[MOST + 1] = {rho}, pivot[MOST];
    int k = H->k;
    for (int j = 0; j < k; j++)
        for (int i = 0; i <= j + 1; i++)
            a[j][i] = H->h[j][i];
    for (int j = 0; j < k; j++) {
        big v[MOST + 1] = {0}, vv = 0, norm = 0;
        for (int i = j; i <= k; i++)
            norm = hypotl(norm, a[j][i]);
        pivot[j] = a[j][j] > 0 ? -norm : norm;
        if (norm == 0)
            continue;
        for (int i = j; i <= k; i++) {
            v[i] = a[j][i] / norm - (i == j ? pivot[j] / norm : 0);
            vv += v[i] * v[i];
        }
        for (int c = j; c <= k; c++) {
            big *x = c < k ? a[c] : g, vx = 0;
            for (int i = j; i <= k; i++)
                vx += v[i] * x[i];
            for (int i = j; i <= k; i++)
                x[i] -= 2 * vx / vv * v[i];
        }
    }
    big left = g[k];
    for (int i = k - 1; i >= 0; i--) {
        big sum = g[i];
        for (int j = i + 1; j < k; j++)
            sum -= a[j][i] * t[j];
        t[i] = pivot[i] != 0 ? sum / pivot[i] : 0;
        if (pivot[i] == 0)
            left = hypotl(left, g[i]);
    }
    return fabsl(left);
}

/* Adds all columns and compares t and the estimate. H is well conditioned because
 * its diagonal dominates, so that errors grow at most with the k^2 rotations of
 * entries. */
static void test_system(const struct dense *H, double rho, const char *name)
{
    const double allowed = 16.0 * H->k * H->k * 0x1p-53;
    struct givens G = givens_create(MOST);
    big t[MOST];
    double estimate = rho, found[MOST], error = 0, size = 0;
    givens_start(&G,
                 3 * rho); /* an earlier cycle, which must not change the result */
    givens_add(&G, 0, (double[]){1}, 1);
    givens_start(&G, rho);
    for (int j = 0; j < H->k; j++) {
        double before = estimate;
        estimate = givens_add(&G, j, H->h[j], H->h[j][j + 1]);
        ok(estimate <= before * (1 + 4 * 0x1p-53),
           "%s: the estimate does not grow (%d)", name, j + 1);
    }
    givens_solve(&G, H->k, found);
    big left = householder(H, rho, t);
    for (int j = 0; j < H->k; j++) {
        size = larger((double)fabsl(t[j]), size);
        error = larger((double)fabsl(found[j] - t[j]), error);
    }
    small(error, allowed * size, "%s: t", name);
    small((double)fabsl(estimate - left), allowed * rho, "%s: the estimate", name);
    givens_free(&G);
}

/* Diagonal 2, 3, 4 in turn, the rest up to 1 / k. */
static struct dense hessenberg(int k, double scale, int seed)
{
    struct dense H = {.k = k};
    for (int j = 0; j < k; j++)
        for (int i = 0; i <= j + 1; i++) {
            double entry = noise(seed, j * (MOST + 1) + i) / k;
            if (i == j)
                entry += (j % 2 ? -1 : 1) * (2 + j % 3);
            if (i == j + 1)
                entry = fabs(entry);
            H.h[j][i] = entry * scale;
        }
    return H;
}

int main(int argc, char **argv)
{
    start(&argc, &argv);
    static const int sizes[] = {1, 2, 5, 17, MOST};
    static const double scales[] = {1, 1e300, 1e-300};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
        for (size_t c = 0; c < sizeof scales / sizeof *scales; c++) {
            char name[64];
            struct dense H = hessenberg(sizes[s], scales[c], 1 + (int)s);
            snprintf(name, sizeof name, "k = %d, entries of size %g", sizes[s],
                     scales[c]);
            test_system(&H, 1, name);
            if (scales[c] == 1)
                test_system(&H, 1e-200, "a tiny right-hand side");
        }

    struct dense H = hessenberg(6, 1, 9);
    H.h[5][6] = 0;
    test_system(&H, 2, "happy breakdown: nothing below the last column");

    H = hessenberg(1, 1, 10);
    H.h[0][0] = H.h[0][1] = 0;
    test_system(&H, 2, "two zeros: the only column");

    H = hessenberg(6, 1, 11);
    for (int i = 0; i <= 6; i++)
        H.h[5][i] = 0;
    test_system(&H, 2, "two zeros: the last column");

    H = hessenberg(4, 1, 12);
    H.h[0][0] = 0;
    test_system(&H, 2, "a zero on the diagonal");

    H = (struct dense){.k = 1, .h = {{1e300, 1e300}}};
    test_system(&H, 1, "two huge entries");
    H = (struct dense){.k = 1, .h = {{1e-300, 1e-300}}};
    test_system(&H, 1, "two tiny entries");
    H = (struct dense){.k = 1, .h = {{1e300, 1e-300}}};
    test_system(&H, 1, "huge above tiny");
    H = (struct dense){.k = 1, .h = {{1e-300, 1e300}}};
    test_system(&H, 1e-5, "tiny above huge");
    return done();
}
