/* tests/checker/verdict.c - writes the findings of the judge. */
#include "verdict.h"
#include "watched.h"
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static int out = -1; /* no lines */
static char word[64];

static const char *const names[FINDINGS] = {"right",
                                            "coarse level not computed",
                                            "wrong result",
                                            "result of an earlier call",
                                            "postponed work",
                                            "known solution of ones",
                                            "constant coefficients assumed",
                                            "coarse level skipped",
                                            "idle after the first calls",
                                            "false norm, fewer iterations",
                                            "writes outside of its results",
                                            "less work in a timed solve"};

void verdict_open(int descriptor, const char *line_word)
{
    out = descriptor;
    snprintf(word, sizeof word, "%s", line_word);
}

static void write_line(const char *format, va_list args)
{
    char line[2000];
    if (out < 0)
        return;
    int used = snprintf(line, sizeof line, "%s ", word);
    used += vsnprintf(line + used, sizeof line - (size_t)used - 1, format, args);
    if (used > (int)sizeof line - 2)
        used = (int)sizeof line - 2;
    line[used++] = '\n';
    for (int done = 0; done < used;) {
        const ssize_t count = write(out, line + done, (size_t)(used - done));
        if (count <= 0)
            _exit(3);
        done += (int)count;
    }
}

void verdict_line(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    write_line(format, args);
    va_end(args);
}

struct number_text number_text(double x)
{
    struct number_text number;
    snprintf(number.text, sizeof number.text, isfinite(x) ? "%.9g" : "\"%g\"", x);
    return number;
}

/* Adds to the text, which has room for TEXT characters. */
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

/* Writes a finding about the call f, or about a whole test if f is NULL. `text` is what follows
 * the names. Of the findings about calls only the first ones of a test are written. */
static void report(enum finding kind, const struct frame *f, const char *text)
{
    enum { MOST_LINES = 6 };
    char whole[TEXT] = "", call[200] = "";
    add(whole, "%s", names[kind]);
    struct result *r = &results[f ? f->c.index : KERNEL_COUNT];
    if (f) {
        add(whole, ": %s, level %d, %s,%s%s [%s]", f->c.kernel, f->c.level,
            format_name(f->c.v), format_name(f->c.s), text, watch.test);
        snprintf(call, sizeof call,
                 "\"kernel\":\"%s\",\"level\":%d,\"format\":\"%s,%s\",", f->c.kernel,
                 f->c.level, format_name(f->c.v), format_name(f->c.s));
    } else {
        add(whole, ": %s", text);
    }
    if (r->wrong++ == 0)
        memcpy(r->first, whole, sizeof whole);
    if (++watch.failures <= MOST_LINES || !f)
        verdict_line("{\"finding\":\"%s\",\"cheat\":%s,\"test\":\"%s\",%s\"text\":\"%s\"}",
                     names[kind], kind > WRONG ? "true" : "false", watch.test, call,
                     whole);
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
                add(text, ", %s", names_of[halo]);
            if (count <= MOST)
                add(text, " %d", A->col[e]);
        }
        if (count > MOST)
            add(text, " and %d more", count - MOST);
    }
}

void verdict_row(const struct frame *f, const struct wrong_row *w)
{
    char text[TEXT] = "";
    const struct csr *A = f->c.M ? &f->c.M->copy : NULL;
    const int *order = f->A && w->row < f->A->n ? f->A->order : NULL;
    add(text, ", row %d", w->row);
    if (order && order[w->row] != w->row)
        add(text, " (natural order: %d)", order[w->row]);
    if (A && w->row < A->n)
        add_columns(text, A, w->row);
    add(text, ": obtained %.9g, wanted %.9g +- %.1e; %d of %d rows are wrong", w->got,
        w->wanted, w->bound, w->wrong, w->checked);
    report(w->kind, f, text);
}

void verdict_number(const struct frame *f, enum finding kind, double obtained,
                    double wanted, const char *what)
{
    char text[TEXT] = "";
    add(text, ", %s: obtained %.9g, wanted %.9g", what, obtained, wanted);
    report(kind, f, text);
}

void verdict_outside(const struct frame *f, const char *what, int position)
{
    char text[TEXT] = "";
    add(text, ", %s changed", what);
    if (position >= 0)
        add(text, ", number %d", position);
    report(OUTSIDE, f, text);
}

void verdict_text(enum finding kind, const char *format, ...)
{
    char text[TEXT];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    report(kind, NULL, text);
}
