/* tests/checker/finding.h - what the checker found, in words.
 *
 * `results` keeps the first finding of each kernel, and of the tests as a whole.
 */
#ifndef CHECKER_FINDING_H
#define CHECKER_FINDING_H
#include "frame.h"

/* The first wrong row of a result, and how many of the checked rows are wrong. */
struct wrong_row {
    int row, wrong, checked;
    double got, wanted, bound;
};

/* "spmv on level 2, f32" */
struct place {
    char text[120];
};
struct place finding_place(const struct frame *f);

/* Report a finding about a call: a wrong row, or words; and about a whole test. */
void finding_row(const struct frame *f, const struct wrong_row *w);
void finding_call(const struct frame *f, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void finding_test(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Prints the first finding on each rank, a line that begins with "#". Collective. */
void finding_write(const struct result *r);
#endif
