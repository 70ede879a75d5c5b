/* common/cbgmres/generated.h - model problems on a square or cubic grid, by name.
 *
 *   lap27:N        27-point matrix on N^3 points: 26 and -1
 *   poisson2d:N    5-point matrix on N^2 points: 4 and -1
 *   convdiff3d:N   7-point upwind matrix on N^3 points: 41; -21, -11, -6 for the
 *                  upwind neighbors in x, y, z; -1 for the downwind neighbors
 *
 * These are test problems for CB-GMRES (docs/11; iteration counts:
 * tests/cbgmres/golden.csv). Rows are numbered with x fastest and distributed over
 * the ranks in contiguous blocks.
 */
#ifndef MEMWALL_GENERATED_H
#define MEMWALL_GENERATED_H
#include "blocks.h"
#include "csr.h"

enum generated { LAP27, POISSON2D, CONVDIFF3D, GENERATED };

/* Returns the problem that `text` names, for example lap27:24, and sets *points to
 * the points per side; *points = 0 if the number is missing or not allowed.
 * Returns GENERATED if the text before the colon is not the name of a problem. */
enum generated generated_find(const char *text, int *points);
int generated_most(
    enum generated g); /* largest number of points per side; smallest: 2 */

/* Number of rows and nonzeros of the whole matrix. */
int64_t generated_rows(enum generated g, int points);
int64_t generated_nonzeros(enum generated g, int points);

/* Generates the rows of `rank` in f64, columns ascending in each row. On entry
 * rows->ranks is set; on exit rows->n is the number of rows. The remote columns
 * are stored as halo_build expects them. The caller owns the result. Lack of
 * memory ends the job. */
struct csr generated_matrix(enum generated g, int points, int rank,
                            struct blocks *rows);
#endif
