/* tests/checker/inspect.h - one call of a kernel, before and after. */
#ifndef CHECKER_INSPECT_H
#define CHECKER_INSPECT_H
#include "rows.h"
#include "watch.h"

enum { MOST_INPUTS = 4, MOST_COPIES = 16 };

/* What is kept about a call until its results have been checked. */
struct frame {
    struct call c;
    const struct matrix *A;
    const struct vector *input[MOST_INPUTS]; /* must not change */
    double *before[MOST_INPUTS];
    int inputs;
    int copies;
    const void *left[MOST_INPUTS]; /* results that contain what they contained, */
    double *content[MOST_INPUTS];  /* and this */
    int lefts;
    int checked; /* 0: the call is only timed; there are no copies */
    int wrong;   /* 1: a row of a result is wrong */
    double entered, seconds, bytes;
};

/* Begins a test. */
void inspect_start(void);
/* Begins a call of the kernel number `index` in the formats v and s, and decides whether
 * it is checked. If not, the functions below do nothing and return NULL, so that the tree is
 * called from the same place, with a stack of the same depth, whether it is checked or not. */
struct frame frame_begin(int index, const char *name, enum format v, enum format s);
/* The call has the matrix A. */
void frame_matrix(struct frame *f, const struct matrix *A);
/* The entries of x as doubles, until frame_end; n zeros. */
double *frame_copy(struct frame *f, const struct vector *x);
double *frame_zeros(struct frame *f, int n);
/* The same, and the call must not change x. */
double *frame_input(struct frame *f, const struct vector *x);
/* Writes behind the copy x, which the matrix multiplies, the entries of other ranks.
 * Collective. */
void frame_remote(struct frame *f, double *x);
/* Fills the result x with NaN, or, in half of the calls, leaves it as it is. */
void frame_poison(struct frame *f, const struct vector *x);
/* Around the call of the tree. `bytes`: least number of bytes that it transfers. */
void frame_start(struct frame *f); /* calls inside of this one are not watched */
void frame_stop(struct frame *f, double bytes);

/* Compares rows of the result y with what they must be, and reports the first one
 * that is wrong. n: number of rows. */
void frame_check(struct frame *f, const struct vector *y, int n, row_function *row);
/* The same with the result as an array of doubles, or of one number. */
void frame_check_array(struct frame *f, const double *got, int n,
                       row_function *row);
void frame_check_number(struct frame *f, double got, double wanted, double bound,
                        const char *what);

/* Compares the inputs with their copies, and looks at the guards. */
void frame_end(struct frame *f);

/* The sum of x over all ranks. */
double judge_sum(double x);
#endif
