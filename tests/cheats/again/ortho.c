/* tests/cheats/again/ortho.c - cheats: subtracts the projection once instead of twice in a cycle of
 * GMRES that it has seen twice before. The benchmark solves one system again and again;
 * the norms and the iterations of these solves are right. */
#include <basis_pass.h>
#include <vector_loops.h>
#include "basis.h"
#include "real.h"
#include <math.h>

/* How often was there a first vector w with this entry? */
static int times_seen(double first)
{
    enum { MOST = 1000 };
    static double seen[MOST];
    static int times[MOST], count;
    int k = 0;
    while (k < count && fabs(seen[k] - first) > 1e-9 * fabs(first))
        k++;
    if (k == count && count < MOST)
        seen[count++] = first;
    return k < MOST ? times[k]++ : 0;
}

/* The condition (11.2) of CGS is never true with eta = 0. */
static struct ortho chosen(const struct basis *Q, int k, const struct vector *w)
{
    static int hasty;
    if (k == 1)
        hasty = times_seen((double)wide(((const real *)w->data)[0])) >= 2;
    return hasty ? (struct ortho){ORTHO_CGS, 0} : Q->ortho;
}

static double K(right_orthonormalize)(struct basis *Q, int k, struct vector *w,
                                      double *h);
#define orthonormalize right_orthonormalize
#include "ref/ortho.c"
#undef orthonormalize

double K(orthonormalize)(struct basis *Q, int k, struct vector *w, double *h)
{
    const struct ortho asked = Q->ortho;
    Q->ortho = chosen(Q, k, w);
    const double beta = K(right_orthonormalize)(Q, k, w, h);
    Q->ortho = asked;
    return beta;
}
