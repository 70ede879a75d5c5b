/* tests/checker/inspect.c - checks the results of one call and classifies what is wrong. */
#include "inspect.h"
#include "error.h"
#include "kernels.h"
#include "memory.h"
#include "phase.h"
#include "verdict.h"
#include "watched.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

double __real_vector_norm(const struct matrix *A, const struct vector *x);

/* Kernels that were wrong on level 0, and that were right on a coarse level in these formats. */
static int wrong_on_finest[WATCHED_MOST],
    right_on_coarse[WATCHED_MOST][FORMATS][FORMATS];

/* The last call of each kernel on level 0 that was right, in this test. */
static struct call right_call[WATCHED_MOST];

void inspect_start(void)
{
    memset(right_call, 0, sizeof right_call);
}

static int was_right(const struct call *c)
{
    const struct call *r = &right_call[c->index];
    return r->kernel && r->M == c->M && r->v == c->v && r->s == c->s;
}

/* The previous result of each kernel on each level. */
static struct {
    double *value;
    int n;
} last[WATCHED_MOST][MAX_LEVELS];

/* Memory of copies. It is not that of mem_alloc, whose sums a tree can ask for. */
static struct {
    double *entry;
    size_t count;
} pool[MOST_COPIES + 1];
enum { GATHERED = MOST_COPIES };

static double *room(int k, size_t count)
{
    if (count > pool[k].count) {
        free(pool[k].entry);
        pool[k].entry = malloc(count * sizeof(double));
        pool[k].count = count;
        if (!pool[k].entry)
            die("no memory for the copies of vectors");
    }
    return pool[k].entry;
}

/* Memory of the next copy: n entries and those of other ranks. */
static double *next_copy(struct frame *f, int n)
{
    const size_t remotes = f->c.M ? (size_t)f->c.M->copy.remotes : 0;
    return room(f->copies++, (size_t)n + remotes + 1);
}

struct frame frame_begin(int index, const char *name, enum format v, enum format s)
{
    enum { ONE_IN = 12 };
    return (struct frame){
        .entered = judge_clock(),
        .checked = !watch.bytes &&
                   (!watch.sample || seeded_below(&watch.choice, ONE_IN) == 0),
        .c = {.kernel = name, .index = index, .v = v, .s = s, .result = v}};
}

void frame_matrix(struct frame *f, const struct matrix *A)
{
    f->A = A;
    f->c.M = problem_find(A);
    f->c.level = A->depth;
}

double *frame_copy(struct frame *f, const struct vector *x)
{
    if (!f->checked)
        return NULL;
    double *copy = next_copy(f, x->n);
    vector_read(x, 0, x->n, copy);
    return copy;
}

double *frame_zeros(struct frame *f, int n)
{
    if (!f->checked)
        return NULL;
    double *zeros = next_copy(f, n);
    memset(zeros, 0, ((size_t)n + (size_t)f->c.M->copy.remotes) * sizeof *zeros);
    return zeros;
}

void frame_remote(struct frame *f, double *x)
{
    const struct checked_matrix *M = f->c.M;
    const int n = M->copy.columns;
    if (!f->checked || M->total == n)
        return;
    double *all = room(GATHERED, (size_t)M->total);
    memset(all, 0, (size_t)M->total * sizeof *all);
    for (int j = 0; j < n; j++)
        all[M->first + (M->order ? M->order[j] : j)] = x[j];
    MPI_OK(MPI_Allreduce(MPI_IN_PLACE, all, M->total, MPI_DOUBLE, MPI_SUM,
                         MPI_COMM_WORLD));
    for (int k = 0; k < M->copy.remotes; k++)
        x[n + k] = all[M->remote[k]];
}

double judge_sum(double x)
{
    MPI_OK(MPI_Allreduce(MPI_IN_PLACE, &x, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD));
    return x;
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

void frame_poison(struct frame *f, const struct vector *x)
{
    if (!f->checked)
        return;
    if (seeded_below(&watch.choice, 2) == 0) {
        f->left[f->lefts] = x->data;
        f->content[f->lefts++] = frame_copy(f, x);
        return;
    }
    struct vector y = *x;
    double part[256];
    for (int i = 0; i < 256; i++)
        part[i] = NAN;
    for (int i = 0; i < x->n; i += 256)
        vector_write(&y, i, x->n - i < 256 ? x->n - i : 256, part);
}

void frame_start(struct frame *f)
{
    const double t = judge_clock();
    watch.paused += t - f->entered;
    f->entered = t;
    watch.on = 0;
    if (watch.bytes)
        phase_reset();
}

void frame_stop(struct frame *f, double bytes)
{
    const double t = judge_clock();
    watch.on = 1;
    f->seconds = t - f->entered;
    f->bytes = bytes;
    f->entered = t;
    if (watch.bytes)
        watch_bytes_call(f);
}

static int is_right(const struct call *c, const double *got, int i,
                    row_function *row)
{
    const struct expected e = row(c, i);
    return fabsl(got[i] - e.value) <= e.bound;
}

/* 1 if got[i] is other[i] for all i or, if `other` is NULL, the number `number`. */
static int equals(const double *got, const double *other, double number, int n)
{
    for (int i = 0; i < n; i++) {
        const double wanted = other ? other[i] : number;
        if (!(got[i] == wanted || (isnan(got[i]) && isnan(wanted))))
            return 0;
    }
    return 1;
}

/* Is vector_norm compiled for this format? */
static int has_norm(enum format f)
{
#define IS(V, S) || (f == FORMAT_##V && f == FORMAT_##S)
    return 0 VECTOR_PAIRS_X(IS);
}

/* Does the result appear after another call of the tree, or after a while? */
static int appears_later(struct frame *f, const struct vector *y, row_function *row,
                         int i)
{
    const struct timespec pause = {0, 20000000};
    if (!y || !f->A || !has_norm(y->format) || f->c.M->total > f->c.M->copy.columns)
        return 0; /* (the other ranks do not call vector_norm) */
    __real_vector_norm(f->A, y);
    nanosleep(&pause, NULL);
    double *now = frame_copy(f, y);
    f->c.got = now;
    return is_right(&f->c, now, i, row);
}

/* What y contained before the call, or NULL if it was filled with NaN or is no result. */
static const double *content_before(const struct frame *f, const struct vector *y)
{
    for (int k = 0; y && k < f->lefts; k++)
        if (f->left[k] == y->data)
            return f->content[k];
    return NULL;
}

/* Names the reason why row i is wrong. */
static enum finding classify(struct frame *f, const struct vector *y,
                             const double *got, int n, int i, row_function *row)
{
    struct call *c = &f->c;
    const int l = c->level;
    const double *content = content_before(f, y);
    const int left = content && equals(got, content, 0, n);
    const int untouched = (isnan(got[i]) && equals(got, NULL, NAN, n)) || left ||
                          equals(got, NULL, 0, n) ||
                          (c->old && equals(got, c->old, 0, n));
    if (!untouched && last[c->index][l].n == n &&
        equals(got, last[c->index][l].value, 0, n))
        return CACHED;
    if (c->M && c->M->copy.ptr) {
        struct call constant = *c;
        constant.constant = 1;
        int fits = 1;
        for (int k = 0; k < 50 && fits; k++)
            fits = is_right(&constant, got, (i + k) % n, row);
        if (fits && row != row_sum)
            return CONSTANT;
    }
    if (fabs(got[i]) > 0 && equals(got, NULL, got[i], n) && fabs(got[i] - 1) < 1e-6)
        return ONES;
    if (untouched && l > 0 && !wrong_on_finest[c->index])
        return right_on_coarse[c->index][c->v][c->s] ? SKIPPED : UNFINISHED;
    if (untouched && (left || isnan(got[i])) && appears_later(f, y, row, i))
        return POSTPONED;
    if (untouched && was_right(c))
        return IDLE;
    return WRONG;
}

static uint64_t bits_of(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static void remember(const struct call *c, const double *got, int n)
{
    double **value = &last[c->index][c->level].value;
    free(*value);
    *value = malloc(((size_t)n + 1) * sizeof **value);
    if (!*value)
        die("no memory for the copies of vectors");
    memcpy(*value, got, (size_t)n * sizeof **value);
    last[c->index][c->level].n = n;
}

static void check(struct frame *f, const struct vector *y, const double *got, int n,
                  row_function *row)
{
    struct call *c = &f->c;
    if (!f->checked)
        return;
    const int all = watch.rows == 0 || watch.rows >= n;
    const int count = all ? n : watch.rows;
    int first = -1, wrong = 0;
    c->got = got;
    for (int k = 0; k < count; k++) {
        const int i = all ? k : seeded_below(&watch.random, n);
        /* (After a wrong result, NaN may follow from the NaN that it has left.) */
        if (is_right(c, got, i, row) || (watch.failures > 0 && isnan((double)row(c, i).value)))
            continue;
        wrong++;
        if (first < 0 || i < first)
            first = i;
    }
    if (first >= 0) {
        const struct expected e = row(c, first);
        struct wrong_row w = {.row = first,
                              .wrong = wrong,
                              .checked = count,
                              .got = got[first],
                              .wanted = (double)e.value,
                              .bound = (double)e.bound};
        w.kind = classify(f, y, got, n, first, row);
        verdict_row(f, &w);
        wrong_on_finest[c->index] |= c->level == 0;
        f->wrong = 1;
    } else if (!f->wrong) {
        right_on_coarse[c->index][c->v][c->s] |= c->level > 0;
        if (c->level == 0)
            right_call[c->index] = *c;
    }
    for (int i = 0; i < n && c->index != N_correct_solution; i++)
        watch.digest = (watch.digest ^ bits_of(got[i])) * UINT64_C(0x100000001b3);
    results[c->index].rows += count;
    remember(c, got, n);
}

void frame_check(struct frame *f, const struct vector *y, int n, row_function *row)
{
    check(f, y, frame_copy(f, y), n, row);
}

void frame_check_array(struct frame *f, const double *got, int n, row_function *row)
{
    check(f, NULL, got, n, row);
}

void frame_check_number(struct frame *f, double got, double wanted, double bound,
                        const char *what)
{
    if (!f->checked)
        return;
    results[f->c.index].rows++;
    if (!(fabs(got - wanted) <= bound))
        verdict_number(f, got < 0.1 * wanted ? FEWER : WRONG, got, wanted, what);
}

void frame_end(struct frame *f)
{
    for (int k = 0; k < f->inputs; k++) {
        double *now = frame_copy(f, f->input[k]);
        if (!equals(now, f->before[k], 0, f->input[k]->n)) {
            int i = 0;
            while (now[i] == f->before[k][i])
                i++;
            verdict_outside(f, "an input", i);
        }
    }
    const char *changed = watch.guards && f->checked ? watch.guards() : NULL;
    if (changed)
        verdict_outside(f, changed, -1);
    results[f->c.index].calls++;
    watch.paused += judge_clock() - f->entered;
}
