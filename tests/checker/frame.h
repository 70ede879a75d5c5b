/* tests/checker/frame.h - one call of a kernel, before and after. */
#ifndef CHECKER_FRAME_H
#define CHECKER_FRAME_H
#include "rows.h"
#include "watch.h"

enum { MOST_INPUTS = 4, MOST_COPIES = 16 };

/* What the checker stores about a call until its results have been checked. */
struct frame {
    struct call c;
    const struct matrix *A;
    const struct vector *input[MOST_INPUTS]; /* must not change */
    double *before[MOST_INPUTS];
    int inputs;
    double *copy[MOST_COPIES]; /* freed by frame_end */
    int copies;
    int checked; /* 0: only bytes are compared; there are no copies, and the functions below
                    return NULL or do nothing */
    int nan; /* 1: the results contain NaN before the call, 0: finite values */
};

/* Begins a call of the kernel number `index` in the formats v and s. */
struct frame frame_begin(int index, const char *name, enum format v, enum format s);
/* The call has the matrix A. */
void frame_matrix(struct frame *f, const struct matrix *A);
/* Return an array that exists until frame_end: the entries of x as doubles, or n zeros. */
double *frame_copy(struct frame *f, const struct vector *x);
double *frame_zeros(struct frame *f, int n);
/* As frame_copy. frame_end reports a finding if the call has changed x. */
double *frame_input(struct frame *f, const struct vector *x);
/* Appends the entries of other ranks to the copy x, which the matrix multiplies.
 * Collective. */
void frame_remote(struct frame *f, double *x);
/* Fills the result x with NaN or with finite values. */
void frame_fill(struct frame *f, const struct vector *x);
/* Around the call of the tree: calls inside of this one are not watched. */
void frame_start(struct frame *f);
void frame_stop(struct frame *f);

/* Compares rows of the result y with what they must be, and reports the first one
 * that is wrong. n: number of rows. */
void frame_check(struct frame *f, const struct vector *y, int n, row_function *row);
/* The same with the result as an array of doubles, or of one value. */
void frame_check_array(struct frame *f, const double *got, int n,
                       row_function *row);
void frame_check_number(struct frame *f, double got, double wanted, double bound,
                        const char *what);

/* Compares the inputs with their copies, looks at the guards, and frees the copies. */
void frame_end(struct frame *f);

/* The sum of x over all ranks. */
double sum_of_ranks(double x);
#endif
