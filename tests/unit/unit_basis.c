/* tests/unit/unit_basis.c - the scales of a Krylov basis of integers, when CGS projects again, and norms
 * of numbers whose squares leave the range of f64.
 *
 * The checker compares the entries of the columns (checker/).
 */
#include "pairs.h"
#include "tap.h"
#include "kernel_macros.h"

/* cgs: a vector whose norm decreases in every pass is regarded as an element of the
 * span. */
static void test_span(const struct matrix *A)
{
    struct basis Q = basis_create(F64, A->n, 3, 1, SCALE_BLOCKS, A->comm);
    struct vector w = vector_create(F64, A->n, 0, "w");
    double h[3];
    numbers_fill(&w, A->n, 1);
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

/* Column j, which is alpha w in integers: they use the whole range in each block that is not
 * zero (or in the column, if it has one scale). */
static void test_stored(const struct basis *Q, int j, const struct vector *w,
                        const char *name)
{
    struct basis_copy C = basis_copy(Q, j + 1);
    const double *q = C.number + (size_t)j * (size_t)Q->n,
                 largest = basis_largest(Q->format);
    double *host = numbers_read(w);
    const int group = Q->rule == SCALE_VECTOR ? Q->n : SCALE_BLOCK;
    int full = 1, one = 1;
    for (int first = 0; first < Q->n; first += group) {
        double most = 0, most_w = 0;
        for (int i = first; i < first + group && i < Q->n; i++) {
            most = larger(fabs(q[i]), most);
            most_w = larger(fabs(host[i]), most_w);
        }
        full &= most == (most_w > 0 ? largest : 0);
    }
    for (int i = 0; Q->rule == SCALE_VECTOR && i < Q->n; i += SCALE_BLOCK)
        one &= column_scale_at(&C, j, i) == column_scale_at(&C, j, 0);
    ok(one, "%s: the column has as many scales as the rule says", name);
    ok(full, "%s: integers use their whole range and no more", name);
    mem_free(host);
    basis_copy_free(&C);
}

static void test_store(const struct pair *P, enum scale_rule rule)
{
    enum { N = 6 * SCALE_BLOCK - 1, J = 2 }; /* the last block is one entry short */
    const double alpha = -1.0 / 3, huge = P->v == F64 ? 1e300 : 1e37,
                 tiny = P->v == F64 ? 1e-300 : 1e-37;
    struct basis Q = basis_create(P->s, N, J + 2, 1.0 / 32, rule, MPI_COMM_WORLD);
    struct vector w = vector_create(P->v, N, 1, "w");
    char name[128];
    vector_set(&w, N, huge); /* not an entry of the column */
    for (int what = 0; what < 4; what++) {
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
        test_stored(&Q, J, &w, name);
    }
    vector_free(&w);
    basis_free(&Q);
}

static void numbers_noise(struct vector *x, int seed)
{
    for (int i = 0; i < x->n; i++)
        vector_set(x, i, noise(seed, tap_rank * x->n + i));
}

/* ||x||, and the norm of w by both Gram-Schmidt processes: scaled by 2^e, a vector has exactly 2^e
 * times its norm, but for other partial sums. */
static void test_norms(const struct matrix *A)
{
    static const char *const name[] = {"vector_norm", "CGS2", "CGS"};
    static const int exponents[] = {0, -900, -700, -500, 500, 700, 1000};
    const double rounding = (double)A->global_rows * 0x1p-52;
    struct vector x = vector_create(F64, A->n, 0, "x"), w = vector_create(F64, A->n, 0, "w");
    double wanted[3] = {0}, h[1];
    struct basis Q = basis_create(F64, A->n, 2, 1, SCALE_BLOCKS, A->comm);
    numbers_noise(&x, 3);
    basis_store(&Q, 0, 1 / vector_norm(A, &x), &x);
    numbers_noise(&x, 2);
    for (size_t k = 0; k < sizeof exponents / sizeof *exponents; k++)
        for (int of = 0; of < 3; of++) {
            const int e = exponents[k];
            for (int i = 0; i < w.n; i++)
                vector_set(&w, i, ldexp(vector_get(&x, i), e));
            Q.ortho = (struct ortho){.kind = of == 1 ? ORTHO_CGS2 : ORTHO_CGS, .eta = 0.7};
            const double norm = of == 0 ? vector_norm(A, &w) : orthonormalize(&Q, 1, &w, h);
            if (k == 0)
                wanted[of] = norm;
            small(fabs(ldexp(norm, -e) / wanted[of] - 1), rounding, "%s of a vector times 2^%d", name[of], e);
        }
    for (int i = 0; i < x.n; i++)
        vector_set(&x, i, 0x1p-1074);
    small(fabs(vector_norm(A, &x) / 0x1p-1074 / sqrt((double)A->global_rows) - 1), 0.03,
          "the smallest number everywhere; its norm has five bits");
    static const double special[] = {0x1p1000, INFINITY, NAN};
    for (int k = 0; k < 3; k++) {
        if (tap_rank == tap_ranks - 1)
            vector_set(&x, x.n / 2, special[k]);
        const double norm = vector_norm(A, &x);
        ok(isnan(special[k]) ? isnan(norm) : norm == special[k], "%g among the smallest numbers", special[k]);
    }
    vector_clear(&x);
    ok(vector_norm(A, &x) == 0, "0 remains 0");
    basis_free(&Q);
    vectors_free(&x, &w);
}

int main(int argc, char **argv)
{
    start(&argc, &argv);
    for (int k = 0; k < VECTOR_PAIRS; k++)
        for (int rule = SCALE_BLOCKS; rule <= SCALE_VECTOR; rule++)
            if (format_is_integer(vector_pairs[k].s))
                test_store(&vector_pairs[k], (enum scale_rule)rule);
    struct matrix A = identity_create(8 * 16 * 24);
    test_span(&A);
    test_norms(&A);
    matrix_free(&A);
    return done();
}
