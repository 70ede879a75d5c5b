/* tests/unit_q1.c - Q1 elements on uniform grids and the kernels of their
 * multigrid.
 *
 * The oracle uses only hat functions and Gauss points: entries are integrals of
 * products of hat functions, and prolongation is the value of a coarse hat function
 * at a fine point. Every rank can compute every entry, so that sums over all
 * columns need no communication. The bounds are those of judge/rows.c.
 */
#include "poisson_problem.h"

static big hat(big x)
{
    return fabsl(x) < 1 ? 1 - fabsl(x) : 0;
}

/* The integral of the product of two hat functions at a distance of `step`, or of
 * their derivatives, in units of h: by two Gauss points in each cell. */
static big integral(int step, int slopes)
{
    const big g = sqrtl(3.0L) / 6;
    big sum = 0;
    for (int cell = -1; cell <= 0; cell++)
        for (int k = -1; k <= 1; k += 2) {
            big x = cell + 0.5L + k * g, e = 0.125L;
            sum += slopes ? (hat(x + e) - hat(x)) / e *
                                (hat(x - step + e) - hat(x - step)) / e / 2
                          : hat(x) * hat(x - step) / 2;
        }
    return sum;
}

static big exact_stiffness(const struct mesh *m, const int i[3], const int j[3])
{
    big sum = 0, h = 1.0L / m->cells;
    for (int d = 0; d < m->dim; d++) {
        big product = 1;
        for (int e = 0; e < m->dim; e++)
            product *= integral(j[e] - i[e], e == d) * (e == d ? 1 / h : h);
        sum += product;
    }
    return sum;
}

static big exact_interpolation(const struct mesh *m, const int fine[3],
                               const int coarse[3])
{
    big product = 1;
    for (int d = 0; d < m->dim; d++)
        product *= hat(fine[d] / 2.0L - coarse[d]);
    return product;
}

static void point_of(const struct mesh *m, int64_t id, int at[3])
{
    int64_t side = m->cells - 1;
    at[0] = (int)(id % side) + 1;
    at[1] = (int)(id / side % side) + 1;
    at[2] = (int)(id / side / side) + 1;
}

static big exact_entry(enum q1_matrix kind, const struct mesh *rows, int64_t i,
                       const struct mesh *columns, int64_t j)
{
    int from[3], to[3];
    point_of(rows, i, from);
    point_of(columns, j, to);
    switch (kind) {
    case Q1_PROLONGATION:
        return exact_interpolation(rows, from, to);
    case Q1_RESTRICTION:
        return exact_interpolation(rows, to, from);
    default:
        for (int d = 0; d < rows->dim; d++)
            if (from[d] - to[d] > 1 || to[d] - from[d] > 1)
                return 0;
        return exact_stiffness(rows, from, to);
    }
}

struct transfer { /* a matrix from the points of one mesh to those of another */
    enum q1_matrix kind;
    const struct mesh *rows, *columns;
};

static int entry(const void *of, int64_t i, int64_t j, big *a)
{
    const struct transfer *T = of;
    *a = exact_entry(T->kind, T->rows, i, T->columns, j);
    return *a != 0;
}

/* Row i of the matrix times x[], and the sum of magnitudes. */
static big exact_row(enum q1_matrix kind, const struct mesh *rows, int64_t i,
                     const struct mesh *columns, const double *x, big *size)
{
    const struct transfer T = {kind, rows, columns};
    const struct entrywise A = {mesh_global_rows(rows), mesh_global_rows(columns),
                                entry, &T};
    int terms;
    return entrywise_product(&A, i, x, size, &terms);
}

/* Each point belongs to one rank, and a coarse point to the rank of its fine
 * point. */
static void test_mesh(int dim, int cells, int levels)
{
    int p[3];
    mesh_factor(dim, tap_ranks, p);
    struct mesh m = mesh_create(dim, cells, p, tap_rank);
    for (int l = 0; l < levels; l++, m = mesh_coarsen(&m)) {
        struct mesh coarse = mesh_coarsen(&m);
        int wrong = 0, at[3];
        int64_t own = mesh_rows(&m);
        for (int row = 0; row < mesh_rows(&m); row++) {
            mesh_point(&m, row, at);
            int64_t id = mesh_id(&m, at);
            const struct partition P = mesh_partition(&m);
            wrong += id < 0 || id >= mesh_global_rows(&m) ||
                     mesh_row(&m, at) != row || P.owner(P.data, id) != tap_rank ||
                     P.local(P.data, id) != row;
        }
        for (int row = 0; l + 1 < levels && row < mesh_rows(&coarse); row++) {
            mesh_point(&coarse, row, at);
            int fine[3] = {2 * at[0], 2 * at[1], dim == 3 ? 2 * at[2] : at[2]};
            wrong += mesh_row(&m, fine) < 0;
        }
        MPI_OK(MPI_Allreduce(MPI_IN_PLACE, &own, 1, MPI_INT64_T, MPI_SUM,
                             MPI_COMM_WORLD));
        ok(wrong == 0 && own == mesh_global_rows(&m),
           "%d dimensions, %d cells: each point has one owner, coarse points stay",
           dim, m.cells);
    }
}

/* A vector of pseudo-random numbers whose halo entries are NaN; whole[] receives
 * the numbers of all ranks. */
static struct vector known(const struct mesh *m, enum format f, int n, int halo,
                           int seed, double *whole)
{
    struct vector x = vector_create(f, n, halo, "test vector");
    for (int64_t id = 0; id < mesh_global_rows(m); id++)
        whole[id] = noise_in(f, seed, (int)id);
    double *host = NEW(double, (size_t)n + (size_t)halo, "test vector");
    for (int i = 0; i < n + halo; i++) {
        int at[3];
        if (i < n)
            mesh_point(m, i, at);
        host[i] = i < n ? whole[mesh_id(m, at)] : NAN;
    }
    vector_write(&x, 0, n + halo, host);
    mem_free(host);
    return x;
}

static int64_t own_id(const struct mesh *m, int row)
{
    int at[3];
    mesh_point(m, row, at);
    return mesh_id(m, at);
}

static double u_sum(enum format f)
{
    return f == F64 ? 0x1p-53 : 0x1p-24;
}

static double *whole_of(const struct mesh *m)
{
    return NEW(double, (size_t)mesh_global_rows(m), "test vector");
}

/* Jacobi steps; the matrix and the vectors have one format. */
static void test_smoother(const struct problem P[], int l, enum format f)
{
    const struct mesh *m = &P[F64].mesh[l];
    const struct matrix *A = &P[f].h->level[l].A;
    const double u = format_roundoff(f), omega = 2.0 / 3;
    double *X = whole_of(m), *B = whole_of(m), worst[2] = {0, 0};
    struct vector x = known(m, f, A->n, A->halo_n, 1, X),
                  b = known(m, f, A->n, 0, 2, B),
                  y = vector_create(f, A->n, 0, "test vector"),
                  z = vector_create(f, A->n, 0, "test vector");
    jacobi(A, omega, &b, &x, &y);
    jacobi(A, omega, &b, NULL, &z);
    double *y_host = fixture_read(&y), *z_host = fixture_read(&z);
    for (int i = 0; i < A->n; i++) {
        int64_t id = own_id(m, i);
        big size, sum = exact_row(Q1_STIFFNESS, m, id, m, X, &size),
                  d = exact_entry(Q1_STIFFNESS, m, id, m, id);
        big rest = B[id] - sum, magnitude = fabsl((big)B[id]) + size;
        big roundings = u + (27 + 6) * u_sum(f); /* of each entry; of the sum */
        big allowed[2] = {(roundings * magnitude + u * fabsl(rest)) * omega / d +
                              (u + 6 * u_sum(f)) *
                                  (fabsl((big)X[id]) + omega * magnitude / d),
                          (2 * u + 4 * u_sum(f)) * fabsl(omega * B[id] / d)};
        big error[2] = {fabsl((big)y_host[i] - (X[id] + omega * rest / d)),
                        fabsl((big)z_host[i] - omega * B[id] / d)};
        for (int k = 0; k < 2; k++)
            worst[k] = larger(
                (double)(error[k] / (allowed[k] + 2 * format_least(f))), worst[k]);
    }
    static const char *const name[2] = {"a Jacobi step",
                                        "a Jacobi step with zero initial guess"};
    for (int k = 0; k < 2; k++)
        small(worst[k], 1, "%d dimensions, level %d, %s: %s", m->dim, l,
              format_name(f), name[k]);
    vectors_free(&x, &b, &y, &z);
    arrays_free(y_host, z_host, X, B);
}

/* rc = R r and z += alpha P zc between formats f (fine) and c (coarse). */
static void test_transfers(const struct problem P[], int l, enum format f,
                           enum format c)
{
    const struct mesh *fine = &P[F64].mesh[l], *coarse = &P[F64].mesh[l + 1];
    const struct matrix *R = &P[f].h->R[l], *Pro = &P[c].h->P[l];
    const double uf = format_roundoff(f), uc = format_roundoff(c), alpha = -1.25;
    double *X = whole_of(fine), *Z = whole_of(fine), *ZC = whole_of(coarse);
    struct vector r = known(fine, f, R->columns, R->halo_n, 3, X),
                  z = known(fine, f, Pro->n, 0, 4, Z),
                  zc = known(coarse, c, Pro->columns, Pro->halo_n, 5, ZC),
                  rc = vector_create(c, R->n, 0, "test vector"),
                  y = vector_create(f, Pro->n, 0, "test vector");
    spmv(R, &r, &rc);
    spmv(Pro, &zc, &y);
    vector_axpy(alpha, &y, &z);
    double down = 0, up = 0, *rc_host = fixture_read(&rc),
           *z_host = fixture_read(&z);
    for (int i = 0; i < R->n; i++) {
        big size, sum = exact_row(Q1_RESTRICTION, coarse, own_id(coarse, i), fine,
                                  X, &size);
        big allowed = (2 * uc + 30 * u_sum(f)) * size + format_least(c);
        down = larger((double)(fabsl(rc_host[i] - sum) / allowed), down);
    }
    for (int i = 0; i < Pro->n; i++) {
        int64_t id = own_id(fine, i);
        big size, sum = exact_row(Q1_PROLONGATION, fine, id, coarse, ZC, &size);
        big wanted = Z[id] + alpha * sum;
        big allowed = (2 * uf + 12 * u_sum(c)) * (fabsl((big)Z[id]) + 2 * size) +
                      uf * fabsl(wanted) + 3 * format_least(f);
        up = larger((double)(fabsl(z_host[i] - wanted) / allowed), up);
    }
    small(down, 1, "%d dimensions, level %d: restriction from %s to %s", fine->dim,
          l, format_name(f), format_name(c));
    small(up, 1, "%d dimensions, level %d: prolongation from %s to %s", fine->dim,
          l, format_name(c), format_name(f));
    vectors_free(&r, &z, &zc, &rc, &y);
    arrays_free(rc_host, z_host, X, Z, ZC);
}

/* u += alpha c and r -= alpha A c in f64, c in format f. */
static void test_correction(const struct problem P[], enum format f)
{
    const struct mesh *m = &P[F64].mesh[0];
    const struct matrix *A = &P[f].h->level[0].A;
    const double alpha = 0.375;
    double *C = whole_of(m), *U = whole_of(m), *R = whole_of(m), worst = 0;
    struct vector c = known(m, f, A->n, A->halo_n, 6, C),
                  u = known(m, F64, A->n, 0, 7, U),
                  r = known(m, F64, A->n, 0, 8, R);
    correct_solution(A, alpha, &c, &u, &r);
    for (int i = 0; i < A->n; i++) {
        int64_t id = own_id(m, i);
        big size, sum = exact_row(Q1_STIFFNESS, m, id, m, C, &size);
        big allowed = 40 * 0x1p-53 * (fabsl((big)R[id]) + alpha * size);
        worst = larger(
            (double)(fabsl(vector_get(&r, i) - (R[id] - alpha * sum)) / allowed),
            worst);
        worst = larger(
            (double)(fabsl(vector_get(&u, i) - (U[id] + (big)alpha * C[id])) /
                     (4 * 0x1p-53 * (fabs(U[id]) + alpha * fabs(C[id])))),
            worst);
    }
    small(worst, 1, "%d dimensions: a correction in %s", m->dim, format_name(f));
    vectors_free(&c, &u, &r);
    arrays_free(C, U, R);
}

/* The problem in each format, all levels in this one. */
static void test_problem(int dim, int cells, int levels)
{
    struct problem P[BF16 + 1];
    for (enum format f = F64; f <= BF16; f++)
        P[f] = problem_create(dim, cells, levels, 1, &f);
    for (enum format f = F64; f <= BF16; f++) {
        for (int l = 0; l < levels; l++) {
            test_smoother(P, l, f);
            for (enum format c = F64; l + 1 < levels && c <= BF16; c++)
                test_transfers(P, l, f, c);
        }
        if (f != BF16) /* no pair of formats of a variant of poisson */
            test_correction(P, f);
    }
    for (enum format f = F64; f <= BF16; f++)
        hierarchy_free(P[f].h);
}

int main(int argc, char **argv)
{
    start(&argc, &argv);
    test_mesh(2, 4096, 11);
    test_mesh(2, 12, 3);
    test_mesh(3, 24, 4);
    test_problem(2, 24, 3);
    test_problem(2, 40, 3); /* a line of the grid is longer than a slice of opt */
    test_problem(3, 8, 3);
    return done();
}
