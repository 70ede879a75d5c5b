/* tests/unit/unit_givens.c - the rotations solve the least-squares problem. */
#include "givens.h"
#include "numbers.h"
#include "tap.h"

enum { MOST = 30 };

struct dense {
    int k;
    double h[MOST][MOST + 1]; /* column j holds h[j][0 .. j+1] */
};

/* Adds all columns. The estimate never grows and is the norm of r = rho e_1 - H t, and t
 * is the minimum: r is orthogonal to the columns of H (Golub, Van Loan, section 5.3). H
 * is well conditioned because its diagonal dominates, so that errors grow at most with
 * the k^2 rotations of entries. */
static void test_system(const struct dense *H, double rho, const char *name)
{
    const double allowed = 16.0 * H->k * H->k * 0x1p-53;
    struct givens G = givens_create(MOST);
    double estimate = rho, t[MOST], error = 0;
    givens_start(&G,
                 3 * rho); /* an earlier cycle, which must not change the result */
    givens_add(&G, 0, (double[]){1}, 1);
    givens_start(&G, rho);
    int falls = 1;
    for (int j = 0; j < H->k; j++) {
        const double before = estimate;
        estimate = givens_add(&G, j, H->h[j], H->h[j][j + 1]);
        falls &= estimate <= before * (1 + 4 * 0x1p-53);
    }
    ok(falls, "%s: the estimate does not grow", name);
    givens_solve(&G, H->k, t);
    big r[MOST + 1] = {rho}, norm = 0;
    for (int j = 0; j < H->k; j++)
        for (int i = 0; i <= j + 1; i++)
            r[i] -= (big)H->h[j][i] * t[j];
    for (int i = 0; i <= H->k; i++)
        norm = hypotl(norm, r[i]);
    for (int j = 0; j < H->k; j++) {
        big dot = 0, length = 0;
        for (int i = 0; i <= j + 1; i++) {
            dot += H->h[j][i] * r[i];
            length = hypotl(length, H->h[j][i]);
        }
        error =
            larger(length > 0 ? (double)(fabsl(dot) / length) : fabs(t[j]), error);
    }
    small(error, allowed * rho, "%s: the residual is orthogonal to H", name);
    small((double)fabsl(estimate - norm), allowed * rho, "%s: its norm", name);
    givens_free(&G);
}

/* Diagonal 2, 3, 4, 2, ..., the rest up to 1 / k. */
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

    H = (struct dense){.k = 1, .h = {{1e300, 1e-300}}};
    test_system(&H, 1, "huge above tiny");
    H = (struct dense){.k = 1, .h = {{1e-300, 1e300}}};
    test_system(&H, 1e-5, "tiny above huge");
    return done();
}
