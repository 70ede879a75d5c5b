/* tests/unit_precond.c - preconditioners of general matrices against dense algebra.
 *
 * Every rank can compute any entry of the matrix. The oracle factors the whole
 * dense matrix in long double from the definitions: ILU(0) drops the entries
 * outside the pattern; row i of M_L is zero outside the pattern of L and satisfies
 * (M_L L)_ij = delta_ij on this pattern; M_U is defined in the same way.
 */
#include "fixture.h"
#include "ilu.h"
#include "linear_system.h"
#include "tap.h"
#include <string.h>

enum { N = 61 };

static int is_entry(int i, int j)
{
    int d = i - j;
    return d == 0 || d == 1 || d == -1 || d == 9 || d == -7 ||
           noise(31, i * N + j) > 0.93;
}

static double value(int i, int j)
{
    return i == j ? 4 + noise(32, i) : noise(33, i * N + j);
}

/* The rows of this rank; the values of row `zero_row` are zero (-1: of no row). Remote columns
 * are written as halo_build expects them (csr.h). */
static struct csr local_rows(const struct blocks *R, int zero_row)
{
    const int first = (int)blocks_first(R, tap_rank), n = blocks_rows(R, tap_rank);
    struct csr A = {.n = n,
                    .columns = n,
                    .ptr = NEW(size_t, (size_t)n + 1, "row pointers"),
                    .col = NEW(int, (size_t)n * N, "columns"),
                    .val = NEW(double, (size_t)n * N, "values"),
                    .remote = NEW(int64_t, (size_t)n * N, "remote columns")};
    size_t e = 0;
    A.ptr[0] = 0;
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < N; j++) {
            if (!is_entry(first + i, j))
                continue;
            const int mine = j >= first && j < first + n;
            A.col[e] = mine ? j - first : -1 - A.remotes;
            if (!mine)
                A.remote[A.remotes++] = j;
            A.val[e++] = first + i == zero_row ? 0 : value(first + i, j);
        }
        A.ptr[i + 1] = e;
    }
    return A;
}

/* L (unit) and U in one array, by the definition. */
static void dense_ilu(big F[N][N])
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            F[i][j] = is_entry(i, j) ? (big)value(i, j) : 0;
    for (int k = 0; k < N; k++) /* outer products, restricted to the pattern */
        for (int i = k + 1; i < N; i++) {
            if (!is_entry(i, k))
                continue;
            F[i][k] /= F[k][k];
            for (int j = k + 1; j < N; j++)
                if (is_entry(i, j) && is_entry(k, j))
                    F[i][j] -= F[i][k] * F[k][j];
        }
}

static int in_factor(int i, int j, int upper)
{
    return is_entry(i, j) && (upper ? j >= i : j <= i);
}

static big factor_entry(big F[N][N], int i, int j, int upper)
{
    if (!in_factor(i, j, upper))
        return 0;
    return !upper && i == j ? 1 : F[i][j];
}

/* Row i of the approximate inverse: the system m T = e_i on the row's own pattern,
 * by Gaussian elimination with pivoting. */
static void dense_row(big F[N][N], int i, int upper, big *m)
{
    int at[N], size = 0;
    static big S[N][N + 1];
    for (int j = 0; j < N; j++) {
        m[j] = 0;
        if (in_factor(i, j, upper))
            at[size++] = j;
    }
    for (int r = 0; r < size; r++) { /* equation of column at[r] */
        for (int c = 0; c < size; c++)
            S[r][c] = factor_entry(F, at[c], at[r], upper);
        S[r][size] = at[r] == i;
    }
    for (int k = 0; k < size; k++) {
        int p = k;
        for (int r = k + 1; r < size; r++)
            if (fabsl(S[r][k]) > fabsl(S[p][k]))
                p = r;
        for (int c = 0; c <= size; c++) {
            big swap = S[k][c];
            S[k][c] = S[p][c];
            S[p][c] = swap;
        }
        for (int r = 0; r < size; r++)
            if (r != k) {
                big f = S[r][k] / S[k][k];
                for (int c = k; c <= size; c++)
                    S[r][c] -= f * S[k][c];
            }
    }
    for (int k = 0; k < size; k++)
        m[at[k]] = S[k][size] / S[k][k];
}

/* z = T r for an approximate inverse T, and the same product of the magnitudes. */
static void apply_dense(big F[N][N], int upper, const big *r, const big *size,
                        big *z, big *sizes)
{
    big m[N];
    for (int i = 0; i < N; i++) {
        dense_row(F, i, upper, m);
        z[i] = sizes[i] = 0;
        for (int j = 0; j < N; j++) {
            z[i] += m[j] * r[j];
            sizes[i] += fabsl(m[j]) * size[j];
        }
    }
}

/* The largest number of entries in a row. */
static int row_length(void)
{
    int most = 0;
    for (int i = 0; i < N; i++) {
        int length = 0;
        for (int j = 0; j < N; j++)
            length += is_entry(i, j);
        most = length > most ? length : most;
    }
    return most;
}

static void test_kind(enum precond_kind kind, const char *name, big F[N][N])
{
    struct blocks R = {N, tap_ranks};
    const int first = (int)blocks_first(&R, tap_rank);
    struct policy P;
    policy_find("double", &P);
    const int length = row_length();
    const struct system_setup setup = {&R, "sine", kind, &P};
    struct linear_system S =
        linear_system_create(local_rows(&R, -1), &setup, MPI_COMM_WORLD);
    const struct matrix *A = &S.A;
    struct vector r = vector_create(F64, A->n, 0, "r"),
                  z = vector_create(F64, A->n, A->halo_n, "z");
    big R0[N], Y[N], Z[N], size[3][N];
    for (int i = 0; i < N; i++) {
        R0[i] = Z[i] = noise(34, i);
        size[0][i] = size[2][i] = fabsl(R0[i]);
    }
    for (int i = 0; i < r.n; i++)
        vector_set(&r, i, (double)R0[first + i]);
    precond_apply(&S.M, &r, &z, NULL, NULL);
    if (kind == PRECOND_JRIGHT)
        for (int i = 0; i < N; i++) {
            Z[i] = R0[i] / value(i, i);
            size[2][i] = fabsl(Z[i]);
        }
    if (kind == PRECOND_ILU) {
        apply_dense(F, 0, R0, size[0], Y, size[1]);
        apply_dense(F, 1, Y, size[1], Z, size[2]);
    }
    /* Two roundings a term in the rows of the factors, of their inverses (both are
     * computed without growth: the diagonal outweighs any other entry) and of the
     * two products, relative to |M_U| |M_L| |r|. */
    const double roundings = 2 * 2 * 3 * (length + 1) * 0x1p-53;
    double error = 0;
    for (int i = 0; i < r.n; i++)
        error = larger(fabs(vector_get(&z, i) - (double)Z[first + i]) /
                           (double)size[2][first + i],
                       error);
    small(error, roundings, "%s: z = M^-1 r", name);

    /* b = A x (jleft: D^-1 A x) with the reported solution x of norm 1. Roundings:
     * a sum of N squares, the sum of a row, three divisions, two in sin */
    double x[N], squares = 0, wrong = 0, wrong_x = 0;
    for (int i = 0; i < N; i++)
        squares += sin(i + 1) * sin(i + 1);
    for (int i = 0; i < N; i++)
        x[i] = sin(i + 1) / sqrt(squares);
    for (int i = 0; i < A->n; i++) {
        big sum = 0, sum_size = 0, d = kind == PRECOND_JLEFT ? value(first + i, first + i) : 1;
        for (int j = 0; j < N; j++)
            if (is_entry(first + i, j)) {
                sum += (big)value(first + i, j) * x[j];
                sum_size += fabsl((big)value(first + i, j) * x[j]);
            }
        wrong = larger(
            (double)(fabsl(vector_get(&S.b, i) - sum / d) * d / sum_size), wrong);
        wrong_x =
            larger(fabs(S.exact[i] - x[first + i]) / fabs(x[first + i]), wrong_x);
    }
    small(wrong_x, (N + 5) * 0x1p-53, "%s: the solution", name);
    small(wrong, (N + length + 5) * 0x1p-53, "%s: right-hand side", name);
    vectors_free(&r, &z);
    precond_free(&S.M);
    linear_system_free(&S);
}

static void test_zero_pivot(void)
{
    struct blocks R = {N, tap_ranks};
    const int zero_row = N / 2;
    struct csr factor[2], A = local_rows(&R, zero_row);
    int64_t bad = ilu_inverses(&A, &R, 77, MPI_COMM_WORLD, factor);
    ok(bad == zero_row, "a zero pivot is found, in its row");
    csr_free(&A);
}

int main(int argc, char **argv)
{
    static big F[N][N];
    start(&argc, &argv);
    dense_ilu(F);
    test_kind(PRECOND_NONE, "none", F);
    test_kind(PRECOND_JRIGHT, "jright", F);
    test_kind(PRECOND_JLEFT, "jleft", F);
    test_kind(PRECOND_ILU, "ilu", F);
    test_zero_pivot();
    return done();
}
