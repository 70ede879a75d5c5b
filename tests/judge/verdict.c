/* tests/judge/verdict.c - writes the findings of the judge. */
#include "verdict.h"
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static int out = 1;
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

/* The columns of a row of the matrix, at most eight. */
static void neighbors(const struct call *c, int row, char *text, size_t size)
{
    *text = '\0';
    if (!c->M || row >= c->M->copy.n)
        return;
    const struct csr *A = &c->M->copy;
    size_t used = 0;
    for (size_t e = A->ptr[row]; e < A->ptr[row + 1] && e < A->ptr[row] + 8; e++)
        used += (size_t)snprintf(text + used, size - used, "%s%d", used ? "," : "",
                                 A->col[e]);
}

/* Writes a finding about the call f, or about a whole test if f is NULL; `format` is that
 * of printf for the other members. Of the findings about calls only the first ones of a
 * test are written. */
static void __attribute__((format(printf, 3, 4)))
report(enum finding kind, const struct frame *f, const char *format, ...)
{
    enum { MOST_LINES = 6 };
    char call[200] = "", rest[1500];
    if (++watch.failures > MOST_LINES && f)
        return;
    if (f)
        snprintf(call, sizeof call,
                 "\"kernel\":\"%s\",\"level\":%d,\"format\":\"%s,%s\",",
                 f->c.kernel, f->c.level, format_name(f->c.v), format_name(f->c.s));
    va_list args;
    va_start(args, format);
    vsnprintf(rest, sizeof rest, format, args);
    va_end(args);
    verdict_line("{\"finding\":\"%s\",\"cheat\":%s,\"test\":\"%s\",%s%s}",
                 names[kind], kind > WRONG ? "true" : "false", watch.test, call,
                 rest);
}

void verdict_row(const struct frame *f, const struct wrong_row *w)
{
    char near[200];
    const int natural =
        f->A && f->A->order && w->row < f->A->n ? f->A->order[w->row] : w->row;
    neighbors(&f->c, w->row, near, sizeof near);
    report(w->kind, f,
           "\"row\":%d,\"natural_row\":%d,\"neighbors\":[%s],\"obtained\":%s,"
           "\"wanted\":%s,\"allowed\":%s,\"wrong_rows\":%d,\"checked_rows\":%d",
           w->row, natural, near, number_text(w->got).text,
           number_text(w->wanted).text, number_text(w->bound).text, w->wrong,
           w->checked);
}

void verdict_number(const struct frame *f, enum finding kind, double obtained,
                    double wanted, const char *what)
{
    report(kind, f, "\"what\":\"%s\",\"obtained\":%s,\"wanted\":%s", what,
           number_text(obtained).text, number_text(wanted).text);
}

void verdict_outside(const struct frame *f, const char *what, int position)
{
    report(OUTSIDE, f, "\"what\":\"%s changed at entry %d\"", what, position);
}

void verdict_text(enum finding kind, const char *format, ...)
{
    char text[500];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    report(kind, NULL, "\"what\":\"%s\"", text);
}
