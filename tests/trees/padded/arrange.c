/* tests/trees/padded/arrange.c - broken on purpose: padding has the last column, whose z
 * nobody has written yet in a sweep with zero initial guess. */
#include <arrange.h>

static void right_arrange(const struct matrix *A, const struct csr *E,
                          const struct slice *s, struct arrangement *a);
#define arrange right_arrange
#include "../../../opt/arrange.c"
#undef arrange

void arrange(const struct matrix *A, const struct csr *E, const struct slice *s,
             struct arrangement *a)
{
    right_arrange(A, E, s, a);
    for (int part = 0; part < PARTS; part++) {
        a[part].narrow = 0;
        for (int k = 0; k < a[part].columns; k++)
            for (int r = 0; r < SLICE; r++)
                if (!(a[part].rows[k] >> r & 1))
                    a[part].column[k][r] = A->columns - 1;
    }
}
