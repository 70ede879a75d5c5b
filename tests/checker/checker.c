/* tests/checker/checker.c - checks the kernels with which it is linked.
 *
 *   check [--quick] [--group=GROUP] [--seed=NUMBER] [--bits]    every kernel (check.c)
 *   solve SEED KIND NX NY NZ ORDER POLICY                       whole solves (solve_tests.c)
 *   bytes GROUP KIND NX NY NZ ORDER V S                         stated and counted bytes
 *   pairs                                                       the compiled pairs of formats
 *
 * KIND and ORDER are numbers of enum problem_kind and enum row_order, V and S names of formats.
 * `bytes` needs a program that was built with make COUNT=1. Only `check` runs on several ranks, and
 * prints TAP; the results of the other commands are lines of JSON. A finding is a line that begins
 * with "#". --seconds=NUMBER before the command is the time that a call of a kernel may last (300).
 */
#include "device.h"
#include "error.h"
#include "machine.h"
#include "tests.h"
#include "watch.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char usage[] =
    "usage: %s check [--quick] [--group=GROUP] [--seed=NUMBER] [--bits]\n"
    "Checks the kernels of the tree. Groups: spmv, sweep, transfer, jacobi, "
    "update, ortho.\n"
    "--quick: fewer problems, only in f64, f32 and i8\n"
    "--bits: a matrix in i8 whose entries are exact must give the same bits\n";

/* KIND NX NY NZ ORDER */
static struct problem *problem_from(char *word[], uint64_t seed, format_set need)
{
    const struct problem_config s = {
        .kind = (enum problem_kind)atoi(word[0]),
        .box = {atoi(word[1]), atoi(word[2]), atoi(word[3])},
        .levels = 3,
        .order = (enum row_order)atoi(word[4]),
        .need = need,
        .seed = seed};
    watch_step(2, "the storage of the matrices of %s %sx%sx%s",
               problem_name(s.kind), word[1], word[2], word[3]);
    return problem_create(&s);
}

/* GROUP KIND NX NY NZ ORDER V S */
static int bytes(char *word[])
{
    const enum format v = format_find(word[6]), s = format_find(word[7]);
    struct seeded random = {6};
    struct problem *p = problem_from(
        word + 1, 1, 1u << F64 | 1u << v | 1u << (format_is_integer(s) ? v : s));
    watch_bytes("bytes", 1);
    const int exists = group_test(word[0], p, v, s, &random, 1);
    watch.on = 0;
    watch_bytes_write();
    problem_free(p);
    return exists ? EXIT_OK : EXIT_USAGE;
}

/* SEED KIND NX NY NZ ORDER POLICY */
static int solve(char *word[])
{
    const uint64_t seed = strtoull(word[0], NULL, 10);
    const int in_double = strcmp(word[6], "double") == 0;
    char test[100];
    struct problem *p =
        problem_from(word + 1, seed, in_double ? 1u << F64 : 1u << F64 | 1u << F32);
    snprintf(test, sizeof test, "%s %sx%sx%s, %s",
             problem_name((enum problem_kind)atoi(word[1])), word[2], word[3],
             word[4], word[6]);
    solve_test(p, word[6], test, seed + 9);
    problem_free(p);
    return watch.failures ? EXIT_INVALID : EXIT_OK;
}

#define PAIR(V, S) #V " " #S ","

static int pairs(void)
{
    printf("{\"matrix\": \"" MATRIX_PAIRS_X(
        PAIR) "\", \"vector\": \"" VECTOR_PAIRS_X(PAIR) "\"}\n");
    return EXIT_OK;
}

/* The exit status of a command and its words. */
static int command(int count, char *word[])
{
    if (count > 0 && strcmp(word[0], "check") == 0)
        return check_main(count - 1, word + 1);
    if (count == 9 && strcmp(word[0], "bytes") == 0)
        return bytes(word + 1);
    if (count == 8 && strcmp(word[0], "solve") == 0)
        return solve(word + 1);
    if (count == 1 && strcmp(word[0], "pairs") == 0)
        return pairs();
    return EXIT_USAGE;
}

int main(int argc, char **argv)
{
    int level, seconds = 300, first = 1;
    MPI_OK(MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &level));
    if (argc > 1 && sscanf(argv[1], "--seconds=%d", &seconds) == 1)
        first = 2;
    machine_threads(0, MPI_COMM_WORLD);
    device_start(&(struct device_request){-1, 0}, MPI_COMM_WORLD);
    watch_limit(seconds);
    const int status = command(argc - first, argv + first);
    if (status == EXIT_USAGE)
        fprintf(stderr, usage, argv[0]);
    int ended;
    MPI_OK(MPI_Finalized(&ended));
    if (!ended)
        MPI_OK(MPI_Finalize());
    return status;
}
