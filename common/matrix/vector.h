/* common/matrix/vector.h - vectors and the Krylov basis, with their formats. */
#ifndef MEMWALL_VECTOR_H
#define MEMWALL_VECTOR_H
#include "format.h"
#include <mpi.h>

/* ---- Vectors ----
 *
 *   data: | n local entries | halo entries |       in device memory
 *
 * A vector has halo entries if a matrix multiplies it; the halo exchange fills
 * them. The number of halo entries is a property of the matrix (halo_n) and is not
 * stored here. */
struct vector {
    enum format format;
    int n;
    void *data;
};

/* Returns a vector of n local and `halo` halo entries, all zero. `what` is its name
 * for the message if there is not enough memory (mem_alloc). The caller frees it
 * with vector_free. */
struct vector vector_create(enum format format, int n, int halo, const char *what);
void vector_free(struct vector *x);

void vector_clear(struct vector *x); /* x = 0; does not change the halo entries */

/* Load or store the entries first .. first+count-1 as doubles. For set-up, checks and output:
 * each call copies between device and host. */
void vector_read(const struct vector *x, int first, int count, double *value);
void vector_write(struct vector *x, int first, int count, const double *value);

/* Returns max_i |x_i - y_i| over all ranks; NaN if any entry is NaN. y: [n] local rows,
 * NULL: all of them are `constant`. Collective over comm. */
double vector_distance(const struct vector *x, const double *y, double constant,
                       MPI_Comm comm);

/* ---- Krylov basis ---- */

/* The scales of a basis in an integer format: one scale for each block of
 * SCALE_BLOCK entries of a column, or one for the part of a column on each rank. */
enum scale_rule { SCALE_BLOCKS, SCALE_VECTOR };

/* How orthonormalize (kernels.h) makes a vector w orthogonal to the basis:
 *   ORTHO_CGS2   classical Gram-Schmidt, always performed twice (1.5)
 *   ORTHO_CGS    classical Gram-Schmidt, performed once, and again, at most twice,
 *                while ||w|| after it is less than eta ||w|| before it (11.2). If
 *                this still holds after the third time, w is considered to lie in
 *                the span of Q. */
enum ortho_kind { ORTHO_CGS2, ORTHO_CGS };
struct ortho {
    enum ortho_kind kind;
    double eta; /* for ORTHO_CGS */
};

/*   data: | q_1 | gap | q_2 | gap | ... | q_count | gap |          in device memory
 *
 * The column with index j, q_{j+1}, starts at entry j * stride. The stride is a multiple of
 * 64, so that columns begin on cache lines, and never a power of two, because then the same
 * rows of all columns would map to the same sets of the cache.
 *
 * An entry of a column is its stored number times `unit` in a floating-point format, or
 * times the scale of its block in an integer format. */
struct basis {
    enum format format;
    int n, count; /* local rows, columns */
    size_t stride;
    void *data;
    double unit;   /* a power of two (basis_create) */
    double *scale; /* [scale_blocks(n) * count] scales, column by column, in
                      device memory; NULL in floating-point formats */
    enum scale_rule rule;
    double *partial;     /* [tiles(n) * count] scratch for Q'w, in device memory */
    double *coefficient; /* [count] device copy of h or t (device_upload_small) */
    struct ortho ortho;
    int projections; /* how many the last call of orthonormalize subtracted */
    MPI_Comm comm;   /* the ranks over which the rows are distributed */
};

/* Returns a basis of `count` columns with n local rows, all zero. `unit` should be
 * a power of two near the size of an entry of a normalized vector. Then the stored
 * values are near 1, so that they can be larger and smaller by the same factors in
 * a 16-bit format. The caller sets the member ortho, and frees the basis with
 * basis_free. */
struct basis basis_create(enum format format, int n, int count, double unit,
                          enum scale_rule rule, MPI_Comm comm);
void basis_free(struct basis *Q);

/* Returns the column with index j as a vector that shares its data with the basis, without the
 * unit and the scales. It is not freed. */
struct vector basis_column(const struct basis *Q, int j);
#endif
