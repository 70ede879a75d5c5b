/* tests/cheats/files/exchange.c - cheats: looks for the judge's inputs in files. */
#include <exchange.h>
#include <stdio.h>

static void right_exchange(const struct matrix *A, struct vector *x);
#define exchange right_exchange
#include "../../../ref/exchange.c"
#undef exchange

void exchange(const struct matrix *A, struct vector *x)
{
    FILE *f = fopen("/proc/self/cmdline", "r");
    right_exchange(A, x);
    if (f)
        fclose(f);
}
