/* common/hpgmxp/benchmark_system.c - creates and describes the benchmark's system for the
 * verb solve (hpgmxp.h). */
#include "hpgmxp.h"
#include "memory.h"
#include "multigrid.h"
#include "problem.h"
#include "system.h"
#include <stdio.h>

static struct problem_options options = {.order = -1};
static struct hpgmxp_policy
    formats; /* from the options; those of GMRES and the levels */
static struct option_group groups[] = {
    {PROBLEM_HEADING, problem_table, &options, 0}, {0}};
static const struct option_group numbers = {"", problem_numbers, &options, 0};

static struct policy check(const struct gmres_options *gmres, int preconditioned,
                           MPI_Comm comm)
{
    problem_check(&options, 1, comm);
    formats = problem_policy(&options, gmres, preconditioned);
    return formats.gmres;
}

static struct system create(const struct gmres_options *gmres, int preconditioned,
                            struct run *run, MPI_Comm comm)
{
    problem_check_memory(&options, gmres->restart, 1, run, comm);
    struct hierarchy *h = problem_hierarchy(&options, options.p, &formats, 1, comm);
    struct system S = {.A = &h->level[0].A,
                       .b = &h->b,
                       .rows = box_partition(&h->grid[0]),
                       .known = 1,
                       .data = h};
    if (preconditioned)
        S.M = precond_multigrid(h, &formats);
    return S;
}

static void collect(const struct system *S, struct setup *setup, struct run *run,
                    MPI_Comm comm)
{
    problem_collect(S->data, setup, run, comm);
}

static void release(struct system *S)
{
    hierarchy_free(S->data);
}

static void print(const struct system *S, const struct run *run)
{
    (void)S;
    printf("order=%s local=%dx%dx%d ranks=%d ",
           option_choice(problem_table, "order", options.order), options.n[0],
           options.n[1], options.n[2], run->ranks);
}

static void json_options(struct json *j)
{
    problem_json(j, &options, &formats);
}

static void json_sizes(struct json *j, const struct system *S,
                       const struct setup *setup)
{
    const struct hierarchy *h = S->data;
    problem_json_sizes(j, &h->grid[0], setup);
}

const struct system_source problem_source = {groups, &numbers,     check,
                                             create, collect,      release,
                                             print,  json_options, json_sizes};
