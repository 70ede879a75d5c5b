/* tests/campaign/fuzz_matrix_market.c - libFuzzer: no bytes may crash the Matrix Market
 * reader.
 *
 * Any input is either a matrix with ascending columns and finite values or a
 * mistake on a line that exists, in one line of plain text; and all memory is
 * freed.
 */
#include "matrix_market.h"
#include "memory.h"
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static void check(int good)
{
    if (!good)
        abort();
}

static void check_mistake(const struct mm_error *error, const uint8_t *bytes,
                          size_t size)
{
    int64_t lines = 1;
    for (size_t k = 0; k + 1 < size; k++)
        lines += bytes[k] == '\n';
    check(error->line >= 1 && error->line <= lines);
    for (const char *c = error->text; *c; c++)
        check(isprint((unsigned char)*c));
}

static void check_matrix(const struct csr *A, const struct blocks *rows)
{
    check(A->n >= 1 && rows->n == A->n && rows->ranks == 1);
    check(A->remotes == 0 && A->ptr[0] == 0);
    for (int i = 0; i < A->n; i++) {
        check(A->ptr[i] < A->ptr[i + 1]);
        for (size_t e = A->ptr[i]; e < A->ptr[i + 1]; e++) {
            check(A->col[e] >= 0 && A->col[e] < A->n && isfinite(A->val[e]));
            check(e == A->ptr[i] || A->col[e] > A->col[e - 1]);
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    struct blocks rows, four = {.n = 4, .ranks = 1};
    struct csr A;
    double *b;
    FILE *file = fmemopen((void *)bytes, size, "r");
    struct mm_error error = mm_matrix(file, MPI_COMM_WORLD, &rows, &A);
    if (*error.text)
        check_mistake(&error, bytes, size);
    else
        check_matrix(&A, &rows);
    csr_free(&A);
    rewind(file);
    error = mm_vector(file, &four, MPI_COMM_WORLD, &b);
    if (*error.text)
        check_mistake(&error, bytes, size);
    else
        for (int i = 0; i < 4; i++)
            check(isfinite(b[i]));
    mem_free(b);
    fclose(file);
    check(mem_live() == 0);
    return 0;
}
