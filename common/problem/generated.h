/* common/problem/generated.h - model problems by name, of any size: the matrices on a square or
 * cubic grid that CB-GMRES is tried on (golden counts: tests/golden/cbgmres.csv).
 *
 *   lap27:N        27-point matrix on N^3 points: 26, -1
 *   poisson2d:N    5-point matrix on N^2 points: 4, -1
 *   convdiff3d:N   7-point upwind matrix on N^3 points: 41; -21, -11, -6 against the
 *                  stream in x, y, z, -1 with it
 *
 * Rows are numbered x fastest and dealt to ranks in blocks.
 */
#ifndef MEMWALL_GENERATED_H
#define MEMWALL_GENERATED_H
#include "blocks.h"
#include "csr.h"

enum generated { LAP27, POISSON2D, CONVDIFF3D, GENERATED };

/* What `text`, say lap27:24, names. A text with none of the names before its colon gives
 * GENERATED; a number of points that is not allowed, *points = 0. */
enum generated generated_find(const char *text, int *points);
int generated_most(enum generated g); /* points a side; fewest is 2 */

/* The rows of `rank` as halo_build wants them; columns ascend within a row. rows->ranks
 * is given, rows->n is set. */
struct csr generated_matrix(enum generated g, int points, int rank, struct blocks *rows);
#endif
