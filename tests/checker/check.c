/* tests/checker/check.c - checks all kernels of a tree on a list of problems, on any number of
 * ranks.
 *
 * Every kernel of the contract is called in each compiled pair of formats (kernel_tests.c). The
 * calls are checked where they arrive (watch.h).
 */
#include "tests/unit/tap.h"
#include "finding.h"
#include "tests.h"
#include "watched.h"
#include <inttypes.h>
#include <string.h>

static const format_set every_format = 1u << F64 | 1u << F32 | 1u << F16 | 1u << I8;

/* The problems. A box with the side 0 has three random sides. The coarse levels of one of them have
 * 480 and 60 rows. */
static const struct {
    enum problem_kind kind;
    int box[3], levels;
    enum row_order order;
    int always; /* 0: not with `quick` */
} problems[] = {
    {PROBLEM_STENCIL, {8, 8, 8}, 3, ORDER_NATURAL, 1},
    {PROBLEM_STENCIL, {8, 16, 24}, 4, ORDER_COLOR, 0},
    {PROBLEM_VARYING, {12, 16, 20}, 3, ORDER_COLOR, 1},
    {PROBLEM_VARYING, {0}, 3, ORDER_NATURAL, 1},
    {PROBLEM_PERMUTED, {0}, 3, ORDER_COLOR, 1},
    {PROBLEM_PERMUTED, {8, 8, 8}, 3, ORDER_NATURAL, 0},
    {PROBLEM_IRREGULAR, {0}, 3, ORDER_COLOR, 1},
    {PROBLEM_IRREGULAR, {8, 12, 8}, 3, ORDER_NATURAL, 1},
    {PROBLEM_DIAGONAL, {150, 1, 1}, 1, ORDER_COLOR, 1},
    {PROBLEM_TWO_COLORS, {150, 1, 1}, 1, ORDER_COLOR, 1},
    {PROBLEM_CHAIN, {150, 1, 1}, 1, ORDER_NATURAL, 1},
    {PROBLEM_LONG_ROWS, {150, 1, 1}, 1, ORDER_COLOR, 1}};

/* The pairs of formats of kernels with a matrix, and of kernels without. */
struct format_pair {
    enum format v, s;
};
#define PAIR(V, S) {FORMAT_##V, FORMAT_##S},
static const struct format_pair matrix_pairs[] = {MATRIX_PAIRS_X(PAIR)},
                         vector_pairs[] = {VECTOR_PAIRS_X(PAIR)};
enum {
    MATRIX_PAIRS = sizeof matrix_pairs / sizeof *matrix_pairs,
    VECTOR_PAIRS = sizeof vector_pairs / sizeof *vector_pairs
};

static int is_first(struct format_pair pair)
{
    return (pair.v == F64 && pair.s == F64) ||
           (pair.v == F32 && (pair.s == F32 || pair.s == I8));
}

/* Calls a group of kernels in one pair of formats. Returns the digest of all results. */
static uint64_t check_pair(const char *group, struct problem *p, const char *name,
                           struct format_pair pair, uint64_t seed, int quick)
{
    char test[120];
    struct seeded random = {seed + 5};
    snprintf(test, sizeof test, "%s, %s, %s %s", group, name, format_name(pair.v),
             format_name(pair.s));
    watch_start(test, 0, seed);
    group_test(group, p, pair.v, pair.s, &random, quick);
    watch.on = 0;
    return watch.digest;
}

/* With --bits: if all entries are exact in every format, the matrix in i8 gives the same bits as in
 * the format of the vectors. The contract does not require it; ref and opt add in one order. */
static int bits;

static void check_pairs(const char *group, const struct problem_config *s,
                        struct problem *p, const char *name, int quick)
{
    const int vectors = group_of_vectors(group);
    const struct format_pair *pairs = vectors ? vector_pairs : matrix_pairs;
    const int exact = bits && !vectors && strcmp(group, "transfer") != 0 &&
                      (s->kind == PROBLEM_STENCIL || s->kind > PROBLEM_IRREGULAR);
    uint64_t digest[FORMATS] = {0};
    for (int in_i8 = 0; in_i8 < 2; in_i8++)
        for (int k = 0; k < (vectors ? VECTOR_PAIRS : MATRIX_PAIRS); k++) {
            if ((pairs[k].s == I8) != in_i8 || (quick && !is_first(pairs[k])))
                continue;
            const uint64_t d = check_pair(group, p, name, pairs[k], s->seed, quick);
            if (pairs[k].s == pairs[k].v)
                digest[pairs[k].v] = d;
            if (in_i8 && exact && digest[pairs[k].v] && digest[pairs[k].v] != d)
                finding_test("%s, %s, %s: a matrix in i8 whose entries are exact has other "
                             "results than in %s", group, name,
                             format_name(pairs[k].v), format_name(pairs[k].v));
        }
}

/* Checks a group, or all groups if it is NULL. Returns 0 if there is no such group. */
static int check_groups(const char *group, int quick, uint64_t seed)
{
    int exists = 0;
    struct seeded random = {seed};
    for (size_t k = 0; k < sizeof problems / sizeof *problems; k++) {
        if (quick && !problems[k].always)
            continue;
        struct problem_config s = {.kind = problems[k].kind,
                                  .levels = problems[k].levels,
                                  .order = problems[k].order,
                                  .need = every_format,
                                  .seed = seeded_bits(&random)};
        for (int d = 0; d < 3; d++) {
            const int side = 4 * (2 + seeded_below(&random, 3));
            s.box[d] = problems[k].box[0] ? problems[k].box[d] : side;
        }
        char name[80];
        snprintf(name, sizeof name, "%s %dx%dx%d, %s order", problem_name(s.kind),
                 s.box[0], s.box[1], s.box[2],
                 s.order == ORDER_COLOR ? "color" : "natural");
        watch_step(2, "the storage of the matrices of %s", name);
        struct problem *p = problem_create(&s);
        for (int g = 0; group_name(g); g++) {
            if ((group && strcmp(group, group_name(g)) != 0) ||
                (group_of_vectors(group_name(g)) && k > 0))
                continue;
            exists = 1;
            check_pairs(group_name(g), &s, p, name, quick);
        }
        problem_free(p);
    }
    return exists;
}

/* The lines of TAP: one for each kernel that was called, with the first finding of each rank. */
static void write_results(void)
{
    for (int k = 0; k < WATCHED; k++) {
        const struct result *r = &results[k];
        if (k != OF_TESTS && r->calls == 0)
            continue;
        if (k == OF_TESTS)
            ok(!r->wrong, "results that are exact, results of too many numbers");
        else
            ok(!r->wrong, "%s: %ld calls, %ld numbers", kernel_names[k], r->calls, r->rows);
        finding_write(r);
    }
}

int check_main(int count, char *word[])
{
    const char *group = NULL;
    int quick = 0, known = 1;
    uint64_t seed = 1;
    tap_start();
    for (int k = 0; k < count; k++)
        if (strcmp(word[k], "--quick") == 0)
            quick = 1;
        else if (strcmp(word[k], "--bits") == 0)
            bits = 1;
        else if (strncmp(word[k], "--group=", 8) == 0)
            group = word[k] + 8;
        else if (sscanf(word[k], "--seed=%" SCNu64, &seed) != 1)
            known = 0;
    if (!known || !check_groups(group, quick, seed))
        return EXIT_USAGE;
    write_results();
    return done();
}
