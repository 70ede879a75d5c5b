/* tests/oracle_counts.c - iterations and norms of double GMRES, by the oracle
 * alone.
 *
 * oracle_counts natural|first|middle|last PX PY PZ NX NY NZ
 *
 * prints: iterations first last. The last three orders are by color, with the coarse
 * points in this color.
 */
#include "oracle.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv)
{
    if (argc != 8) {
        fprintf(stderr, "usage: oracle_counts natural|first|middle|last PX PY PZ "
                        "NX NY NZ\n");
        return 2;
    }
    static const char *const orders[] = {"natural", "first", "middle", "last"};
    int order = ORACLE_NATURAL;
    while (order < ORACLE_COARSE_LAST && strcmp(argv[1], orders[order]) != 0)
        order++;
    int p[3], n[3];
    for (int d = 0; d < 3; d++) {
        p[d] = atoi(argv[2 + d]);
        n[d] = atoi(argv[5 + d]);
    }
    struct oracle A[ORACLE_LEVELS];
    oracle_create(A, ORACLE_LEVELS, p, n, ORACLE_SYMMETRIC,
                  (enum oracle_order)order);
    big *x = calloc((size_t)A->n, sizeof *x), *b = calloc((size_t)A->n, sizeof *b);
    if (!x || !b)
        return 3;
    for (int i = 0; i < A->n; i++)
        b[i] = 27 - (big)(A->first[i + 1] - A->first[i]);
    struct oracle_outcome o = oracle_gmres(A, b, x, 30, 1e-9L, 10000, NULL);
    printf("%d %.17Lg %.17Lg\n", o.iterations, o.first, o.last);
    free(x);
    free(b);
    oracle_free(A);
    return !o.converged;
}
