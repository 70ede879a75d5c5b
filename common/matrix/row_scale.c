/* common/matrix/row_scale.c - the scale of a row in 8 bits, and what is lost. */
#include "row_scale.h"
#include "error.h"
#include "number.h"

static const double SMALLEST = 0x1p-120, LARGEST = 0x1p133; /* s_i: normal in f32 */

double row_largest(const struct csr *A, int i)
{
    double most = 0;
    for (size_t e = A->ptr[i]; e < A->ptr[i + 1]; e++)
        if (!(fabs(A->val[e]) <= most))
            most = isnan(most) ? most : fabs(A->val[e]);
    return most;
}

static int only_integers(const struct csr *A, int i)
{
    for (size_t e = A->ptr[i]; e < A->ptr[i + 1]; e++)
        if (A->val[e] != rint(A->val[e]))
            return 0;
    return 1;
}

int row_exponent(const struct csr *A, int i)
{
    const double most = row_largest(A, i);
    int exponent;
    const double fraction = frexp(most, &exponent); /* most = fraction 2^exponent */
    if (most == 0 || (most <= 127 && only_integers(A, i)))
        return 0;
    return exponent - (fraction * 128 < 127.5 ? 7 : 6);
}

int row_fits_i8(const struct csr *A, int i, int sweeps)
{
    const double most = row_largest(A, i), scale = ldexp(1, row_exponent(A, i));
    if (most != 0 && !(most >= SMALLEST && most < LARGEST))
        return 0;
    for (size_t e = A->ptr[i]; sweeps && e < A->ptr[i + 1]; e++)
        if (A->col[e] == i && round_i8(A->val[e] / scale) == 0)
            return 0;
    return 1;
}

static void add_row(const struct csr *A, int i, struct row_rounding *sum)
{
    const double most = row_largest(A, i), scale = ldexp(1, row_exponent(A, i));
    int exact = 1;
    for (size_t e = A->ptr[i]; e < A->ptr[i + 1]; e++) {
        const double stored = scale * round_i8(A->val[e] / scale),
                     error = fabs(stored - A->val[e]);
        if (error == 0)
            continue;
        exact = 0;
        sum->error = fmax(sum->error, error / most);
    }
    sum->exact += exact;
    sum->scaled += scale != 1;
}

struct row_rounding rounding_of_rows(const struct csr *A, MPI_Comm comm)
{
    struct row_rounding all = {0};
    for (int i = 0; i < A->n; i++)
        add_row(A, i, &all);
    double counts[3] = {A->n, all.exact, all.scaled};
    MPI_OK(MPI_Allreduce(MPI_IN_PLACE, counts, 3, MPI_DOUBLE, MPI_SUM, comm));
    MPI_OK(MPI_Allreduce(MPI_IN_PLACE, &all.error, 1, MPI_DOUBLE, MPI_MAX, comm));
    return (struct row_rounding){counts[0], counts[1], counts[2], all.error};
}
