/* tests/checker/finding.c - the findings of the checker as text. */
#include "finding.h"
#include "error.h"
#include <omp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { TEXT = 600 };

static void __attribute__((format(printf, 2, 3)))
add(char text[TEXT], const char *format, ...)
{
    const size_t used = strlen(text);
    va_list args;
    va_start(args, format);
    vsnprintf(text + used, TEXT - used, format, args);
    va_end(args);
}

struct place finding_place(const struct frame *f)
{
    struct place p;
    const size_t room = sizeof p.text;
    int used = snprintf(p.text, room, "%s", f->c.kernel);
    if (f->A)
        used += snprintf(p.text + used, room - (size_t)used, " on level %d",
                         f->c.level);
    used +=
        snprintf(p.text + used, room - (size_t)used, ", %s", format_name(f->c.v));
    if (f->c.s != f->c.v)
        snprintf(p.text + used, room - (size_t)used, ",%s", format_name(f->c.s));
    return p;
}

static void report(struct result *r, const char *text)
{
    watch.failures++;
    if (r->wrong++ == 0)
        snprintf(r->first, sizeof r->first, "%s [%s]", text, watch.test);
}

/* The columns of a row, the first eight of its own and of its halo columns. */
static void add_columns(char text[TEXT], const struct csr *A, int row)
{
    enum { MOST = 8 };
    static const char *const names_of[] = {"columns", "halo columns"};
    for (int halo = 0; halo < 2; halo++) {
        int count = 0;
        for (size_t e = A->ptr[row]; e < A->ptr[row + 1]; e++) {
            if ((A->col[e] >= A->columns) != halo)
                continue;
            if (count++ == 0)
                add(text, "; its %s are", names_of[halo]);
            if (count <= MOST)
                add(text, " %d", A->col[e]);
        }
        if (count > MOST)
            add(text, " and %d more", count - MOST);
    }
}

void finding_row(const struct frame *f, const struct wrong_row *w)
{
    char text[TEXT] = "";
    const struct csr *A = f->c.M ? &f->c.M->copy : NULL;
    const int *order = f->A && w->row < f->A->n ? f->A->order : NULL;
    add(text,
        "row %d of %s: %.9g instead of %.9g, at most %.1e apart; %d of %d rows are "
        "wrong",
        w->row, finding_place(f).text, w->got, w->wanted, w->bound, w->wrong,
        w->checked);
    if (order && order[w->row] != w->row)
        add(text, "; it is row %d in natural order", order[w->row]);
    if (A && w->row < A->n)
        add_columns(text, A, w->row);
    report(&results[f->c.index], text);
}

void finding_call(const struct frame *f, const char *format, ...)
{
    char text[TEXT] = "", what[TEXT / 2];
    va_list args;
    va_start(args, format);
    vsnprintf(what, sizeof what, format, args);
    va_end(args);
    add(text, "%s: %s", finding_place(f).text, what);
    report(&results[f->c.index], text);
}

void finding_test(const char *format, ...)
{
    char text[TEXT];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    report(&results[OF_TESTS], text);
}

void finding_write(const struct result *r)
{
    const int ranks = comm_size(MPI_COMM_WORLD);
    for (int rank = 0; rank < ranks; rank++) {
        fflush(stdout);
        MPI_OK(MPI_Barrier(MPI_COMM_WORLD));
        if (rank == comm_rank(MPI_COMM_WORLD) && r->wrong)
            printf(
                "# %s; the first of %d findings on rank %d of %d with %d threads\n",
                r->first, r->wrong, rank, ranks, omp_get_max_threads());
    }
}
