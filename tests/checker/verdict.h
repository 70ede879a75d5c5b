/* tests/checker/verdict.h - what the judge found, as lines of JSON for run/judge.
 *
 * The lines are written to a file descriptor that the tree does not know; each begins
 * with a random word that only run/judge and the judge know.
 */
#ifndef CHECKER_VERDICT_H
#define CHECKER_VERDICT_H
#include "inspect.h"

/* The first wrong row of a result. */
struct wrong_row {
    enum finding kind;
    int row, wrong, checked; /* wrong rows of the checked ones */
    double got, wanted, bound;
};

/* Sets where the lines go and the word with which they begin. */
void verdict_open(int descriptor, const char *word);

/* Report a finding and count it in `watch`. */
void verdict_row(const struct frame *f, const struct wrong_row *w);
void verdict_number(const struct frame *f, enum finding kind, double got,
                    double wanted, const char *what);
void verdict_outside(const struct frame *f, const char *what, int position);
void verdict_text(enum finding kind, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* A number of JSON; NaN and Inf become text. */
struct number_text {
    char text[40];
};
struct number_text number_text(double x);

/* Writes one line; `format` is that of printf for a JSON object. */
void verdict_line(const char *format, ...) __attribute__((format(printf, 1, 2)));
#endif
