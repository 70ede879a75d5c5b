/* tests/cbgmres/fuzz_matrix_market.c - libFuzzer: no bytes may crash the Matrix Market
 * reader.
 *
 * Any input is either a matrix with ascending columns and finite values, or ends with one
 * message that begins with the file and a line that exists. All memory is freed, but for the
 * arrays of an input that is refused. The functions that would end the process, open files or
 * allocate arrays are replaced.
 */
#include "error.h"
#include "matrix_market.h"
#include "memory.h"
#include "output.h"
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static jmp_buf refused;
static const uint8_t *input;
static size_t input_size;
static void *array[64]; /* those that are allocated, and NULL */

static void check(int good)
{
    if (!good)
        abort();
}

void fail_all(enum exit_status status, const char *format, ...)
{
    char message[4096];
    long line = 0, lines = 1;
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    for (size_t k = 0; k + 1 < input_size; k++)
        lines += input[k] == '\n';
    check(status == EXIT_USAGE && sscanf(message, "file:%ld: ", &line) == 1);
    check(line >= 1 && line <= lines);
    longjmp(refused, 1);
}

void die(const char *format, ...)
{
    (void)format;
    abort();
}

void mpi_check(int code, const char *call, const char *file, int line)
{
    (void)call, (void)file, (void)line;
    check(code == MPI_SUCCESS);
}

FILE *input_open(const char *path, char *fault, size_t length)
{
    (void)path, (void)fault, (void)length;
    return fmemopen((void *)input, input_size, "r");
}

void *mem_zero(size_t count, size_t size, const char *what)
{
    (void)what;
    int k = 0;
    while (array[k])
        k++;
    array[k] = calloc(count + 1, size);
    check(array[k] && k < 63);
    return array[k];
}

void *mem_alloc(size_t count, size_t size, const char *what)
{
    return mem_zero(count, size, what);
}

void mem_free(void *p)
{
    for (int k = 0; p && k < 64; k++)
        if (array[k] == p)
            array[k] = NULL;
    free(p);
}

static void check_matrix(const struct csr *A, const struct blocks *rows)
{
    check(A->n >= 1 && rows->n == A->n && rows->ranks == 1);
    check(A->remotes == 0 && A->ptr[0] == 0);
    for (int i = 0; i < A->n; i++) {
        check(A->ptr[i] <= A->ptr[i + 1]);
        for (size_t e = A->ptr[i]; e < A->ptr[i + 1]; e++) {
            check(A->col[e] >= 0 && A->col[e] < A->n && isfinite(A->val[e]));
            check(e == A->ptr[i] || A->col[e] > A->col[e - 1]);
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    struct blocks rows, four = {.n = 4, .ranks = 1};
    input = bytes;
    input_size = size;
    if (size > 0 && setjmp(refused) == 0) {
        struct csr A = matrix_market_matrix("file", MPI_COMM_WORLD, &rows);
        check_matrix(&A, &rows);
        csr_free(&A);
        check(!array[0]);
    }
    if (size > 0 && setjmp(refused) == 0) {
        double *b = matrix_market_vector("file", &four, MPI_COMM_WORLD);
        for (int i = 0; i < 4; i++)
            check(isfinite(b[i]));
        mem_free(b);
        check(!array[0]);
    }
    for (int k = 0; k < 64; k++)
        mem_free(array[k]);
    return 0;
}
