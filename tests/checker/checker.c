/* tests/checker/checker.c - judges the kernels with which it is linked, as run/judge asks.
 *
 * With the argument `check` the program is the checker of `make check` (check.c). Else:
 *
 * Standard input, one command in each line; the first line is a word with which all
 * answers begin. KIND and ORDER are numbers of enum problem_kind and enum row_order,
 * V and S are names of formats.
 *
 *   check SEED GROUP FORMATS QUICK               checks a group of kernels (check.c), FORMATS
 *                                                0: in f64, f32 and i8, 1: in all other pairs
 *   bytes SEED GROUP KIND NX NY NZ ORDER V S     compares stated and counted bytes
 *   solve SEED KIND NX NY NZ ORDER POLICY ROWS   one solve, watched
 *   open SEED KIND NX NY NZ ORDER                keeps a problem for rounds
 *   round SEED POLICY                            one timed, one watched solve
 *
 * The answers are lines of JSON on the descriptor that was standard output; the last
 * one of a command is {"done":...}. The secret seed is never an argument or part of
 * the environment.
 */
#include "bandwidth.h"
#include "device.h"
#include "error.h"
#include "machine.h"
#include "tests.h"
#include "tree.h"
#include "verdict.h"
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct problem *kept; /* of the commands open and round */

static int words(char *line, char *word[], int most)
{
    int count = 0;
    for (char *w = strtok(line, " \n"); w && count < most; w = strtok(NULL, " \n"))
        word[count++] = w;
    return count;
}

/* KIND NX NY NZ ORDER */
static struct problem_setup setup_from(char *word[], uint64_t seed, format_set need)
{
    const struct problem_setup s = {
        .kind = (enum problem_kind)atoi(word[0]),
        .box = {atoi(word[1]), atoi(word[2]), atoi(word[3])},
        .levels = 3,
        .order = (enum row_order)atoi(word[4]),
        .need = need,
        .seed = seed};
    return s;
}

/* bytes SEED GROUP KIND NX NY NZ ORDER V S */
static void command_bytes(char *word[], uint64_t seed)
{
    const enum format v = format_find(word[8]), s = format_find(word[9]);
    const struct problem_setup setup =
        setup_from(word + 3, seed,
                   1u << F64 | 1u << v | 1u << (format_is_integer(s) ? v : s));
    struct seeded random = {seed + 5};
    struct problem *p = problem_create(&setup);
    watch_bytes("bytes", seed);
    const int exists = group_test(word[2], p, v, s, &random, 1);
    watch.on = 0;
    if (!exists)
        verdict_line("{\"error\":\"unknown group %s\"}", word[2]);
    watch_bytes_write();
    problem_free(p);
    verdict_line("{\"done\":\"bytes\"}");
}

/* check SEED GROUP FORMATS QUICK */
static void command_check(char *word[], uint64_t seed)
{
    if (!check_groups(word[2], (enum check_formats)atoi(word[3]), atoi(word[4]), seed))
        verdict_line("{\"error\":\"unknown group %s\"}", word[2]);
    verdict_line("{\"done\":\"check\"}");
}

static format_set needed(const char *policy)
{
    return strcmp(policy, "double") == 0 ? 1u << F64 : 1u << F64 | 1u << F32;
}

static void write_solve(const char *name, const struct solve_result *r)
{
    verdict_line("{\"%s\":{\"iterations\":%d,\"seconds\":%.9g,"
                 "\"residual\":%s,\"error\":%s,\"reason\":\"%s\"}}",
                 name, r->iterations, r->seconds,
                 number_text(r->residual).text, number_text(r->error).text,
                 r->reason);
}

/* solve SEED KIND NX NY NZ ORDER POLICY ROWS */
static void command_solve(char *word[], uint64_t seed)
{
    const struct problem_setup setup = setup_from(word + 2, seed, needed(word[7]));
    char test[100];
    snprintf(test, sizeof test, "solve, %s %sx%sx%s, %s", problem_name(setup.kind),
             word[3], word[4], word[5], word[7]);
    struct problem *p = problem_create(&setup);
    struct solve_result r =
        solve_once(p, word[7], test, atoi(word[8]), seed + 9, 0);
    problem_free(p);
    write_solve("solve", &r);
    verdict_line("{\"done\":\"solve\",\"test\":\"%s\",\"failures\":%d}", test,
                 watch.failures);
}

/* With make COUNT=1: do both solves of a round load and store the same bytes? */
static void compare_bytes(const struct phase_table *timed,
                          const struct phase_table *watched)
{
    for (int p = 0; p < PHASES; p++)
        for (int l = 0; l < MAX_LEVELS; l++) {
            const double a = timed->cell[p][l].counted,
                         b = watched->cell[p][l].counted;
            if (a < 0.99 * b) {
                verdict_text(LESS,
                             "%s, level %d: %.0f bytes, and %.0f if all calls "
                             "are checked",
                             phase_name((enum phase)p), l, a, b);
                return;
            }
        }
}

/* round SEED POLICY: the time of the first solve counts, and a sample of its calls is
 * checked; in the second one all calls. */
static void command_round(char *word[], uint64_t seed)
{
    enum { ROWS = 8 };
    const struct solve_result timed = solve_once(kept, word[2], "timed solve", ROWS,
                                                 seed, 1),
                              watched =
                                  solve_once(kept, word[2], "timed solve, watched",
                                             ROWS, seed, 0);
    write_solve("timed", &timed);
    write_solve("watched", &watched);
    watch_sums_write();
    compare_bytes(&timed.phases, &watched.phases);
    verdict_line("{\"done\":\"round\",\"failures\":%d}", watch.failures);
}

static void command_open(char *word[], uint64_t seed)
{
    const struct problem_setup setup =
        setup_from(word + 2, seed, 1u << F64 | 1u << F32);
    kept = problem_create(&setup);
    const struct matrix *A = &kept->h->level[0].A;
    struct bandwidth b = {0};
    bandwidth_measure(&b,
                      bandwidth_bytes(12.0 * (double)A->nonzeros, MPI_COMM_SELF),
                      MPI_COMM_SELF);
    verdict_line(
        "{\"done\":\"open\",\"rows\":%d,\"read\":%.6g,\"layout_bytes\":%zu}", A->n,
        b.read, kept->h->level[0].bytes);
}

static int command(char *line)
{
    char *word[12] = {0};
    const int count = words(line, word, 12);
    const uint64_t seed = count > 1 ? strtoull(word[1], NULL, 10) : 0;
    if (count == 0)
        return 0;
    if (strcmp(word[0], "check") == 0 && count == 5) {
        command_check(word, seed);
    } else if (strcmp(word[0], "bytes") == 0 && count == 10) {
        command_bytes(word, seed);
    } else if (strcmp(word[0], "solve") == 0 && count == 9) {
        command_solve(word, seed);
    } else if (strcmp(word[0], "open") == 0 && count == 7) {
        command_open(word, seed);
    } else if (strcmp(word[0], "round") == 0 && count == 3 && kept) {
        command_round(word, seed);
    } else {
        verdict_line("{\"error\":\"unknown command %s\"}", word[0]);
    }
    return 1;
}

/* "f32_f16 " of f32, f16. */
#define PAIR(V, S) #V "_" #S " "

int main(int argc, char **argv)
{
    char line[500];
    int level;
    MPI_OK(MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &level));
    machine_threads(0, MPI_COMM_WORLD);
    device_start(&(struct device_request){-1, 0}, MPI_COMM_WORLD);
    if (argc > 1 && strcmp(argv[1], "check") == 0)
        return check_main(argc, argv);
    const int answers = fcntl(1, F_DUPFD, 100);
    if (!fgets(line, sizeof line, stdin) || !freopen("/dev/null", "w", stdout))
        return EXIT_BROKEN;
    line[strcspn(line, "\n")] = '\0';
    verdict_open(answers, line);
    verdict_line("{\"ready\":\"%s\",\"matrix_pairs\":\"" MATRIX_PAIRS_X(
                     PAIR) "\",\"vector_pairs\":\"" VECTOR_PAIRS_X(PAIR) "\"}",
                 tree_name);
    while (fgets(line, sizeof line, stdin) && command(line))
        ;
    MPI_OK(MPI_Finalize());
    return 0;
}
