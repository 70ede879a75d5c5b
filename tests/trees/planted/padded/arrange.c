/* tests/trees/planted/padded/arrange.c - broken on purpose: padding has the last column, whose z
 * nobody has written yet in a sweep with zero initial guess. */
#include <arrange.h>

static void right_arrange(const struct matrix *A, const struct csr *E,
                          const struct slice *s, struct arrangement *a);
#define arrange right_arrange
#include "opt/arrange.c"
#undef arrange

void arrange(const struct matrix *A, const struct csr *E, const struct slice *s,
             struct arrangement *a)
{
    right_arrange(A, E, s, a);
    for (int part = 0; part < PARTS; part++) {
        struct slice_columns *c = &a->columns[part];
        c->narrow = 0;
        for (int k = 0; k < c->count; k++)
            for (int r = 0; r < SLICE; r++)
                if (!(c->column[k].rows >> r & 1))
                    c->column[k].j[r] = A->columns - 1;
    }
}
