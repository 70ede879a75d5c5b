/* ref/schedule.c - front(i) = 1 + the last front that row i must wait for. */
#include "schedule.h"
#include "memory.h"

/* Row i of the sequential sweep reads the new z_j where j < i, so it waits for j; and
 * it reads the old z_j where j > i, so j must wait for i. Both are read off row i. */
static int assign(const struct csr *A, int *front)
{
    int fronts = 0;
    for (int i = 0; i < A->n; i++)
        front[i] = 0;
    for (int i = 0; i < A->n; i++) {
        int f = front[i];
        for (size_t e = A->ptr[i]; e < A->ptr[i + 1]; e++) {
            int j = A->col[e];
            if (j < i && front[j] >= f)
                f = front[j] + 1;
        }
        front[i] = f;
        for (size_t e = A->ptr[i]; e < A->ptr[i + 1]; e++) {
            int j = A->col[e];
            if (j > i && j < A->n && front[j] <= f)
                front[j] = f + 1;
        }
        if (f >= fronts)
            fronts = f + 1;
    }
    return fronts;
}

void schedule_create(const struct csr *A, int *fronts, int **first, int **row)
{
    int *front = NEW(int, (size_t)A->n, "front of each row");
    int count = assign(A, front);
    int *begin = mem_zero((size_t)count + 2, sizeof(int), "fronts");
    int *rows = NEW(int, (size_t)A->n, "rows by front");
    for (int i = 0; i < A->n; i++)
        begin[front[i] + 2]++;
    for (int f = 0; f < count; f++)
        begin[f + 2] += begin[f + 1];
    for (int i = 0; i < A->n; i++)
        rows[begin[front[i] + 1]++] = i;
    mem_free(front);
    *fronts = count;
    *first = begin;
    *row = rows;
}
