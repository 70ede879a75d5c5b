/* tests/unit_precond.c - preconditioners of general matrices against dense algebra.
 *
 * Every rank computes any entry of the matrix, so the oracle factors the whole of it,
 * dense, in long double, from the definitions: ILU(0) leaves out what falls outside the
 * pattern; row i of M_L is zero outside the pattern of L and satisfies (M_L L)_ij =
 * delta_ij on it; M_U likewise.
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

static double entry(int i, int j)
{
    return i == j ? 4 + noise(32, i) : noise(33, i * N + j);
}

static struct csr own_rows(const struct blocks *R, int zero_pivot)
{
    int first = (int)blocks_first(R, tap_rank), n = blocks_rows(R, tap_rank);
    size_t room = (size_t)n * N, e = 0;
    struct csr A = {.n = n,
                    .columns = n,
                    .ptr = NEW(size_t, (size_t)n + 1, "row pointers"),
                    .col = NEW(int, room, "columns"),
                    .val = NEW(double, room, "values"),
                    .remote = NEW(int64_t, room, "remote columns")};
    A.ptr[0] = 0;
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < N; j++) {
            if (!is_entry(first + i, j))
                continue;
            int mine = j >= first && j < first + n;
            A.col[e] = mine ? j - first : -1 - A.remotes;
            if (!mine)
                A.remote[A.remotes++] = j;
            A.val[e++] = first + i == zero_pivot ? 0 : entry(first + i, j);
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
            F[i][j] = is_entry(i, j) ? (big)entry(i, j) : 0;
    for (int k = 0; k < N; k++) /* outer products; the pattern alone is kept */
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

/* Row i of the approximate inverse: the system m T = e_i on the row's own pattern, by
 * Gaussian elimination with pivoting. */
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

/* z = T r for an approximate inverse. */
static void apply_dense(big F[N][N], int upper, const big *r, big *z)
{
    big m[N];
    for (int i = 0; i < N; i++) {
        dense_row(F, i, upper, m);
        z[i] = 0;
        for (int j = 0; j < N; j++)
            z[i] += m[j] * r[j];
    }
}

static void test_kind(enum precond_kind kind, const char *name, big F[N][N])
{
    struct blocks R = {N, tap_ranks};
    const int first = (int)blocks_first(&R, tap_rank);
    struct policy P;
    policy_find("double", &P);
    struct linear_system S =
        linear_system_create(own_rows(&R, -1), &R, "sine", kind, &P, MPI_COMM_WORLD);
    const struct level *A = &S.h->level[0];
    struct vector r = vector_create(F64, A->n, 0, "r"),
                  z = vector_create(F64, A->n, A->halo_n, "z");
    big R0[N], Y[N], Z[N];
    for (int i = 0; i < N; i++)
        R0[i] = Z[i] = noise(34, i);
    for (int i = 0; i < r.n; i++)
        vector_set(&r, i, (double)R0[first + i]);
    precond_apply(&S.M, &r, &z);
    if (kind == PRECOND_JRIGHT)
        for (int i = 0; i < N; i++)
            Z[i] = R0[i] / entry(i, i);
    if (kind == PRECOND_ILU) {
        apply_dense(F, 0, R0, Y);
        apply_dense(F, 1, Y, Z);
    }
    double error = 0;
    for (int i = 0; i < r.n; i++)
        error = larger(fabs(vector_get(&z, i) - (double)Z[first + i]), error);
    small(error, 1000 * 0x1p-53, "%s: z = M^-1 r", name);

    /* b = A x (jleft: D^-1 A x) with the x that is told, of norm 1 */
    double squares = 0, wrong = 0;
    for (int i = 0; i < N; i++)
        squares += sin(i + 1) * sin(i + 1);
    for (int i = 0; i < A->n; i++) {
        big sum = 0;
        for (int j = 0; j < N; j++)
            if (is_entry(first + i, j))
                sum += (big)entry(first + i, j) * (big)(sin(j + 1) / sqrt(squares));
        if (kind == PRECOND_JLEFT)
            sum /= entry(first + i, first + i);
        wrong = larger(fabs(vector_get(&S.h->b, i) - (double)sum), wrong);
        wrong = larger(fabs(S.exact[i] - sin(first + i + 1) / sqrt(squares)), wrong);
    }
    small(wrong, 100 * 0x1p-53, "%s: right-hand side", name);
    vector_free(&r);
    vector_free(&z);
    precond_free(&S.M);
    linear_system_free(&S);
}

static void test_zero_pivot(void)
{
    struct blocks R = {N, tap_ranks};
    struct csr factor[2], A = own_rows(&R, N / 2);
    int64_t bad = ilu_inverses(&A, &R, 77, MPI_COMM_WORLD, factor);
    ok(bad == N / 2, "a zero pivot is found, in its row");
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
