/* tests/ranges_roctx.c - replaces roctx in tests/ranges.t and prints the ranges it
 * receives. */
#include <roctracer/roctx.h>
#include <stdio.h>

int roctxRangePushA(const char *text)
{
    return printf("push %s\n", text);
}

int roctxRangePop(void)
{
    return printf("pop\n");
}
