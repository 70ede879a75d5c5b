/* tests/cbgmres/unit_cbgmres_sketch.c - sketches, and randomized Gram-Schmidt with them.
 *
 * The rows are distributed unevenly, so that blocks of the sketch are divided between
 * ranks. Every rank compares S x with its definition (sketch.h), computed from the whole
 * vector. Bound: n roundoffs of f64 and one of the arithmetic (i32 in f32) times the sum
 * of the magnitudes.
 */
#include "pairs.h"
#include "rgs.h"
#include "tap.h"
#include <string.h>

enum { MOST = 12, ALL = 16000 }; /* ALL: rows of 12 ranks, and some more */

/* The local rows of this rank, and the number of all rows. */
static int local_rows(int *all)
{
    int rank, n;
    MPI_OK(MPI_Comm_rank(MPI_COMM_WORLD, &rank));
    n = 1025 + 37 * rank; /* rank 1 begins with the second row of a block */
    MPI_OK(MPI_Allreduce(&n, all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD));
    return n;
}

/* whole = all rows of the distributed vector of which this rank has `local`. */
static void gather(const struct rgs *B, int n, const double *local, double *whole)
{
    memset(whole, 0, ALL * sizeof *whole);
    for (int i = 0; i < n; i++)
        whole[B->S.first + i] = local[i];
    sum_over_ranks(whole, ALL, MPI_COMM_WORLD);
}

/* The largest |s_l - (S x)_l|, and the sum of |x_i|. */
static double wrong_sketch(const struct sketch *S, int all, const double *x,
                           const double *s, double *size)
{
    big wanted[MOST_SKETCH] = {0};
    double wrong = 0;
    *size = 0;
    for (int g = 0; g < all; g++) {
        const int t = g / SKETCH_BLOCK, i = g % SKETCH_BLOCK;
        const uint64_t key = sketch_key(S, t);
        *size += fabs(x[g]);
        for (int c = 0; c < SKETCH_COPIES; c++)
            wanted[(i + sketch_shift(S, key, c)) % S->d] +=
                sketch_factor(key, c) *
                sketch_sign((uint32_t)mix_bits(key), i) * x[g];
    }
    for (int l = 0; l < S->d; l++)
        wrong = larger((double)fabsl(s[l] - wanted[l]), wrong);
    return wrong;
}

/* MOST columns by randomized Gram-Schmidt from noise; the last vector is in their span. */
static void test_steps(const struct pair *P)
{
    int all, n = local_rows(&all);
    const double sigma = exp2(rint(log2(all) / 2));
    struct basis Q = basis_create(P->s, n, MOST + 1, 1 / sigma, SCALE_BLOCKS,
                                  MPI_COMM_WORLD);
    struct vector w = vector_create(P->v, n, 0, "w");
    struct rgs B = rgs_create(n, MOST, MPI_COMM_WORLD);
    double local[ALL], whole[ALL], before[ALL], h[MOST + 1], s[2 * MOST_SKETCH], size,
        misfit = 0, loss = 0;
    ok(rgs_start(&B, 7) == NULL, "%s: enough rows", P->name);
    for (int k = 0; k <= MOST; k++) {
        for (int i = 0; i < n; i++)
            before[i] = noise(50 + k, (int)B.S.first + i) * sigma / sqrt(all / 3.0);
        if (k == MOST) /* 3 q_0, which is in the span */
            for (int i = 0; i < n; i++)
                before[i] = 3 * sigma * local[i];
        vector_write(&w, 0, n, before);
        vector_read(&w, 0, n, before);
        if (k == 0) {
            P->kernel.basis_store(&Q, 0, 1 / sigma, &w);
        } else {
            basis_sketch(&Q, k - 1, &B.S, &w, s);
            struct basis_copy C = basis_copy(&Q, k);
            for (int i = 0; i < n; i++)
                local[i] = column_entry(&C, k - 1, i);
            gather(&B, n, local, whole);
            double wrong = wrong_sketch(&B.S, all, whole, s, &size);
            small(wrong, (all * 0x1p-53 + u_acc(P)) * size, "%s: S q_%d", P->name, k);
            gather(&B, n, before, whole);
            wrong = wrong_sketch(&B.S, all, whole, s + B.S.d, &size);
            small(wrong, (all * 0x1p-53 + u_acc(P)) * size, "%s: S w", P->name);
            basis_copy_free(&C);
            h[k] = rgs_orthonormalize(&B, &Q, k, &w, h);
            C = basis_copy(&Q, k + 1);
            for (int i = 0; k < MOST && i < n; i++) {
                big sum = -(big)before[i], sum_size = fabs(before[i]);
                for (int j = 0; j <= k; j++) {
                    sum += (big)h[j] * column_entry(&C, j, i);
                    sum_size += fabsl((big)h[j] * column_entry(&C, j, i));
                }
                misfit = larger((double)fabsl(sum) /
                                    (double)((4 * (k + 2) * u_acc(P) +
                                              (2 + k / 4) * u_v(P)) * sum_size +
                                             h[k] * column_error(&C, k, i) +
                                             format_least(P->v)),
                                misfit);
            }
            for (int i = 0; i < n; i++)
                local[i] = column_entry(&C, 0, i); /* for the last vector */
            double dot = 0;
            for (int i = 0; i < n; i++)
                dot += column_entry(&C, k, i) * column_entry(&C, k / 2, i);
            sum_over_ranks(&dot, 1, MPI_COMM_WORLD);
            if (k < MOST)
                loss = larger(fabs(dot), loss);
            basis_copy_free(&C);
        }
    }
    small(misfit, 1, "%s: w = Q h + beta q", P->name);
    small(loss, 6 / sqrt(B.S.d), "%s: columns are almost orthogonal", P->name);
    small(h[MOST], 64 * larger(u_v(P), u_acc(P)) * sigma * sqrt(MOST),
          "%s: nothing remains of a vector in the span", P->name);
    for (int i = 0; i < n; i++)
        local[i] = 3; /* the norm is far from 1 */
    vector_write(&w, 0, n, local);
    P->kernel.basis_store(&Q, 0, 1, &w);
    rgs_orthonormalize(&B, &Q, 1, &w, h);
    ok(B.unusable && vector_get(&w, 0) == 3,
       "%s: a sketch whose norm is far from 1 is refused", P->name);
    rgs_free(&B);
    vector_free(&w);
    basis_free(&Q);
}

/* ||S x|| / ||x|| has the mean 1 and the deviation (2 d)^(-1/2) over the seeds, also for
 * a constant vector. */
static void test_norms(void)
{
    enum { SEEDS = 200 };
    int all, n = local_rows(&all);
    struct basis Q = basis_create(F64, n, 1, 1, SCALE_BLOCKS, MPI_COMM_WORLD);
    struct vector w = vector_create(F64, n, 0, "w");
    struct rgs B = rgs_create(n, 1, MPI_COMM_WORLD);
    double s[2 * MOST_SKETCH], mean = 0, squares = 0;
    numbers_fill(&w, n, 1 / sqrt(all));
    for (int seed = 0; seed < SEEDS; seed++) {
        double sum = 0;
        rgs_start(&B, seed);
        basis_sketch(&Q, 0, &B.S, &w, s);
        for (int l = 0; l < B.S.d; l++)
            sum += s[B.S.d + l] * s[B.S.d + l];
        mean += sum / SEEDS;
        squares += (sum - 1) * (sum - 1) / SEEDS;
    }
    const double deviation = sqrt(2.0 / B.S.d);
    small(fabs(mean - 1), 4 * deviation / sqrt(SEEDS), "the mean of ||S x||^2 is ||x||^2");
    small(fabs(sqrt(squares) / deviation - 1), 0.25, "its deviation is (2 / d)^(1/2)");
    rgs_free(&B);
    vector_free(&w);
    basis_free(&Q);
}

int main(int argc, char **argv)
{
    start(&argc, &argv);
    for (int p = 0; p < VECTOR_PAIRS; p++)
        if (vector_pairs[p].v == F64 || vector_pairs[p].v == F32)
            test_steps(&vector_pairs[p]);
    test_norms();
    struct rgs B = rgs_create(100, MAX_RESTART, MPI_COMM_WORLD);
    ok(rgs_start(&B, 0) != NULL, "no sketch for the longest cycles");
    rgs_free(&B);
    return done();
}
