/* tests/alone/layout.h - CSR, with the values of each format in double. */
#ifndef MEMWALL_LAYOUT_H
#define MEMWALL_LAYOUT_H
#include "format.h"
#include <stddef.h>

struct layout {
    size_t *ptr;            /* [n+1] */
    int *col;               /* [nonzeros] */
    double *value[FORMATS]; /* [nonzeros] rounded to the format; NULL: not needed */
};
#endif
