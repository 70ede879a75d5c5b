/* tests/checker/frame.c - copies the operands of one call and checks its results. */
#include "frame.h"
#include "error.h"
#include "finding.h"
#include "phase.h"
#include "watched.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct frame frame_begin(int index, const char *name, enum format v, enum format s)
{
    return (struct frame){
        .checked = !watch.bytes,
        .nan = watch.rows > 0 ? seeded_below(&watch.random, 2) : watch.nan,
        .c = {.kernel = name, .index = index, .v = v, .s = s, .result = v}};
}

void frame_matrix(struct frame *f, const struct matrix *A)
{
    f->A = A;
    f->c.M = problem_find(A);
    f->c.level = A->level;
}

/* Returns n zeros, followed by those for the entries of other ranks. */
double *frame_zeros(struct frame *f, int n)
{
    if (!f->checked)
        return NULL;
    const size_t remotes = f->c.M ? (size_t)f->c.M->copy.remotes : 0;
    double *copy = calloc((size_t)n + remotes + 1, sizeof *copy);
    if (!copy)
        die("no memory for the copies of vectors");
    return f->copy[f->copies++] = copy;
}

double *frame_copy(struct frame *f, const struct vector *x)
{
    double *copy = frame_zeros(f, x->n);
    if (copy)
        vector_read(x, 0, x->n, copy);
    return copy;
}

double *frame_input(struct frame *f, const struct vector *x)
{
    double *copy = frame_copy(f, x);
    if (!copy)
        return NULL;
    f->input[f->inputs] = x;
    f->before[f->inputs++] = copy;
    return copy;
}

void frame_remote(struct frame *f, double *x)
{
    const struct checked_matrix *M = f->c.M;
    const int n = M->copy.columns;
    if (!f->checked || M->total == n)
        return;
    double *all = calloc((size_t)M->total, sizeof *all);
    if (!all)
        die("no memory for the entries of all ranks");
    for (int j = 0; j < n; j++)
        all[M->first + (M->order ? M->order[j] : j)] = x[j];
    MPI_OK(MPI_Allreduce(MPI_IN_PLACE, all, M->total, MPI_DOUBLE, MPI_SUM,
                         MPI_COMM_WORLD));
    for (int k = 0; k < M->copy.remotes; k++)
        x[n + k] = all[M->remote[k]];
    free(all);
}

double sum_of_ranks(double x)
{
    MPI_OK(MPI_Allreduce(MPI_IN_PLACE, &x, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD));
    return x;
}

void frame_fill(struct frame *f, const struct vector *x)
{
    struct vector y = *x;
    double part[256];
    for (int i = 0; i < x->n && f->checked; i += 256) {
        const int count = x->n - i < 256 ? x->n - i : 256;
        for (int k = 0; k < count; k++)
            part[k] = f->nan ? NAN : seeded_in(&watch.random, -1, 1);
        vector_write(&y, i, count, part);
    }
}

void frame_start(struct frame *f)
{
    watch.on = 0;
    watch_step(1, "%s", finding_place(f).text);
    if (watch.bytes)
        phase_reset();
}

void frame_stop(struct frame *f)
{
    watch.on = 1;
    /* Two limits: this rank may first wait here for another one, whose call may last one limit. */
    watch_step(2, "the check of %s", finding_place(f).text);
    if (watch.bytes)
        watch_bytes_call(f);
}

static void add_to_digest(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    watch.digest = (watch.digest ^ bits) * UINT64_C(0x100000001b3);
}

void frame_check_array(struct frame *f, const double *got, int n, row_function *row)
{
    struct call *c = &f->c;
    if (!f->checked)
        return;
    const int all = watch.rows == 0 || watch.rows >= n,
              count = all ? n : watch.rows;
    struct wrong_row first = {.row = -1, .checked = count};
    c->got = got;
    for (int k = 0; k < count; k++) {
        const int i = all ? k : seeded_below(&watch.random, n);
        const struct expected e = row(c, i);
        /* After a wrong result, a NaN in what is expected may come from that result. */
        if (fabsl(got[i] - e.value) <= e.bound ||
            (watch.failures > 0 && isnan((double)e.value)))
            continue;
        first.wrong++;
        if (first.row >= 0 && first.row < i)
            continue;
        first.row = i;
        first.got = got[i];
        first.wanted = (double)e.value;
        first.bound = (double)e.bound;
    }
    if (first.wrong)
        finding_row(f, &first);
    for (int i = 0; i < n && c->index != N_correct_solution; i++)
        add_to_digest(got[i]);
    results[c->index].rows += count;
}

void frame_check(struct frame *f, const struct vector *y, int n, row_function *row)
{
    frame_check_array(f, frame_copy(f, y), n, row);
}

void frame_check_number(struct frame *f, double got, double wanted, double bound,
                        const char *what)
{
    if (!f->checked)
        return;
    results[f->c.index].rows++;
    if (!(fabs(got - wanted) <= bound))
        finding_call(f, "%s %.9g instead of %.9g", what, got, wanted);
}

static void check_input(struct frame *f, const struct vector *x,
                        const double *before)
{
    const double *now = frame_copy(f, x);
    for (int i = 0; i < x->n; i++)
        if (!(now[i] == before[i] || (isnan(now[i]) && isnan(before[i])))) {
            finding_call(f,
                         "row %d of an operand, which must not change, is %.9g "
                         "after the call instead of %.9g",
                         i, now[i], before[i]);
            return;
        }
}

void frame_end(struct frame *f)
{
    for (int k = 0; k < f->inputs; k++)
        check_input(f, f->input[k], f->before[k]);
    const char *changed = watch.guards && f->checked ? watch.guards() : NULL;
    if (changed)
        finding_call(f, "%s has changed", changed);
    results[f->c.index].calls++;
    while (f->copies > 0)
        free(f->copy[--f->copies]);
}
