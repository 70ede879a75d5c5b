/* common/vector.h - vectors and the Krylov basis: numbers that know their format. */
#ifndef MEMWALL_VECTOR_H
#define MEMWALL_VECTOR_H
#include "format.h"
#include <mpi.h>

/*   at: | n local entries | halo entries |      in device memory
 * The halo entries are there when the vector is one that a matrix multiplies; the halo
 * exchange fills them. */
struct vector {
    enum format format;
    int n;
    void *at;
};

/* n local and `halo` halo entries, all zero. */
struct vector vector_create(enum format format, int n, int halo, const char *what);
void vector_free(struct vector *x);

void vector_clear(struct vector *x); /* x = 0, without the halo entries */

/* Entry i, or `count` entries from `first` on, as doubles (for checks and output, not for
 * kernels; one entry at a time is slow). */
double vector_get(const struct vector *x, int i);
void vector_set(struct vector *x, int i, double value);
void vector_read(const struct vector *x, int first, int count, double *value);
void vector_write(struct vector *x, int first, int count, const double *value);

/* Integers: a scale for each block of entries, or one for the column (on each rank its own). */
enum scale_rule { SCALE_BLOCKS, SCALE_VECTOR };

/* How a vector is made orthogonal to the basis; see orthonormalize in kernels.h.
 *   cgs2   classical Gram-Schmidt, always twice
 *   cgs    once, and again while ||w|| falls below eta times what it was before the pass,
 *          at most twice again; a third fall: w is taken to lie in the span of Q
 *   mgs    modified Gram-Schmidt, one column at a time */
enum ortho_kind { ORTHO_CGS2, ORTHO_CGS, ORTHO_MGS };
struct ortho {
    enum ortho_kind kind;
    double eta;
};

/*   at: q_0 | pad | q_1 | pad | ... | q_{count-1}
 * Columns lie `stride` entries apart, never a power of two, so that the streams of
 * all columns do not fall on the same cache sets. */
struct basis {
    enum format format;
    int n, count;
    size_t stride;
    void *at;
    double unit;   /* q_j = unit * stored, for floating point formats */
    double *scale; /* [scale_blocks(n) * count], for integers: q_j = scale * stored in
                        each block of SCALE_BLOCK entries; NULL for floating point */
    enum scale_rule rule;
    double *partial;     /* [tiles(n) * count], for the sums Q'w */
    double *coefficient; /* [count], for what the host lends to kernels */
    struct ortho ortho;
    long again;    /* passes of cgs beyond the first, so far */
    MPI_Comm comm; /* the ranks that the rows are dealt to */
};

/* unit: a power of two near the size of an entry of a unit vector, so that what is stored
 * is of order 1 and a 16-bit format has its range on both sides of it. */
struct basis basis_create(enum format format, int n, int count, double unit,
                          enum scale_rule rule, MPI_Comm comm);
void basis_free(struct basis *Q);
struct vector basis_column(const struct basis *Q, int j); /* a view of q_j */

size_t vector_cost(enum format format, int n, int halo); /* bytes */
size_t basis_cost(enum format format, int n, int count);
#endif
