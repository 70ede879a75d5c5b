/* tests/unit/oracle_counts.c - iterations, norms and history of double GMRES, by the oracle alone.
 *
 * oracle_counts ORDER VALUES PX PY PZ NX NY NZ RESTART
 *
 * prints: iterations first last; then a line for each iteration, from 0: its number and the
 * residual relative to the first one. The orders first, middle and last are by color, with the
 * coarse points in this color.
 */
#include "oracle.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int find(const char *word, const char *const names[])
{
    int k = 0;
    while (names[k] && strcmp(word, names[k]) != 0)
        k++;
    return names[k] ? k : -1;
}

int main(int argc, char **argv)
{
    static const char *const orders[] = {"natural", "first", "middle", "last", NULL},
                             *const names[] = {"symmetric", "convection", "nonsymmetric", NULL};
    enum { LIMIT = 10000 };
    const int order = argc == 10 ? find(argv[1], orders) : -1,
              values = argc == 10 ? find(argv[2], names) : -1;
    if (order < 0 || values < 0) {
        fprintf(stderr, "usage: oracle_counts natural|first|middle|last "
                        "symmetric|convection|nonsymmetric PX PY PZ NX NY NZ RESTART\n");
        return 2;
    }
    int p[3], n[3];
    for (int d = 0; d < 3; d++) {
        p[d] = atoi(argv[3 + d]);
        n[d] = atoi(argv[6 + d]);
    }
    struct oracle A[ORACLE_LEVELS];
    oracle_create(A, p, n, (enum oracle_values)values, (enum oracle_order)order);
    big *x = calloc((size_t)A->n, sizeof *x), *b = calloc((size_t)A->n, sizeof *b),
        *history = calloc(LIMIT, sizeof *history);
    if (!x || !b || !history)
        return 3;
    for (int i = 0; i < A->n; i++)
        for (size_t e = A->first[i]; e < A->first[i + 1]; e++)
            b[i] += A->val[e];
    struct oracle_outcome o = oracle_gmres(A, b, x, atoi(argv[9]), 1e-9L, LIMIT / 2, history);
    printf("%d %.17Lg %.17Lg\n", o.iterations, o.first, o.last);
    for (int k = 0; k <= o.iterations; k++)
        printf("%d,%.17Lg\n", k, history[k]);
    free(x);
    free(b);
    free(history);
    oracle_free(A);
    return !o.converged;
}
