/* common/program/suggest.c - the distance between two words (suggest.h).
 *
 * d(i, j), the distance of the first i letters of a from the first j letters of b,
 * is the minimum of
 *
 *   d(i-1, j) + 1, d(i, j-1) + 1        a letter removed or inserted
 *   d(i-1, j-1) + (a_i != b_j)          a letter replaced
 *   d(i-2, j-2) + 1                     if a_i a_{i-1} = b_{j-1} b_j: exchanged
 *
 * (Damerau, Communications of the ACM 7, 1964).
 */
#include "suggest.h"
#include <string.h>

enum { MOST_LETTERS = 40 }; /* longer words are not compared */

static int least(int a, int b)
{
    return a < b ? a : b;
}

static int distance(const char *a, int m, const char *b, int n)
{
    int d[MOST_LETTERS + 1][MOST_LETTERS + 1];
    for (int i = 0; i <= m; i++)
        for (int j = 0; j <= n; j++) {
            if (i == 0 || j == 0) {
                d[i][j] = i + j;
                continue;
            }
            d[i][j] = least(least(d[i - 1][j], d[i][j - 1]) + 1,
                            d[i - 1][j - 1] + (a[i - 1] != b[j - 1]));
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                d[i][j] = least(d[i][j], d[i - 2][j - 2] + 1);
        }
    return d[m][n];
}

void suggest(struct suggestion *s, const char *candidate)
{
    const int n = (int)strlen(candidate);
    if (s->length > MOST_LETTERS || n > MOST_LETTERS)
        return;
    const int d = distance(s->text, s->length, candidate, n);
    /* one mistake in three letters is still near */
    if (3 * d <= s->length + 2 && d < s->length && (!s->best || d < s->distance)) {
        s->best = candidate;
        s->distance = d;
    }
}
