/* tests/hpgmxp/unit_hpgmxp_grid.c - process grid, ids, and sizes beyond 32 bit. */
#include "blocks.h"
#include "box.h"
#include "kernels.h"
#include "process_grid.h"
#include "stencil.h"
#include "tap.h"

static void test_factor(void)
{
    static const int table[][4] = {
        /* spec of HPG-MxP, section 1 */
        {1, 1, 1, 1},     {2, 1, 1, 2},       {3, 1, 1, 3},  {4, 2, 1, 2},
        {6, 2, 1, 3},     {8, 2, 2, 2},       {12, 2, 2, 3}, {16, 2, 2, 4},
        {24, 3, 2, 4},    {27, 3, 3, 3},      {64, 4, 4, 4}, {512, 8, 8, 8},
        {1024, 8, 8, 16}, {75264, 32, 48, 49}};
    for (size_t k = 0; k < sizeof table / sizeof *table; k++) {
        int p[3] = {0, 0, 0};
        process_grid_factor(table[k][0], p);
        ok(p[0] == table[k][1] && p[1] == table[k][2] && p[2] == table[k][3],
           "process grid of %d ranks is %d x %d x %d", table[k][0], table[k][1],
           table[k][2], table[k][3]);
    }
}

/* Every global id has one owner and one local row, and these give the id again. */
static void test_ids(const int p[3], const int n[3])
{
    int ranks = p[0] * p[1] * p[2], good = 1;
    int64_t seen = 0, id_sum = 0, nonzeros = 0;
    struct box g = box_equal(p, n, 0);
    int64_t rows = box_global_rows(&g);
    for (int r = 0; r < ranks; r++) {
        g = box_equal(p, n, r);
        good &= r == (g.position[2] * p[1] + g.position[1]) * p[0] + g.position[0];
        nonzeros += stencil_local_nonzeros(&g);
        for (int i = 0; i < box_rows(&g); i++) {
            int at[3];
            box_point(&g, i, at);
            int64_t id = box_id(&g, at);
            good &= id >= 0 && id < rows;
            const struct partition P = box_partition(&g);
            good &= P.owner(P.data, id) == r && P.local(P.data, id) == i;
            seen++;
            id_sum += id;
        }
    }
    ok(good, "owner and local row of each id, %d x %d x %d ranks", p[0], p[1],
       p[2]);
    ok(seen == rows && id_sum == rows * (rows - 1) / 2, "every id occurs once");
    ok(nonzeros == (int64_t)(3 * g.side[0] - 2) * (3 * g.side[1] - 2) *
                       (3 * g.side[2] - 2),
       "local nonzeros add up to the global count");
}

static void test_large(void)
{
    const int64_t side = 432;
    struct box inner = box_equal((int[3]){3, 3, 3}, (int[3]){432, 432, 432}, 13);
    ok(stencil_local_nonzeros(&inner) == 27 * side * side * side,
       "nonzeros of 432^3 points with neighbors on all sides pass 2^31");
}

/* Every 97th of 75264 ranks with 320^3 rows, on all levels: the ids of the corners of
 * its box and of the 26 points around each of them, against 128-bit integers; their
 * owner and their row there, only from the position. */
static void test_all_ranks(void)
{
    static const int p[3] = {32, 48, 49};
    int good = 1, in_range = 1, inverse = 1, level = 0;
    for (int side = 320; side >= 40; side /= 2, level++) {
        const int n[3] = {side, side, side};
        for (int rank = level; rank < 75264; rank += 97) {
            const struct box g = box_equal(p, n, rank);
            const struct partition P = box_partition(&g);
            for (int corner = 0; corner < 8 * 27; corner++) {
                int at[3], inside = 1, owner = 0, local = 0;
                __int128 id = 0;
                for (int d = 2, c = corner % 8, s = corner / 8; d >= 0;
                     d--, c /= 2, s /= 3) {
                    const int extent = p[d] * side;
                    at[d] = g.position[d] * side + (c % 2 ? side - 1 : 0) + s % 3 - 1;
                    inside = inside && at[d] >= 0 && at[d] < extent;
                    id = id * extent + at[d];
                    owner = owner * p[d] + at[d] / side;
                    local = local * side + at[d] % side;
                }
                if (!inside)
                    continue;
                const int64_t got = box_id(&g, at);
                good = good && got == id;
                in_range = in_range && got >= 0 && got < box_global_rows(&g);
                inverse = inverse && P.owner(P.data, got) == owner &&
                          P.local(P.data, got) == local;
            }
        }
    }
    ok(good && in_range, "ids of 75264 ranks x 320^3, 160^3, 80^3, 40^3");
    ok(inverse, "their owners and rows there");
}

/* A matrix from a file with as many rows, in blocks. */
static void test_all_blocks(void)
{
    const struct blocks b = {INT64_C(75264) * 320 * 320 * 320 + 12345, 75264};
    const struct partition P = blocks_partition(&b);
    int good = blocks_first(&b, 0) == 0 && blocks_first(&b, b.ranks) == b.n;
    for (int rank = 0; rank < b.ranks; rank++) {
        const int64_t first = blocks_first(&b, rank),
                      next = blocks_first(&b, rank + 1);
        good = good && first == (int64_t)((__int128)rank * b.n / b.ranks) &&
               blocks_rows(&b, rank) == next - first &&
               P.owner(P.data, first) == rank &&
               P.owner(P.data, next - 1) == rank &&
               P.local(P.data, next - 1) == next - 1 - first;
    }
    ok(good, "blocks of %lld rows on 75264 ranks", (long long)b.n);
}

int main(int argc, char **argv)
{
    start(&argc, &argv);
    test_factor();
    test_ids((int[3]){1, 1, 1}, (int[3]){8, 8, 8});
    test_ids((int[3]){3, 2, 4}, (int[3]){2, 5, 3});
    test_ids((int[3]){1, 1, 5}, (int[3]){1, 1, 1});
    test_large();
    test_all_ranks();
    test_all_blocks();
    return done();
}
