/* tests/alone/layout.c - stores a matrix as CSR. */
#include <layout.h>
#include "csr.h"
#include "matrix.h"
#include "memory.h"
#include "number.h"
#include <stdio.h>

static double *rounded(const struct csr *A, enum format f)
{
    double *value = NEW(double, A->ptr[A->n], "matrix values"), number;
    for (int i = 0; i < A->n; i++) {
        const double scale = f == I8 ? (double)power_of_two(row_exponent(A, i)) : 1;
        for (size_t e = A->ptr[i]; e < A->ptr[i + 1]; e++) {
            format_put(f, &number, 0, A->val[e] / scale);
            value[e] = scale * format_get(f, &number, 0);
        }
    }
    return value;
}

struct layout *layout_create(const struct matrix *A, struct csr entries,
                             format_set need)
{
    struct layout *L = mem_zero(1, sizeof *L, "layout");
    for (int f = 0; f < FORMATS; f++)
        if (need >> f & 1)
            L->value[f] = rounded(&entries, (enum format)f);
    if (A->sweeps)
        mem_free(csr_diagonal(&entries, "Gauss-Seidel")); /* none may be missing */
    L->ptr = entries.ptr;
    L->col = entries.col;
    mem_free(entries.val);
    mem_free(entries.remote);
    return L;
}

void layout_link(struct level *level)
{
    (void)level;
}

void layout_free(struct layout *L)
{
    for (int f = 0; f < FORMATS; f++)
        mem_free(L->value[f]);
    mem_free(L->ptr);
    mem_free(L->col);
    mem_free(L);
}

void layout_describe(const struct matrix *A, char *text, size_t length)
{
    (void)A;
    snprintf(text, length, "CSR with values in double");
}
