/* tests/checker/rows.c - the rows of the results of all kernels, from the equations.
 *
 * A bound counts the relative errors of each term: one unit roundoff of the arithmetic
 * for each operation, one of the format of the matrix for each entry and for each
 * division by a stored diagonal, one of the format of the result for each time that
 * it is stored. A matrix in i8 consists of the rounded rows, without such an error of an
 * entry (row_scale.h). If their sum is E, the relative error is at most E / (1 - E) (Higham,
 * Accuracy and Stability of Numerical Algorithms, lemma 3.1).
 */
#include "rows.h"
#include <math.h>

double unit_arithmetic(const struct call *c)
{
    return c->v == F64 || c->s == F64 ? 0x1p-53 : 0x1p-24;
}

double unit_of(const struct call *c, enum format f)
{
    return f == I8 ? unit_arithmetic(c)
                   : fmax(format_roundoff(f), unit_arithmetic(c));
}

/* The number of relative errors of a sum of `terms` terms: each of the terms and sums
 * is rounded in the arithmetic, and the result twice at most (16-bit formats by way
 * of f32). */
static double unit_sum(const struct call *c, int terms)
{
    return (terms + 2) * unit_arithmetic(c) + 2 * unit_of(c, c->result);
}

/* The same with entries of the matrix, which were rounded when they were stored. */
static double unit_product(const struct call *c, int terms)
{
    return unit_sum(c, terms) + unit_of(c, c->s);
}

/* The spacing of the values of a row in i8, a power of two; 0 in other formats. */
static double spacing(const struct call *c, int i)
{
    return c->s == I8 && !c->constant ? ldexp(1, row_exponent(&c->M->copy, i)) : 0;
}

static double entry(const struct call *c, int i, size_t e, double unit)
{
    if (c->constant)
        return c->M->copy.col[e] == i ? 26 : -1;
    const double a = c->M->copy.val[e];
    return unit > 0 ? unit * rint(a / unit) : a;
}

/* sum_j a_ij x_j over the columns first <= j < last; adds the magnitudes to *size. */
static big product(const struct call *c, int i, const double *x, int first,
                   int last, big *size)
{
    const struct csr *A = &c->M->copy;
    const double unit = spacing(c, i);
    big sum = 0;
    for (size_t e = A->ptr[i]; e < A->ptr[i + 1]; e++)
        if (A->col[e] >= first && A->col[e] < last) {
            const big term = (big)entry(c, i, e, unit) * x[A->col[e]];
            sum += term;
            *size += fabsl(term);
        }
    return sum;
}

/* All columns, including other ranks' columns. */
static int columns_of_all(const struct call *c)
{
    return c->M->copy.columns + c->M->copy.remotes;
}

static int terms(const struct call *c, int i)
{
    return (int)(c->M->copy.ptr[i + 1] - c->M->copy.ptr[i]);
}

static big diagonal(const struct call *c, int i)
{
    const struct csr *A = &c->M->copy;
    for (size_t e = A->ptr[i]; e < A->ptr[i + 1]; e++)
        if (A->col[e] == i)
            return entry(c, i, e, spacing(c, i));
    return 0;
}

static struct expected within(const struct call *c, big value, big unit, big size)
{
    return (struct expected){value, unit / (1 - unit) * size + 2 * format_least(c->result)};
}

struct expected row_product(const struct call *c, int i)
{
    big size = 0, sum = product(c, i, c->x, 0, columns_of_all(c), &size);
    return within(c, sum, unit_product(c, terms(c, i)), size);
}

/* b_i - sum_j a_ij x_j; *size: the sum of the magnitudes. */
static big residual_of(const struct call *c, int i, big *size)
{
    *size = fabs(c->b[i]);
    return c->b[i] - product(c, i, c->x, 0, columns_of_all(c), size);
}

struct expected row_residual(const struct call *c, int i)
{
    big size, sum = residual_of(c, i, &size);
    return within(c, sum, unit_product(c, terms(c, i)), size);
}

/* The rows before i have their new values, all others the old ones. */
struct expected row_sweep(const struct call *c, int i)
{
    const big d = diagonal(c, i), old = c->old[i];
    big size = fabs(c->b[i]), sum = c->b[i];
    sum -= product(c, i, c->got, 0, i, &size);
    sum -= product(c, i, c->old, i, columns_of_all(c), &size);
    const big value = old + sum / d;
    /* with d * value: the division by the rounded diagonal */
    size += fabsl(d) * (2 * fabsl(old) + fabsl(value));
    /* a tree may use a new value before it is rounded to the format of z */
    const big unit = unit_product(c, terms(c, i)) + unit_of(c, c->v);
    return within(c, value, unit, size / fabsl(d));
}

/* The residual that is left by rounding z_i to a number near zero. */
static big near_zero(const struct call *c, int i)
{
    return 2 * format_least(c->v) * fabsl(diagonal(c, i));
}

/* w = A z after a sweep for A z = r. A tree may use that the sweep made b - A z, of
 * rows before the update of their later columns, zero up to rounding errors. */
struct expected row_swept(const struct call *c, int i)
{
    const int last = columns_of_all(c);
    big size = fabs(c->b[i]), sum = product(c, i, c->x, 0, last, &size);
    product(c, i, c->old, 0, last, &size);
    size += fabsl(diagonal(c, i)) * (fabs(c->x[i]) + fabs(c->old[i]));
    struct expected e = within(c, sum, 2 * unit_product(c, terms(c, i)), size);
    e.bound += near_zero(c, i);
    return e;
}

/* The sum is divided by the stored diagonal, which was rounded, too. */
struct expected row_jacobi(const struct call *c, int i)
{
    const big d = diagonal(c, i);
    big size, sum = residual_of(c, i, &size);
    const big step = fabsl(c->alpha / d);
    return within(c, c->x[i] + c->alpha * sum / d,
                  unit_product(c, terms(c, i) + 4) + unit_of(c, c->s),
                  fabs(c->x[i]) + step * size);
}

struct expected row_jacobi_zero(const struct call *c, int i)
{
    const big value = c->alpha * c->b[i] / diagonal(c, i);
    return within(c, value, unit_product(c, 3), fabsl(value));
}

/* rc = r - A z at a coarse point. z is the result of sweep_zero_guess: a tree may
 * use that (D + L) z = r up to the rounding errors of z. */
struct expected row_restrict(const struct call *c, int coarse)
{
    const int i = c->M->coarse_row[coarse];
    big size, sum = residual_of(c, i, &size);
    size += fabsl(diagonal(c, i) * c->x[i]);
    struct expected e = within(c, sum, 2 * unit_product(c, terms(c, i)), size);
    e.bound += near_zero(c, i);
    return e;
}

/* z += alpha P zc, or r -= alpha A c with the other sign of alpha */
struct expected row_add_product(const struct call *c, int i)
{
    big size = 0, sum = product(c, i, c->x, 0, columns_of_all(c), &size);
    return within(c, c->old[i] + c->alpha * sum, unit_product(c, terms(c, i) + 3),
                  fabs(c->old[i]) + fabs(c->alpha) * size);
}

/* y* = alpha x; 16-bit formats are rounded twice, first to f32 */
struct expected row_scaled(const struct call *c, int i)
{
    const big value = (big)c->alpha * c->x[i];
    return within(c, value,
                  unit_of(c, c->s) + 2 * unit_arithmetic(c) +
                      0x1p-24 * (format_bytes(c->s) == 2),
                  fabsl(value));
}

/* x += alpha z */
struct expected row_sum(const struct call *c, int i)
{
    const big term = (big)c->alpha * c->x[i];
    return within(c, c->old[i] + term, unit_sum(c, 2),
                  fabs(c->old[i]) + fabsl(term));
}

/* ---- Basis ---- */

/* q_j = alpha w */
struct expected row_stored(const struct call *c, int i)
{
    return (struct expected){(big)c->alpha * c->x[i],
                             column_error(c->Q, c->k, i) +
                                 2 * unit_arithmetic(c) * fabs(c->alpha * c->x[i])};
}

/* sum_j h_j q_j over k columns */
static big combination(const struct call *c, int k, int i, big *size)
{
    big sum = 0;
    for (int j = 0; j < k; j++) {
        const big term = (big)c->h[j] * column_entry(c->Q, j, i);
        sum += term;
        *size += fabsl(term);
    }
    return sum;
}

/* y = Q t: a tree may round y to its format after each column. */
struct expected row_combined(const struct call *c, int i)
{
    big size = 0, sum = combination(c, c->k, i, &size);
    return within(c, sum, (c->k + 3) * unit_arithmetic(c) + c->k * unit_of(c, c->v),
                  size);
}

/* w before orthonormalize is sum_{j<k} h_j q_j + beta q_k, with h[k] = beta. */
struct expected row_split(const struct call *c, int i)
{
    big size = 0, sum = combination(c, c->k + 1, i, &size);
    const double passes = 3; /* at most; each may round w after every four columns */
    return (struct expected){
        sum, (4 * (c->k + 2) * unit_arithmetic(c) + (passes + c->k / 4) * unit_of(c, c->v)) *
                     (size + fabs(c->x[i])) +
                 fabs(c->h[c->k]) * column_error(c->Q, c->k, i) +
                 passes * 2 * format_least(c->v)};
}

/* w after orthonormalize or basis_append: w - sum_{j<k} h_j q_j */
struct expected row_left(const struct call *c, int i)
{
    big size = fabs(c->x[i]), sum = c->x[i] - combination(c, c->k, i, &size);
    const double passes = 3; /* at most; each may round w after every four columns */
    return (struct expected){
        sum, (4 * (c->k + 2) * unit_arithmetic(c) + (passes + c->k / 4) * unit_of(c, c->v)) * size +
                 passes * 2 * format_least(c->v)};
}
