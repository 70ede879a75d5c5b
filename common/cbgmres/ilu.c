/* common/cbgmres/ilu.c - ILU(0) of the block of a rank, and approximate inverses of the
 * factors. */
#include "ilu.h"
#include "memory.h"
#include <math.h>
#include <string.h>

/* The rows of the block, which ILU(0) factors in place:
 *
 *   entries of row i          e = begin[i] .. end[i]-1, value val[e] in column col[e],
 *                             ascending
 *   diagonal entry of row i   e = diagonal[i]; the entries before it belong to L
 *
 * The indices e refer to A: in a row of A, entries in columns of lower ranks precede
 * the block, and entries in columns of higher ranks follow it. */
struct factor_rows {
    int n;
    size_t *begin, *diagonal, *end; /* [n] */
    const int *col;                 /* the columns of A */
    double *val;  /* a copy of the values of A, then the factors */
    size_t *mark; /* [n] 1 + entry of the marked row in this column, else 0 */
};

static struct factor_rows rows_create(const struct csr *A)
{
    const size_t n = (size_t)A->n, entries = A->ptr[n];
    struct factor_rows F = {.n = A->n,
                            .begin = NEW(size_t, n, "rows of the factors"),
                            .diagonal = NEW(size_t, n, "rows of the factors"),
                            .end = NEW(size_t, n, "rows of the factors"),
                            .col = A->col,
                            .val = NEW(double, entries, "rows of the factors"),
                            .mark =
                                mem_zero(n, sizeof(size_t), "columns of a row")};
    memcpy(F.val, A->val, entries * sizeof *F.val);
    for (int i = 0; i < A->n; i++) {
        size_t begin = A->ptr[i], end = A->ptr[i + 1];
        while (A->col[begin] < 0)
            begin++;
        while (A->col[end - 1] < 0)
            end--;
        F.begin[i] = F.diagonal[i] = begin;
        F.end[i] = end;
        while (A->col[F.diagonal[i]] != i)
            F.diagonal[i]++;
    }
    return F;
}

static void rows_free(struct factor_rows *F)
{
    mem_free(F->begin);
    mem_free(F->diagonal);
    mem_free(F->end);
    mem_free(F->val);
    mem_free(F->mark);
}

/* Marks the columns of the entries begin .. end-1 of a row with 1 + e, or clears
 * the marks. */
static void mark_row(struct factor_rows *F, size_t begin, size_t end, int on)
{
    for (size_t e = begin; e < end; e++)
        F->mark[F->col[e]] = on ? e + 1 : 0;
}

/* Subtracts `factor` times the entries begin .. end-1 from the marked row, in the
 * columns in which the marked row has entries. a[0] is the value of the entry
 * `first` of that row. */
static void subtract_row(const struct factor_rows *F, double factor, size_t begin,
                         size_t end, size_t first, double *a)
{
    for (size_t e = begin; e < end; e++) {
        size_t marked = F->mark[F->col[e]];
        if (marked)
            a[marked - 1 - first] -= factor * F->val[e];
    }
}

/* Factors row i in place (Saad, algorithm 10.4), where only stored entries are not
 * zero:
 *
 *   for k < i with a_ik != 0:
 *       a_ik = a_ik / a_kk
 *       for j > k with a_ij != 0:  a_ij = a_ij - a_ik a_kj
 *
 * The row then contains L before its diagonal entry, and U from the diagonal entry
 * on. The rows k must be factored. Returns 0 if the pivot a_ii is zero or not
 * finite, else 1. */
static int factor_row(struct factor_rows *F, int i)
{
    mark_row(F, F->begin[i], F->end[i], 1);
    for (size_t e = F->begin[i]; e < F->diagonal[i]; e++) {
        int k = F->col[e];
        double a_ik = F->val[e] /= F->val[F->diagonal[k]];
        subtract_row(F, a_ik, F->diagonal[k] + 1, F->end[k], 0, F->val);
    }
    mark_row(F, F->begin[i], F->end[i], 0);
    double pivot = F->val[F->diagonal[i]];
    return pivot != 0 && isfinite(pivot);
}

/* Row i of M_L or M_U, the entries begin .. end-1: solves m L = e_i on their pattern from
 * the diagonal entry to the left, or m U = e_i from there to the right. m[] has one number
 * for each entry. */
static void invert_row(struct factor_rows *F, int i, int upper, size_t begin,
                       size_t end, double *m)
{
    mark_row(F, begin, end, 1);
    for (size_t e = begin; e < end; e++)
        m[e - begin] = e == F->diagonal[i];
    for (size_t done = 0; done < end - begin; done++) {
        const size_t j = upper ? done : end - begin - 1 - done;
        const int k = F->col[begin + j]; /* subtract m_k times row k of L or U */
        const size_t diagonal = F->diagonal[k];
        if (upper)
            m[j] /= F->val[diagonal];
        subtract_row(F, m[j], upper ? diagonal + 1 : F->begin[k],
                     upper ? F->end[k] : diagonal, begin, m);
    }
    mark_row(F, begin, end, 0);
}

/* M_L (upper = 0) or M_U (upper = 1). */
static struct csr invert(struct factor_rows *F, int upper)
{
    const int n = F->n;
    const size_t *begin = upper ? F->diagonal : F->begin;
    struct csr M = {.n = n,
                    .columns = n,
                    .ptr = NEW(size_t, (size_t)n + 1, "row pointers"),
                    .remote = NEW(int64_t, 0, "remote columns")};
    M.ptr[0] = 0;
    for (int i = 0; i < n; i++)
        M.ptr[i + 1] =
            M.ptr[i] + (upper ? F->end[i] : F->diagonal[i] + 1) - begin[i];
    M.col = NEW(int, M.ptr[n], "columns");
    M.val = NEW(double, M.ptr[n], "matrix values");
    for (int i = 0; i < n; i++) {
        const size_t first = M.ptr[i], entries = M.ptr[i + 1] - first;
        memcpy(M.col + first, F->col + begin[i], entries * sizeof *M.col);
        invert_row(F, i, upper, begin[i], begin[i] + entries, M.val + first);
    }
    return M;
}

int ilu_inverses(const struct csr *A, struct csr inverse[2])
{
    struct factor_rows F = rows_create(A);
    int bad = -1;
    for (int i = 0; i < F.n && bad < 0; i++)
        if (!factor_row(&F, i))
            bad = i;
    for (int upper = 0; upper < 2; upper++)
        inverse[upper] = bad < 0 ? invert(&F, upper) : (struct csr){0};
    rows_free(&F);
    return bad;
}
