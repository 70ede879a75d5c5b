/* opt/values.h - how the values of a matrix are stored: in each format that is needed.
 *
 * A tree that stores values in another way replaces values.c, values.h and
 * load_values.h.
 */
#ifndef MEMWALL_VALUES_H
#define MEMWALL_VALUES_H
#include "matrix.h"

struct values {
    void *number[FORMATS]; /* [count], NULL where the format is not needed */
};

/* Stores the `count` numbers in each format of `need`. Frees `number`. `what` is the
 * name of the array for the message if there is not enough memory. */
struct values values_store(double *number, size_t count, format_set need,
                           const char *what);
void values_free(struct values *v);
#endif
