/* common/solver/refinement.h - iterative refinement in double around one V-cycle in few bits.
 *
 * Oo and Vogel, "Accelerating geometric multigrid preconditioning with half-precision
 * arithmetic on GPUs", arXiv 2007.07539, algorithm 2.
 */
#ifndef MEMWALL_REFINEMENT_H
#define MEMWALL_REFINEMENT_H
#include "multigrid.h"

enum refine_why {
    REFINE_CONVERGED, /* ||r|| < tolerance */
    REFINE_LIMIT,     /* the limit of iterations was reached first */
    REFINE_STAGNATED, /* several cycles in a row did not help; see level */
    REFINE_DIVERGED,  /* ||r|| grew beyond reason */
    REFINE_NOT_FINITE /* a correction stays out of range at the smallest scale */
};

struct refined {
    enum refine_why why;
    int iterations, backoffs;
    int level;            /* which level's part of the cycle fails; -1: none by itself */
    double first, last;   /* ||r|| at the start, and as the loop carries it along */
    double explicit_last; /* ||b - A u|| */
};

struct refinement {
    const struct hierarchy *h;
    struct multigrid M;
    double scale;      /* 2^s, the norm of r_low; 0: not scaled */
    int watch;         /* survey the ranges after each cycle */
    struct vector r;   /* f64 */
    struct vector low; /* r / alpha in the finest level's format */
    struct vector c;   /* the correction, in the same */
    double *history;   /* ||r|| after each iteration, if wanted */
};

struct refinement refinement_create(const struct hierarchy *h, const struct cycle *cycle,
                                    const enum format mg[], double scale);
void refinement_free(struct refinement *S);

/* Solves A u = b from the u given, until ||b - A u||_2 < tolerance. */
struct refined refine(struct refinement *S, const struct vector *b, struct vector *u,
                      double tolerance, int limit);

const char *refine_why_name(enum refine_why why);
#endif
