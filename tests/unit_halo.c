/* tests/unit_halo.c - by the plan of an exchange each halo entry receives the value that
 * belongs to its global id. unit_kernels tests the exchange itself. */
#include "fixture.h"
#include "tap.h"
#include <string.h>

/* Exchanges the global ids by the plan; id[k] is the value that halo entry k
 * receives. */
static void exchange_ids(const struct halo_plan *P, const int64_t *own, int64_t *id)
{
    MPI_Request *request = NEW(MPI_Request, (size_t)P->receives, "requests");
    for (int r = 0; r < P->receives; r++)
        MPI_OK(MPI_Irecv(id + P->receive_first[r],
                         P->receive_first[r + 1] - P->receive_first[r], MPI_INT64_T,
                         P->receive_rank[r], 77, MPI_COMM_WORLD, &request[r]));
    for (int s = 0; s < P->sends; s++) {
        int count = P->send_first[s + 1] - P->send_first[s];
        int64_t *packed = NEW(int64_t, (size_t)count, "packed");
        for (int k = 0; k < count; k++)
            packed[k] = own[P->send_row[P->send_first[s] + k]];
        MPI_OK(MPI_Send(packed, count, MPI_INT64_T, P->send_rank[s], 77,
                        MPI_COMM_WORLD));
        mem_free(packed);
    }
    MPI_OK(MPI_Waitall(P->receives, request, MPI_STATUSES_IGNORE));
    mem_free(request);
}

/* The pattern of the matrix is symmetric: a rank receives from the ranks to which
 * it sends. */
static int symmetric(const struct halo_plan *P)
{
    int good = P->sends == P->receives;
    for (int s = 0; good && s < P->sends; s++) {
        good &= P->send_rank[s] == P->receive_rank[s];
        good &= s == 0 || P->send_rank[s] > P->send_rank[s - 1];
        good &= P->send_rank[s] != tap_rank;
    }
    return good;
}

static void test_plan(const struct grid *g, int tag)
{
    struct csr A = stencil_create(g, STENCIL_SYMMETRIC);
    size_t nonzeros = A.ptr[A.n];
    int *col = NEW(int, nonzeros, "columns before");
    int64_t *remote = NEW(int64_t, (size_t)A.remotes, "remote ids before");
    memcpy(col, A.col, nonzeros * sizeof *col);
    memcpy(remote, A.remote, (size_t)A.remotes * sizeof *remote);
    const struct partition owners = grid_partition(g);
    struct halo_plan P = halo_build(&A, &owners, tag, MPI_COMM_WORLD);

    int64_t *own = NEW(int64_t, (size_t)A.n, "own ids");
    int64_t *id = NEW(int64_t, (size_t)A.halo, "halo ids");
    for (int i = 0; i < A.n; i++) {
        int64_t at[3];
        grid_point(g, i, at);
        own[i] = grid_id(g, at);
    }
    exchange_ids(&P, own, id);
    int right = 1, ascending = 1;
    for (size_t e = 0; e < nonzeros; e++)
        right &= col[e] >= 0 ? A.col[e] == col[e]
                             : A.col[e] >= A.n && A.col[e] < A.n + A.halo &&
                                   id[A.col[e] - A.n] == remote[-1 - col[e]];
    for (int r = 0; r < P.receives; r++)
        for (int k = P.receive_first[r] + 1; k < P.receive_first[r + 1]; k++)
            ascending &= id[k] > id[k - 1];
    ok(right, "each column receives its id, box %d x %d x %d", g->n[0], g->n[1],
       g->n[2]);
    ok(ascending, "halo entries of a neighbor ascend by id");
    ok(symmetric(&P), "the plan is symmetric and its ranks ascend");
    ok(A.halo == grid_halo(g), "the halo has %s",
       "as many entries as the box touches");
    arrays_free(own, id, col, remote);
    halo_free(&P);
    csr_free(&A);
}

int main(int argc, char **argv)
{
    start(&argc, &argv);
    int p[3];
    grid_factor(tap_ranks, p);
    struct grid g = grid_create(p, (int[3]){16, 8, 24}, tap_rank);
    for (int l = 0; l < 4; l++, g = grid_coarsen(&g))
        test_plan(&g, l);
    g = grid_create(p, (int[3]){1, 1, 1}, tap_rank);
    test_plan(&g, 4);
    return done();
}
