/* common/cbgmres/orthogonality.c - computes V'V - I, one new row in each step. */
#include "orthogonality.h"
#include "device.h"
#include "kernels.h"
#include "memory.h"
#include "kernel_macros.h"
#include <math.h>
#include <string.h>

/* Copies the stored column with index j from the device and converts it to f64. */
static void download_column(const struct basis *Q, int j, double *v)
{
    const size_t blocks = (size_t)scale_blocks(Q->n);
    const struct vector q = basis_column(Q, j);
    double *scale = NEW(double, blocks, "scales of a column");
    vector_read(&q, 0, Q->n, v);
    if (Q->scale)
        device_get(scale, Q->scale + (size_t)j * blocks, blocks * sizeof *scale);
    for (int i = 0; i < Q->n; i++)
        v[i] *= Q->scale ? scale[i / SCALE_BLOCK] : Q->unit;
    mem_free(scale);
}

/* Computes row k of V'V - I up to its diagonal: e_i = v_i'v_k - delta_ik, i = 0 ..
 * k. */
static void error_row(const struct orthogonality *O, const struct basis *Q, int k,
                      double *e)
{
    const size_t n = (size_t)Q->n;
    const double *vk = O->V + (size_t)k * n;
    for (int i = 0; i <= k; i++) {
        const double *vi = O->V + (size_t)i * n;
        double sum = 0;
        for (size_t row = 0; row < n; row++)
            sum += vi[row] * vk[row];
        e[i] = sum;
    }
    sum_over_ranks(e, k + 1, Q->comm);
    e[k] -= 1;
}

/* Returns the loss of the columns 0 .. k as they are stored now. If `final` is 1,
 * column k belongs to the basis from now on, and row_sum[] is updated. */
static double loss(struct orthogonality *O, const struct basis *Q, int k, int final)
{
    double *e = NEW(double, (size_t)k + 1, "row of V'V - I"), last = 0, most = 0;
    download_column(Q, k, O->V + (size_t)k * (size_t)Q->n);
    error_row(O, Q, k, e);
    for (int i = 0; i <= k; i++) {
        last += fabs(e[i]);
        double sum = i < k ? O->row_sum[i] + fabs(e[i]) : last;
        if (final)
            O->row_sum[i] = sum;
        most = sum > most ? sum : most;
    }
    mem_free(e);
    return most;
}

struct orthogonality orthogonality_create(enum format inner, int n, int restart,
                                          int most)
{
    size_t columns = (size_t)restart + 1;
    return (struct orthogonality){
        .V = NEW(double, (size_t)n *columns, "basis in f64"),
        .row_sum = NEW(double, columns, "row sums of V'V - I"),
        .w = vector_create(inner, n, 0, "new vector"),
        .before = NEW(double, (size_t)most, "loss of orthogonality"),
        .after = NEW(double, (size_t)most, "loss of orthogonality")};
}

void orthogonality_free(struct orthogonality *O)
{
    mem_free(O->V);
    mem_free(O->row_sum);
    vector_free(&O->w);
    mem_free(O->before);
    mem_free(O->after);
}

double orthogonality_monitor(struct orthogonality *O, struct basis *Q, int k,
                             struct vector *w, double *h)
{
    const struct ortho selected = Q->ortho;
    if (k == 1)
        loss(O, Q, 0, 1); /* a new cycle: V = (q_1) */
    vector_scale(1, w, &O->w);

    /* eta = 0: exactly one pass (11.2) */
    Q->ortho = (struct ortho){.kind = ORTHO_CGS};
    double beta = orthonormalize(Q, k, w, h);
    O->before[O->steps] = beta > 0 ? loss(O, Q, k, 0) : 0;

    Q->ortho = selected;
    vector_scale(1, &O->w, w);
    beta = orthonormalize(Q, k, w, h);
    O->after[O->steps++] = beta > 0 ? loss(O, Q, k, 1) : 0;
    return beta;
}
