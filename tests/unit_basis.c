/* tests/unit_basis.c - the Krylov basis in every pair of formats, integers with
 * scales.
 *
 * A stored entry differs from the exact one by at most column_error. All other
 * properties are tested with the columns as they are stored: V'V = I and w = Q h +
 * beta q. unit_pass tests y = Q t. The unit roundoffs are those of pairs.h.
 */
#include "pairs.h"
#include "tap.h"
#include "kernel_macros.h"

/* max over all pairs of columns 0 .. k of |q_i'q_j - delta_ij|, over all ranks. */
static double loss_of_orthogonality(const struct basis *Q, int k)
{
    double worst = 0;
    struct columns_read C = columns_read(Q, k + 1);
    for (int i = 0; i <= k; i++)
        for (int j = 0; j <= i; j++) {
            big sum = 0;
            for (int row = 0; row < Q->n; row++)
                sum +=
                    (big)column_entry(&C, i, row) * (big)column_entry(&C, j, row);
            double dot = (double)sum;
            dot = over_ranks(dot, MPI_SUM);
            worst = larger(fabs(dot - (i == j)), worst);
        }
    basis_columns_free(&C);
    return worst;
}

/* The largest 2-norm of the storage errors of a column. */
static double storage(const struct basis *Q, int k)
{
    double worst = 0;
    struct columns_read C = columns_read(Q, k + 1);
    for (int j = 0; j <= k; j++) {
        double squares = 0;
        for (int row = 0; row < Q->n; row++)
            squares += column_error(&C, j, row) * column_error(&C, j, row);
        squares = over_ranks(squares, MPI_SUM);
        worst = larger(sqrt(squares), worst);
    }
    basis_columns_free(&C);
    return worst;
}

/* |w - (Q t)_row| divided by its bound, where t has k entries: `roundoffs` times
 * the sum of the magnitudes, plus `least`. */
static double misfit(const struct columns_read *Q, int k, const double *t, int row,
                     double w, double roundoffs, double least)
{
    big sum = -(big)w, size = fabs(w);
    for (int j = 0; j < k; j++) {
        big term = (big)column_entry(Q, j, row) * (big)t[j];
        sum += term;
        size += fabsl(term);
    }
    return (double)(fabsl(sum) / (roundoffs * size + least));
}

static double power_of_two_near(double x)
{
    return exp2(rint(log2(x)));
}

/* MOST vectors, of which every third nearly lies in the span of the vectors before
 * it. One pass of Gram-Schmidt would leave it far from orthogonal, so that cgs must
 * repeat the pass. As in GMRES the vectors are sigma times unit vectors, with entries of
 * order 1, and the basis is stored in units of 1 / sigma. */
static void test_orthonormalize(const struct fixture *F, const struct pair *P,
                                enum scale_rule rule, enum ortho_kind kind)
{
    static const char *const kinds[] = {"cgs2", "cgs"};
    char name[64];
    snprintf(name, sizeof name, "%s, rule %d, %s", P->name, (int)rule, kinds[kind]);
    enum { MOST = 12 };
    const struct matrix *A = &F->h->level[0].A;
    const double sigma = power_of_two_near(sqrt(F->A[0].n)),
                 nearly = 64 * sqrt(larger(u_v(P), u_s(P)));
    struct basis Q =
        basis_create(P->s, A->n, MOST + 1, 1 / sigma, rule, F->h->comm);
    Q.ortho = (struct ortho){kind, sqrt(0.5)};
    struct vector w = fixture_vector(F, 0, P->v);
    double *before = NEW(double, (size_t)A->n, "w");
    struct columns_read C;
    big *W = whole_create(F, 0);
    for (int j = MOST; j >= 0;
         j--) { /* later columns are not 0, as after a restart */
        fixture_noise(F, 0, j > 0 ? 200 + j : 100, &w, W);
        P->kernel.basis_store(&Q, j, 1 / (double)oracle_norm(F->A[0].n, W), &w);
    }

    const double times = kind == ORTHO_CGS ? 3 : 2;
    double h[MOST + 1], span = 0;
    int reorthogonalizations = 0;
    for (int k = 1; k <= MOST; k++) {
        fixture_noise(F, 0, 100 + k, &w, W);
        vector_read(&w, 0, A->n, before);
        if (k % 3 == 0) {
            C = columns_read(&Q, k);
            for (int i = 0; i < A->n; i++) {
                before[i] *= nearly * sigma / sqrt(F->A[0].n);
                for (int j = 0; j < k; j++)
                    before[i] += (1 + j % 2) * sigma * column_entry(&C, j, i);
            }
            basis_columns_free(&C);
            vector_write(&w, 0, A->n, before);
            vector_read(&w, 0, A->n, before); /* rounded */
        }
        h[k] = P->kernel.orthonormalize(&Q, k, &w, h);
        reorthogonalizations += Q.projections - 1;
        /* Each of the two passes has k terms. It rounds w once, or once for each
         * batch of four columns. Then q_k is rounded. */
        C = columns_read(&Q, k + 1);
        for (int i = 0; i < A->n; i++)
            span = larger(
                misfit(&C, k + 1, h, i, before[i],
                       4 * (MOST + 1) * u_acc(P) + (times + k / 4) * u_v(P),
                       h[k] * column_error(&C, k, i) + times * fixture_least(P->v)),
                span);
        basis_columns_free(&C);
    }
    small(span, 1, "%s: w = Q h + beta q", name);
    small(loss_of_orthogonality(&Q, MOST),
          4 * (MOST + 2) * larger(u_v(P), storage(&Q, MOST)),
          "%s: columns are orthonormal", name);
    if (kind == ORTHO_CGS)
        ok(reorthogonalizations >= MOST / 3 && reorthogonalizations <= 2 * MOST,
           "%s: %d reorthogonalizations", name, reorthogonalizations);

    arrays_free(before, W);
    vector_free(&w);
    basis_free(&Q);
}

/* cgs: a vector whose norm decreases in every pass is regarded as an element of the
 * span. */
static void test_span(const struct fixture *F)
{
    const struct matrix *A = &F->h->level[0].A;
    struct basis Q = basis_create(F64, A->n, 3, 1, SCALE_BLOCKS, F->h->comm);
    struct vector w = vector_create(F64, A->n, 0, "w");
    double h[3];
    fixture_fill(&w, A->n, 1);
    basis_store(&Q, 0, 1 / vector_norm(A, &w), &w);
    Q.ortho = (struct ortho){.kind = ORTHO_CGS, .eta = 1};
    for (int i = 0; i < A->n;
         i++) /* orthogonal to q_0: the norm hardly decreases */
        vector_set(&w, i, i % 2 ? 1 : -1);
    /* n terms each in h and in ||w||^2 */
    const double roundings = 2 * (double)A->global_rows * 0x1p-53;
    double norm = vector_norm(A, &w), beta = orthonormalize(&Q, 1, &w, h);
    small(fabs(beta - norm), roundings * norm,
          "an orthogonal vector keeps its norm");
    for (int i = 0; i < A->n; i++) /* q_0 itself, except for one rounding error */
        vector_set(&w, i, 1 + (i == 0) * 0x1p-52);
    beta = orthonormalize(&Q, 1, &w, h);
    small(beta, roundings * norm,
          "the norm of a vector in the span falls in every pass: 0 is returned");
    Q.ortho.eta = 2; /* no pass decreases the norm sufficiently */
    for (int i = 0; i < A->n; i++)
        vector_set(&w, i, i % 2 ? 1 : -1);
    ok(orthonormalize(&Q, 1, &w, h) == 0, "after the last pass 0 is returned");
    Q.ortho.eta = 0;
    for (int i = 0; i < A->n; i++)
        vector_set(&w, i, 1 + i % 3 * 0x1p-20);
    orthonormalize(&Q, 1, &w, h);
    ok(Q.projections == 1, "eta 0: no reorthogonalization");
    Q.ortho.eta =
        sqrt(0.5); /* a short vector near q_0: one pass divides it by 2^10 */
    for (int i = 0; i < A->n; i++)
        vector_set(&w, i, ldexp(1 + ldexp(i % 2 ? 1 : -1, -10), -30));
    orthonormalize(&Q, 1, &w, h);
    ok(Q.projections == 2, "a short vector: one reorthogonalization");
    vector_free(&w);
    basis_free(&Q);
}

/* Column j against alpha w: the error of each entry is at most column_error.
 * Integers use the whole range in each block that is not zero (or in the column, if
 * it has one scale). */
static void test_stored(const struct basis *Q, int j, double alpha,
                        const struct vector *w, const char *name)
{
    struct columns_read C = columns_read(Q, j + 1);
    const double *q = C.number + (size_t)j * (size_t)Q->n;
    double *host = fixture_read(w);
    const int integer = format_is_integer(Q->format),
              group = Q->rule == SCALE_VECTOR ? Q->n : SCALE_BLOCK;
    const double largest = basis_largest(Q->format);
    double error = 0;
    int full = 1;
    for (int first = 0; first < Q->n; first += group) {
        double most = 0, most_w = 0;
        for (int i = first; i < first + group && i < Q->n; i++) {
            double wrong = fabs(column_entry(&C, j, i) - alpha * host[i]);
            error = larger(wrong == 0 ? 0 : wrong / column_error(&C, j, i), error);
            most = larger(fabs(q[i]), most);
            most_w = larger(fabs(host[i]), most_w);
        }
        full &= most == (most_w > 0 ? largest : 0);
    }
    small(error, 1, "%s: every entry", name);
    int one = 1;
    for (int i = 0; integer && Q->rule == SCALE_VECTOR && i < Q->n;
         i += SCALE_BLOCK)
        one &= column_scale_at(&C, j, i) == column_scale_at(&C, j, 0);
    ok(one, "%s: the column has as many scales as the rule says", name);
    if (integer)
        ok(full, "%s: integers use their whole range and no more", name);
    mem_free(host);
    basis_columns_free(&C);
}

static void test_store(const struct pair *P, enum scale_rule rule)
{
    enum { N = 5 * SCALE_BLOCK + 17, J = 2 };
    const int integer = format_is_integer(P->s);
    const double alpha = -1.0 / 3, huge = P->v == F64 ? 1e300 : 1e37,
                 tiny = P->v == F64 ? 1e-300 : 1e-37;
    struct basis Q = basis_create(P->s, N, J + 2, 1.0 / 32, rule, MPI_COMM_WORLD);
    struct vector w = vector_create(P->v, N, 0, "w"),
                  next = basis_column(&Q, J + 1);
    char name[128];
    for (int what = 0; what < (integer ? 4 : 2); what++) {
        static const char *const whats[] = {"noise", "zero", "one huge entry",
                                            "tiny"};
        double host[N];
        for (int i = 0; i < N; i++)
            host[i] = what == 1 ? 0 : noise(21, i) * (what == 3 ? tiny : 1);
        if (what == 2)
            host[2 * SCALE_BLOCK + 3] = -huge;
        vector_write(&w, 0, N, host);
        P->kernel.basis_store(&Q, J, alpha, &w);
        snprintf(name, sizeof name, "%s, a scale for %s, %s", P->name,
                 rule == SCALE_VECTOR ? "the column" : "each block", whats[what]);
        test_stored(&Q, J, alpha, &w, name);
    }
    double beyond = 0;
    for (int i = 0; i < N; i++)
        beyond += fabs(vector_get(&next, i));
    small(beyond, 0, "%s: the next column does not change", name);
    vector_free(&w);
    basis_free(&Q);
}

int main(int argc, char **argv)
{
    start(&argc, &argv);
    for (int k = 0; k < VECTOR_PAIRS; k++)
        for (int rule = SCALE_BLOCKS; rule <= SCALE_VECTOR; rule++)
            test_store(&vector_pairs[k], (enum scale_rule)rule);
    struct fixture F =
        fixture_create((int[3]){8, 16, 24}, STENCIL_SYMMETRIC, ORDER_NATURAL);
    for (int k = 0; k < VECTOR_PAIRS; k++)
        for (int rule = SCALE_BLOCKS; rule <= SCALE_VECTOR; rule++)
            for (int kind = ORTHO_CGS2; kind <= ORTHO_CGS; kind++)
                if (rule == SCALE_BLOCKS || format_is_integer(vector_pairs[k].s))
                    test_orthonormalize(&F, &vector_pairs[k], (enum scale_rule)rule,
                                        (enum ortho_kind)kind);
    test_span(&F);
    fixture_free(&F);
    return done();
}
