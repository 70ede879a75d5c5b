/* common/solver/orthogonality.c - measures V'V - I as the basis grows. */
#include "orthogonality.h"
#include "device.h"
#include "kernels.h"
#include "memory.h"
#include "words.h"
#include <math.h>
#include <string.h>

/* Column j as it is stored, in double. */
static void fetch_column(const struct basis *Q, int j, double *v)
{
    size_t n = (size_t)Q->n, blocks = (size_t)scale_blocks(Q->n);
    struct vector q = basis_column(Q, j);
    char *stored = mem_alloc(n, format_bytes(Q->format), "a column");
    double *scale = NEW(double, blocks, "its scales");
    device_get(stored, q.at, n * format_bytes(Q->format));
    if (Q->scale)
        device_get(scale, Q->scale + (size_t)j * blocks, blocks * sizeof *scale);
    for (size_t i = 0; i < n; i++)
        v[i] = format_get(Q->format, stored, i) *
               (Q->scale ? scale[i / SCALE_BLOCK] : Q->unit);
    mem_free(stored);
    mem_free(scale);
}

/* g_i = v_i'v_k - delta_ik for i = 0 .. k. */
static void new_row(const struct orthogonality *O, const struct basis *Q, int k,
                    double *g)
{
    const size_t n = (size_t)Q->n;
    const double *vk = O->V + (size_t)k * n;
    for (int i = 0; i <= k; i++) {
        const double *vi = O->V + (size_t)i * n;
        double sum = 0;
        for (size_t row = 0; row < n; row++)
            sum += vi[row] * vk[row];
        g[i] = sum;
    }
    sum_over_ranks(g, k + 1, Q->comm);
    g[k] -= 1;
}

/* The loss with column k as it is stored now; its row into row[] if it is there to stay. */
static double loss(struct orthogonality *O, const struct basis *Q, int k, int stays)
{
    double *g = NEW(double, (size_t)k + 1, "products of columns"), last = 0, most = 0;
    fetch_column(Q, k, O->V + (size_t)k * (size_t)Q->n);
    new_row(O, Q, k, g);
    for (int i = 0; i <= k; i++) {
        last += fabs(g[i]);
        double sum = i < k ? O->row[i] + fabs(g[i]) : last;
        if (stays)
            O->row[i] = sum;
        most = sum > most ? sum : most;
    }
    mem_free(g);
    return most;
}

struct orthogonality orthogonality_create(enum format inner, int n, int restart, int most)
{
    size_t columns = (size_t)restart + 1;
    return (struct orthogonality){
        .V = NEW(double, (size_t)n *columns, "basis in double"),
        .row = NEW(double, columns, "rows of V'V - I"),
        .w = vector_create(inner, n, 0, "new vector"),
        .before = NEW(double, (size_t)most, "loss of orthogonality"),
        .after = NEW(double, (size_t)most, "loss of orthogonality")};
}

void orthogonality_free(struct orthogonality *O)
{
    mem_free(O->V);
    mem_free(O->row);
    vector_free(&O->w);
    mem_free(O->before);
    mem_free(O->after);
}

double orthogonality_watch(struct orthogonality *O, struct basis *Q, int k,
                           struct vector *w, double *h)
{
    const struct ortho usual = Q->ortho;
    if (k == 1)
        loss(O, Q, 0, 1);
    vector_scale(1, w, &O->w);
    Q->ortho = (struct ortho){ORTHO_CGS, 0}; /* no fall is too deep: one pass */
    double beta = orthonormalize(Q, k, w, h);
    O->before[O->steps] = beta > 0 ? loss(O, Q, k, 0) : 0;
    Q->ortho = usual;
    vector_scale(1, &O->w, w);
    beta = orthonormalize(Q, k, w, h);
    O->after[O->steps++] = beta > 0 ? loss(O, Q, k, 1) : 0;
    return beta;
}
