/* ref/schedule.c - divides the rows of a matrix into wavefronts (schedule.h).
 *
 * The sequential sweep updates row i with the new z_j for j < i and the old z_j for
 * j > i. Hence each entry a_ij != 0 orders two rows: j before i if j < i, and i
 * before j if j > i. Both follow from row i alone, so the pattern of A need not be
 * symmetric.
 */
#include <schedule.h>
#include "memory.h"

/* Computes the wavefront of each row, numbered from 0, and returns their number.
 * Row i is ordered after rows 0 .. i-1 only, so wavefront[i] is final when the loop
 * gets there. */
static int find_wavefronts(const struct csr *A, int *wavefront)
{
    int count = 0;
    for (int i = 0; i < A->n; i++)
        wavefront[i] = 0;
    for (int i = 0; i < A->n; i++) {
        int w = wavefront[i];
        for (size_t e = A->ptr[i]; e < A->ptr[i + 1]; e++) {
            const int j = A->col[e];
            if (j < i && wavefront[j] >= w)
                w = wavefront[j] + 1;
        }
        wavefront[i] = w;
        for (size_t e = A->ptr[i]; e < A->ptr[i + 1]; e++) {
            const int j = A->col[e];
            if (j > i && j < A->n && wavefront[j] <= w)
                wavefront[j] = w + 1;
        }
        if (w >= count)
            count = w + 1;
    }
    return count;
}

/* Counting sort by wavefront. While the rows are placed, begin[w + 1] is the
 * position of the next row of wavefront w; afterwards it is where wavefront w + 1
 * starts. */
void schedule_create(const struct csr *A, int *wavefronts, int **start, int **row)
{
    int *wavefront = NEW(int, (size_t)A->n, "wavefront of each row");
    const int count = find_wavefronts(A, wavefront);
    int *begin = mem_zero((size_t)count + 2, sizeof(int), "wavefronts");
    int *sorted = NEW(int, (size_t)A->n, "rows by wavefront");
    for (int i = 0; i < A->n; i++)
        begin[wavefront[i] + 2]++;
    for (int w = 0; w < count; w++)
        begin[w + 2] += begin[w + 1];
    for (int i = 0; i < A->n; i++)
        sorted[begin[wavefront[i] + 1]++] = i;
    mem_free(wavefront);
    *wavefronts = count;
    *start = begin;
    *row = sorted;
}
